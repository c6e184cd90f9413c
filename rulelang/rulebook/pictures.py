"""Where places lie in a drawing of the board, as the tables of `picture` say it. No matter of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import names
from rulelang.diagnostics.catalogue import tables as wording
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.world import World
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts


def lay_out(world: World, items: Iterable[Placed]) -> Iterator[Diagnostic]:
    """Note the spot of every place in the tables of `picture`; the places themselves are declared already.

    What every player (or every member of a kind) has gets as many spots as there are of it, in their order; those of
    players who are not in this game are left out."""
    numbers: dict[str, range] = {}
    for family in (*world.holdings.values(), *world.places.values()):
        numbers[family.name] = family.places
    for space in world.spaces.values():
        numbers |= {name: range(place, place + 1) for name, place in zip(space.members, space.places, strict=True)}
    pictures = [placed.item for placed in items if isinstance(placed.item, tree.Picture)]
    tables: list[tree.Node] = [placed.item for placed in items if isinstance(placed.item, tree.ThingDeclaration)]
    for picture in pictures:
        for bit in (part for table in (picture, *tables) for part in parts(table)):
            if isinstance(bit, tree.Bit) and bit.form == "spot" and not _is_in(picture, *bit.numbers):
                yield wording.beside_the_picture(bit.span, picture.width, picture.height)
        for row in picture.table.rows[1:]:
            filled = [cell.bits[0] for cell in row.cells if cell.bits]
            bits = [bit for cell in row.cells[1:] for bit in cell.bits]
            if not filled or not bits:
                continue
            for bit in bits:
                if len(bit.numbers) != 2:
                    yield wording.no_spot(bit.span)
            spots = [bit.numbers for bit in bits if len(bit.numbers) == 2]
            name = filled[0].name.text if filled[0].name is not None else filled[0].text
            found = numbers.get(name, numbers.get(world.plurals(name)))
            if found is None:
                yield names.unknown_name(filled[0].span, name, sorted(numbers))
            else:
                world.pictures |= {place: (across, down) for place, (across, down) in zip(found, spots, strict=False)}


def _is_in(picture: tree.Picture, across: int, down: int) -> bool:
    return across <= picture.width and down <= picture.height
