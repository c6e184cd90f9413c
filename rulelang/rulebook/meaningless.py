"""No word is swallowed: what a declaration says of a thing that things of its sort do not have is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import components as wording
from rulelang.rulebook.naming import PIECE_SHAPES, shape_of
from rulelang.tree import nodes as tree

_BOARD: Final = (tree.TraitOf, tree.TraitRing, tree.TraitGrid)
_NUMBER: Final = (tree.FromTo, tree.TraitStart, tree.TraitBank)

#: For each sort of thing: the traits it can have, whether it can be seen by some only, have attributes, and members.
_HAS: Final[dict[str, tuple[tuple[type[tree.Node], ...], bool, bool, bool]]] = {
    "kind": ((), False, True, True),
    "space": (_BOARD, True, True, True),
    "piece": ((), False, True, True),
    "list": ((tree.TraitOf,), False, False, False),
    "track": (_NUMBER, False, False, False),
    "place": ((tree.TraitOf,), True, False, False),
    "board": ((tree.TraitOf,), True, False, False),
}


def meaningless(item: tree.Item) -> Iterator[Diagnostic]:
    """What an item says of a thing that such a thing cannot have."""
    match item:
        case tree.ThingDeclaration():
            yield from _parts(item, _sort_of(item), item.term.span.text)
        case tree.Holding(held=tree.HeldPlace() as held):
            shape = shape_of(held.shape)
            sort = "piece" if shape in PIECE_SHAPES else "board" if shape == "space" else "place"
            yield from _parts(held, sort, held.name.text)
        case tree.Holding(held=tree.HeldCounter() as held):
            for trait in held.traits:
                if not isinstance(trait, _NUMBER):
                    yield wording.not_of_such_a_thing(trait.span, held.name.text, "track")
        case _:
            pass


def _sort_of(item: tree.ThingDeclaration) -> str:
    shape = shape_of(item.shape)
    if shape == "kind" or shape in PIECE_SHAPES:
        return "kind" if shape == "kind" else "piece"
    if isinstance(item.term, tree.Introduced):
        return "space"
    if shape == "list":
        return "list"
    return "track" if shape == "track" or any(isinstance(trait, tree.FromTo) for trait in item.traits) else "place"


def _parts(declared: tree.ThingDeclaration | tree.HeldPlace, sort: str, name: str) -> Iterator[Diagnostic]:
    traits, seen_by_some, attributes, members = _HAS[sort]
    for trait in declared.traits:
        if not isinstance(trait, traits):
            yield wording.not_of_such_a_thing(trait.span, name, sort)
    if declared.sight and not seen_by_some:
        yield wording.not_of_such_a_thing(declared.span, name, sort)
    if "face-out" in declared.sight and isinstance(declared, tree.ThingDeclaration):
        yield wording.not_of_such_a_thing(declared.span, name, "outward")
    if declared.features is not None and not attributes:
        yield wording.not_of_such_a_thing(declared.features.span, name, sort)
    if declared.stock is not None and not members:
        yield wording.not_of_such_a_thing(declared.stock.span, name, sort)
