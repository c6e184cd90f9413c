"""Pieces that the setup puts somewhere and that no sentence speaks of again."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.checks.unnamed import runs
from rulelang.checks.unread import INTRODUCING
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import dormant as wording
from rulelang.rulebook.world import PieceClass, World
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A piece that lies where others are asked for has a part in the game without being named: it may be in the way."""
    begun: list[set[str]] = []
    later: set[str] = set()
    for placed in context.rulebook.items:
        if isinstance(placed.item, tree.Part) and placed.item.part == "setup":
            begun += [_names(statement) for statement in placed.item.body.statements]
        elif not isinstance(placed.item, (*INTRODUCING, tree.Example)):
            later |= _names(placed.item)
    idle: dict[Span, str] = {}
    used: set[Span] = set()
    for world in (compilation.world for compilation in context.compilations):
        heard = later | {world.plurals(name) for name in later}
        for piece in world.pieces.values():
            if piece.span is not None:
                idle.setdefault(piece.span, piece.name)
                if not _is_put_away(piece, world, begun, heard):
                    used.add(piece.span)
    for span, name in idle.items():
        if span not in used:
            yield wording.only_set_up(span, name)


def _is_put_away(piece: PieceClass, world: World, begun: list[set[str]], heard: set[str]) -> bool:
    """Is it named in the setup only, and put where nothing is asked for?"""
    own = {piece.name, *world.unions_of(piece.name), *_members(piece, world), *_GENERAL}
    if not heard.isdisjoint(own):
        return False
    moved = [words | {world.plurals(word) for word in words} for words in begun]
    moved = [words for words in moved if not words.isdisjoint(own - _GENERAL)]
    places = {name for words in moved for name in words if name in _place_names(world)}
    return bool(moved) and places.isdisjoint(heard)


_GENERAL = frozenset({"token", "tokens", "piece", "pieces", "card", "cards", "tile", "tiles"})


def _members(piece: PieceClass, world: World) -> Iterator[str]:
    yield from (world.individuals[number].name for number in piece.individuals)
    yield from (world.varieties[number].name for number in piece.varieties)


def _place_names(world: World) -> set[str]:
    found = {family.name for family in world.families} - {"Box"}
    for space in world.spaces.values():
        found |= {space.name, *space.members, *world.unions_of(space.name)}
    return found


def _names(node: tree.Node) -> set[str]:
    """All names that may stand in a construct, and the general words for pieces."""
    found: set[str] = set()
    for part in parts(node):
        if isinstance(part, tree.Word):
            found.update(runs(part.text))
        elif isinstance(part, tree.Noun) and part.builtin:
            found.add(part.builtin)
    return found
