"""What a place may hold: `an area of up to 3 Cards`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import components as wording
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.words import singular_guess
from rulelang.rulebook.world import World
from rulelang.source import Span
from rulelang.tree import nodes as tree


def contents(
    nouns: Iterable[tree.Noun],
    world: World,
    found: list[Diagnostic],
    later: list[Callable[[], None]],
    ordered: str = "",
) -> list[str]:
    """The sorts of pieces. Whether they exist can only be told `later`, when all pieces have a name; so can whether
    they may lie in a row or a pile, where the place is `ordered` so."""
    nouns = tuple(nouns)
    later.append(lambda: found.extend(_unknown(nouns, world)))
    if ordered:
        later.append(lambda: found.extend(_counted(nouns, world, ordered)))
    return [world.plurals(noun_text(noun)) for noun in nouns]


def _unknown(nouns: Iterable[tree.Noun], world: World) -> Iterable[Diagnostic]:
    for noun in nouns:
        name = world.plurals(noun_text(noun))
        if name != "piece" and not world.is_class(name):
            yield not_a_piece(noun.span, noun.span.text, world)


def _counted(nouns: Iterable[tree.Noun], world: World, ordered: str) -> Iterable[Diagnostic]:
    for noun in nouns:
        name = world.plurals(noun_text(noun))
        if name != "piece" and any(kind.is_token for kind in world.piece_classes(name)):
            yield wording.tokens_have_no_order(noun.span, noun.span.text, ordered)


def not_a_piece(span: Span, name: str, world: World) -> Diagnostic:
    """A name where one of a sort of piece belongs."""
    return wording.not_a_piece(span, name, singular_guess(name) or name, [*world.pieces])
