"""Names that one thing has twice: two counters, what is printed on a card and what it gathers, `Vote` and `Votes`.

Different things may each have something of one name. A Town that is also a Stop has what every Stop has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import components as wording
from rulelang.rulebook.holdings import holder_name
from rulelang.rulebook.naming import PIECE_SHAPES, introduced, shape_of
from rulelang.rulebook.world import World
from rulelang.source import Span
from rulelang.tree import nodes as tree


def had_twice(items: Iterable[tree.Item], world: World) -> Iterator[tuple[Span, Diagnostic]]:
    """The item and a finding for each name that its holder has already, in the singular or the plural."""
    for item in items:
        for holder, name, span in _had(item, world):
            first = had_already(holder, name, world)
            if first is not None:
                yield item.span, wording.declared_twice(span, name, first[1], first[0])
            for form in _forms(holder, name, world):
                world.had.setdefault(form, (name, span))


def had_already(holder: str, name: str, world: World) -> tuple[str, Span] | None:
    """What a holder has of such a name, as it is called there, and where that is said."""
    return next((world.had[form] for form in _forms(holder, name, world) if form in world.had), None)


def _forms(holder: str, name: str, world: World) -> list[tuple[str, str]]:
    """The name in the singular and the plural, for each class that a holder stands for: all that a union joins."""
    pieces = [one.name for one in world.piece_classes(holder)]
    spaces = [one.name for one in world.space_classes(holder)]
    return [(one, form) for one in [*pieces, *spaces] or [holder] for form in world.plurals.forms(name)]


def _had(item: tree.Item, world: World) -> Iterator[tuple[str, str, Span]]:
    """Who has it, what it is called, and where that is said."""
    match item:
        case tree.ThingDeclaration(features=tree.Features(props)):
            holder = introduced(item.term) or ""
            yield from ((holder, prop.name.text, prop.span) for prop in props)
        case tree.FlagDeclaration():
            yield holder_name(item.holder, world), item.name.text, item.span
        case tree.Holding(held=tree.HeldPlace() as held) if shape_of(held.shape) not in PIECE_SHAPES:
            yield holder_name(item.holder, world), held.name.text, held.span
        case tree.Holding(held=tree.HeldValue() | tree.HeldCounter() as held):
            kind = world.kinds.get(world.plurals(held.name.text))
            members = kind.members if kind and isinstance(held, tree.HeldCounter) and held.every else ()
            for name in (held.name.text, *members):
                yield holder_name(item.holder, world), name, held.span
        case _:
            pass
