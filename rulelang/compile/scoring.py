"""`the winner is ...` and `always ...`: what is asked of the state beside the course of play."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import CompileContext, Misread
from rulelang.compile.meaning import Meaning
from rulelang.compile.meaning.nouns import adjective_fact, split_noun
from rulelang.compile.meaning.sets import rank_value
from rulelang.compile.origins import origin_of
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Typed
from rulelang.graph.build import all_of
from rulelang.graph.program import Origin, ScoreLine, Scoring
from rulelang.graph.terms import Const, Local, Term
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.naming import noun_text
from rulelang.tree import nodes as tree


def scoring_of(book: CompileContext, meaning: Meaning, items: Sequence[Placed]) -> Scoring:
    """How the winner is found, if a sentence says so."""
    found = [placed for placed in items if isinstance(placed.item, tree.Winner)]
    if not found:
        return Scoring(None, (), True)
    placed = found[0]
    node = placed.item
    assert isinstance(node, tree.Winner)
    try:
        return _ranking(meaning, node)
    except Misread as misread:
        book.report(misread.diagnostic)
        return Scoring(None, (), True)


def _ranking(meaning: Meaning, node: tree.Winner) -> Scoring:
    player = Typed(Local("player"), PLAYER)
    scope = Scope(you=player).naming("player", player)
    adjectives, _ = split_noun(meaning, node.set.noun)
    facts: list[Term] = []
    for adjective in adjectives:
        fact = adjective_fact(meaning, adjective, player, scope, node.set.noun.span)
        facts.append(fact if fact is not None else Const(1))
    if node.set.where is not None:
        facts.append(meaning.condition(node.set.where, scope.describing(player)))
    lines = []
    for filter_ in node.set.filters:
        if isinstance(filter_, tree.Best):
            for rank in filter_.ranking.ranks:
                lines.append(ScoreLine(noun_text(rank.noun), rank.highest, rank_value(meaning, rank, player, scope)))
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
