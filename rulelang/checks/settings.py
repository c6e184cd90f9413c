"""Examples for games that the rulebook does not have: so many players, or such a variant."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.compile.examples import players_asked_for
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import examples as wording
from rulelang.diagnostics.spelling import closest
from rulelang.tree import nodes as tree


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each number of players and each variant an example asks for has to be one of the rulebook's."""
    rulebook = context.rulebook
    if not rulebook.seats:
        return
    for placed in rulebook.items:
        if not isinstance(placed.item, tree.Example):
            continue
        for line in placed.item.lines:
            if isinstance(line, tree.GivenVariant) and line.name.text not in rulebook.variants:
                known = list(rulebook.variants)
                offered = f"Its variants: {', '.join(known)}." if known else "It has no variants: `variant Name:`."
                meant = closest(line.name.text, known)
                instead = (line.name.span, meant) if meant else None
                yield wording.no_such_game(line.name.span, f"has no variant {line.name.text}", offered, instead)
            elif isinstance(line, tree.Given):
                players = players_asked_for(line.condition)
                if players is not None and players not in rulebook.seats:
                    fewest, most = min(rulebook.seats), max(rulebook.seats)
                    offered = (
                        f"It is for {fewest} to {most} players." if most > fewest else f"It is for {fewest} players."
                    )
                    yield wording.no_such_game(line.condition.span, f"is not for {players} players", offered)
