"""Cards and tiles without a text, where the others of their class have one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import supply as wording
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.rulebook.world import PieceClass, World
from rulelang.source import Span
from rulelang.tree import nodes as tree

_REMARK = re.compile(r"\bnote:.*")


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Only where most of a class have texts is one without probably forgotten. A remark that names it is an answer."""
    texts = {placed.item.name.text for placed in context.rulebook.items if isinstance(placed.item, tree.TextGroup)}
    told: set[Span] = set()
    for world in (compilation.world for compilation in context.compilations):
        for piece in world.pieces.values():
            titles = _titles(world, piece)
            missing = [title for title in titles if title not in texts]
            if piece.span is None or piece.span in told or not 0 < 2 * len(missing) < len(titles):
                continue
            told.add(piece.span)
            forgotten = _unremarked(missing, context.rulebook)
            if forgotten:
                yield wording.without_text(piece.span, piece.name, forgotten, len(titles) - len(missing))


def _unremarked(titles: list[str], rulebook: WrittenRulebook) -> list[str]:
    """Titles that no remark names; whole names, not the beginning of others: `fleet 1`, not `fleet 10`."""
    remarks = "\n".join(remark for file in rulebook.files for remark in _REMARK.findall(file.text)).casefold()
    return [title for title in titles if not re.search(rf"\b{re.escape(title.casefold())}\b", remarks)]


def _titles(world: World, piece: PieceClass) -> list[str]:
    """What the pieces of a class are called, each name once; pieces without names of their own have no texts."""
    named = piece.own_names or piece.titles is not None
    names = [world.individuals[number].name for number in piece.individuals] if named else []
    return list(dict.fromkeys(names))
