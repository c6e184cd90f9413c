"""Names in the cells of tables that stand for elements: resolved when all elements have their numbers."""

from __future__ import annotations

from typing import cast

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import tables as table_wording
from rulelang.rulebook.world import Column, World
from rulelang.source import Span


def resolve(world: World, diagnostics: list[Diagnostic], values: dict[str, dict[int, object]], column: Column) -> None:
    """Names in cells become numbers; links are made two-way unless `one-way`."""
    numbers = _numbers(world, column.noun)
    found = values.setdefault(column.name, {})
    if column.form == "element":
        for element, value in list(found.items()):
            name, span = cast(tuple[str, Span], value)
            if name not in numbers:
                diagnostics.append(table_wording.cell_not_a_member(span, name, column.noun, list(numbers)))
                del found[element]
            else:
                found[element] = numbers[name]
        return
    links: dict[int, set[int]] = {}
    for element, value in found.items():
        for name, span in cast(tuple[tuple[str, Span], ...], value):
            if name not in numbers:
                diagnostics.append(table_wording.cell_not_a_member(span, name, column.noun, list(numbers)))
                continue
            links.setdefault(element, set()).add(numbers[name])
            if not column.one_way:
                links.setdefault(numbers[name], set()).add(element)
    values[column.name] = dict(links)


def _numbers(world: World, noun: str) -> dict[str, int]:
    spaces = {name: space.first + i for space in world.space_classes(noun) for i, name in enumerate(space.members)}
    pieces = {world.individuals[p].name: p for kind in world.piece_classes(noun) for p in kind.individuals}
    return spaces | pieces
