"""`the winner is ...` and `always ...`: what is asked of the state beside the course of play."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import CompileContext, Misread
from rulelang.compile.meaning import Meaning
from rulelang.compile.meaning.nouns import players_in
from rulelang.compile.meaning.sets import groups_of, rank_value
from rulelang.compile.origins import origin_of
from rulelang.compile.sorts import PLAYER, Scope, Typed
from rulelang.diagnostics.catalogue import flow as wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import YES, all_of, holds
from rulelang.graph.program import Origin, ScoreLine, Scoring
from rulelang.graph.terms import Local, Term
from rulelang.graph.walk import exchange
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.naming import noun_text
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace


def scoring_of(book: CompileContext, meaning: Meaning, items: Sequence[Placed]) -> Scoring:
    """How the winner is found, if a sentence says so. One of the variant comes before one for so many players, and that
    before one for all games."""
    found: dict[tuple[bool, bool], list[tree.Winner]] = {}
    for placed in items:
        if isinstance(placed.item, tree.Winner):
            found.setdefault((placed.variant is not None, bool(placed.seats)), []).append(placed.item)
    if found:
        node, *others = found[max(found)]
        for other in others:
            book.report(wording.winner_twice(other.span, node.span))
        try:
            return _ranking(meaning, node)
        except Misread as misread:
            book.report(misread.diagnostic)
    return Scoring(None, (), True)


def _ranking(meaning: Meaning, node: tree.Winner) -> Scoring:
    player = Typed(Local("player"), PLAYER)
    scope = Scope(you=player).naming("player", player)
    rankings = [filter_.ranking for filter_ in node.set.filters if isinstance(filter_, tree.Best)]
    others = tuple(filter_ for filter_ in node.set.filters if not isinstance(filter_, tree.Best))
    group, *_ = groups_of(meaning, replace(node.set, filters=others, where=None), scope)
    if group.sort != PLAYER:
        raise Misread(thing_wording.not_somebody(node.set.span, str(group.sort)))
    facts: list[Term] = []
    if others or group.where != YES or group.mask != players_in(meaning):
        among = all_of((holds(group.mask, group.element.term), group.where))
        facts.append(exchange(among, {group.element.term: player.term}.get))
    if node.set.where is not None:
        facts.append(meaning.condition(node.set.where, scope.describing(player)))
    ranks = [rank for ranking in rankings for rank in ranking.ranks]
    lines = [ScoreLine(noun_text(one.noun), one.highest, rank_value(meaning, one, player, scope)) for one in ranks]
    return Scoring(all_of(facts) if facts else None, tuple(lines), node.shared)


def invariants_of(
    book: CompileContext, meaning: Meaning, items: Sequence[Placed]
) -> tuple[tuple[str, Term, Origin], ...]:
    """What always holds: the sentence, its condition, and where it stands."""
    found = []
    for placed in items:
        node = placed.item
        if isinstance(node, tree.Invariant):
            try:
                term = meaning.condition(node.condition, Scope())
            except Misread as misread:
                book.report(misread.diagnostic)
                continue
            found.append((node.condition.span.text, term, origin_of(placed)))
    return tuple(found)
