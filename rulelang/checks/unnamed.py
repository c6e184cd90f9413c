"""Sorts of pieces, kinds and places that the rulebook introduces and never speaks of again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import dormant as wording
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.world import World
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts

# These count pieces, spell names or draw them; none of that gives a thing a part in the game.
_SAYS_NOTHING = (tree.PiecesDeclaration, tree.Glossary, tree.Picture, tree.PluralDeclaration)


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A thing is named by its own name, by that of a union it belongs to, or by one of its members."""
    words = {word.text for placed in context.rulebook.items for word in _words(placed)}
    spoken = {name for word in words for name in runs(word)}
    named: dict[Span, bool] = {}
    names: dict[Span, str] = {}
    for world in (compilation.world for compilation in context.compilations):
        heard = spoken | {world.plurals(name) for name in spoken}
        for name, span, others in _things(world):
            names.setdefault(span, name)
            named[span] = named.get(span, False) or not heard.isdisjoint({name, *world.unions_of(name), *others})
    for span, name in names.items():
        if not named[span]:
            yield wording.never_named(span, name)


def _things(world: World) -> Iterator[tuple[str, Span, list[str]]]:
    """Everything introduced by a line of its own, with the names of what belongs to it."""
    # The column of names in a table of cards makes a kind too; it is there to tell the cards apart.
    titles = [piece.titles for piece in world.pieces.values()]
    for kind in world.kinds.values():
        if kind.span is not None and kind not in titles:
            yield kind.name, kind.span, kind.members
    for space in world.spaces.values():
        if space.span is not None:
            yield space.name, space.span, space.members
    for piece in world.pieces.values():
        if piece.span is not None:
            members = [world.individuals[number].name for number in piece.individuals]
            yield piece.name, piece.span, [*members, *(world.varieties[number].name for number in piece.varieties)]
    for family in world.families:
        if family.span is not None:
            yield family.name, family.span, []


def _words(placed: Placed) -> Iterator[tree.Word]:
    """All names in an item but the one it introduces. A kind also introduces its members."""
    item = placed.item
    if isinstance(item, (*_SAYS_NOTHING, tree.KindDeclaration)):
        return
    introduced: set[Span] = set()
    if isinstance(item, tree.UnionDeclaration | tree.ThingDeclaration):
        introduced = {part.span for part in parts(item.term) if isinstance(part, tree.Word)}
    elif isinstance(item, tree.Holding):
        introduced = {
            value.span for field in fields(item.held) if isinstance(value := getattr(item.held, field.name), tree.Word)
        }
    for part in placed.parts:
        if type(part) is tree.Word and (not introduced or part.span not in introduced):
            yield part


def runs(text: str) -> Iterator[str]:
    """`Red Wave Token`: all names that may stand in it."""
    words = text.split(" ")
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            yield " ".join(words[start:end])
