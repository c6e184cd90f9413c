"""Examples and rules for games that the rulebook does not have: so many players, or such a variant."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.compile.examples import players_asked_for
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import examples as wording
from rulelang.diagnostics.spelling import closest
from rulelang.diagnostics.wording import counted
from rulelang.rulebook.loading import Placed, WrittenRulebook, fits
from rulelang.source import Span
from rulelang.tree import nodes as tree


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each number of players and each variant an example asks for has to be one of the rulebook's."""
    rulebook = context.rulebook
    if not rulebook.seats:
        return
    for placed in rulebook.items:
        yield from _nobody(rulebook, placed)
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
                    asked = f"is not for {counted(players, 'player')}"
                    yield wording.no_such_game(line.condition.span, asked, f"It is for {_seats(rulebook)}.")


def _nobody(rulebook: WrittenRulebook, placed: Placed) -> Iterator[Diagnostic]:
    """Rules for numbers of players that the rulebook is not for (others may use the same library), and a variant of a
    variant."""
    item = placed.item
    if isinstance(item, tree.SeatsOnly) and item.span.source is rulebook.source:
        limits = (*placed.seats, (item.count, item.open_end))
        if not any(all(fits(players, *limit) for limit in limits) for players in rulebook.seats):
            yield wording.never_so_many(_first_line(item.span), _seats(rulebook))
    elif isinstance(item, tree.VariantGroup) and placed.variant not in (None, item.name.text):
        yield wording.variant_of_a_variant(item.name.span, item.name.text, placed.variant or "")


def _seats(rulebook: WrittenRulebook) -> str:
    fewest, most = rulebook.seats[0], rulebook.seats[-1]
    return f"{fewest} to {most} players" if most > fewest else counted(most, "player")


def _first_line(span: Span) -> Span:
    return Span(span.source, span.start, span.start + len(span.text.partition("\n")[0].partition(":")[0]))
