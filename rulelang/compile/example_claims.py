"""What an example says of a moment: a fact about the table, the end of the game, its winners, or what somebody sees."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Literal, assert_never

from rulelang.compile.clock import ROUND, TURN
from rulelang.compile.context import Misread
from rulelang.compile.meaning.sets import group_of, groups_of
from rulelang.compile.sorts import PLAYER, Scope
from rulelang.diagnostics.catalogue import examples as wording
from rulelang.graph.build import all_of, any_of, negate, plus, single
from rulelang.graph.example_steps import Claim, Fact, Over, Ranked, Seeing, Winning
from rulelang.graph.terms import Cell, Const, Filtered, Term
from rulelang.rulebook.loading import Placed
from rulelang.tree import nodes as tree

if TYPE_CHECKING:
    from rulelang.compile.compiler import Compiler


class ClaimReader:
    """Reads what the lines of examples claim."""

    def __init__(self, compiler: Compiler) -> None:
        self.meaning = compiler.meaning
        self.clock = compiler.flow.clock
        self.players = compiler.world.players

    def player(self, phrase: tree.Phrase) -> int:
        """The seat of somebody who is named."""
        found = self.meaning.value(phrase, Scope(), PLAYER)
        if not isinstance(found.term, Const) or found.sort != PLAYER:
            raise Misread(wording.not_a_player(phrase.span))
        return found.term.value

    def claim(self, node: tree.Assertion) -> Claim:
        match node:
            case tree.IsOver(negated):
                return Over(negated)
            case tree.Wins(form="everybody", would=would):
                return Winning(tuple(range(self.players)), "just these", would)
            case tree.Wins(players, form, would):
                seats = self._seats(players)
                if form == "share" and len(seats) == 1:
                    return Winning(seats, "not alone", would)
                if form == "not":
                    return Winning(seats, "not these", would)
                return Winning(seats, "among others" if form == "among others" else "just these", would)
            case tree.Comes(players, rank, would):
                return Ranked(self._seats(players), rank, would)
            case tree.Sees():
                return self._seeing(node)
            case tree.AllOf() | tree.AnyOf() | tree.Bracketed() | tree.IsFact() | tree.HasFact() | tree.ThereFact():
                return Fact(self.condition(node), tuple(self.parts(node)))
            case tree.CanFact() | tree.LineFact():
                return Fact(self.condition(node))
            case _:
                assert_never(node)

    def _seats(self, players: tuple[tree.Phrase, ...]) -> tuple[int, ...]:
        return tuple(sorted({self.player(phrase) for phrase in players}))

    def _seeing(self, node: tree.Sees) -> Seeing:
        if isinstance(node.seen, tree.Every):
            group = group_of(self.meaning, node.seen.set, Scope())
            domain, where = group.domain()
            things: Term = Filtered(group.name, domain, where)
            form, tokens = group.sort.form, group.is_tokens
            quantifier = node.seen.quantifier
        else:
            found = self.meaning.value(node.seen, Scope())
            things, form, tokens = single(found.term), found.sort.form, found.sort.form == "token"
            quantifier = "every"
        if form not in ("piece", "token"):
            raise Misread(wording.cannot_be_seen(node.seen.span))
        amount: dict[tuple[str, bool], Literal["all", "some", "none", "not all"]] = {
            ("every", False): "all",
            ("every", True): "not all",
            ("any", False): "some",
            ("any", True): "none",
            ("no", False): "none",
            ("no", True): "some",
        }
        text = " ".join(node.seen.span.text.split())
        return Seeing(self.player(node.player), amount[quantifier, node.negated], things, tokens, text)

    # ------------------------------------------------------------------------------------------------ conditions

    def condition(self, node: tree.Condition) -> Term:
        """A condition; in an example `it` may be somebody's turn, or a round."""
        match node:
            case tree.AllOf(parts):
                return all_of(self.condition(part) for part in parts)
            case tree.AnyOf(parts):
                return any_of(self.condition(part) for part in parts)
            case tree.Bracketed(inside):
                return self.condition(inside)
            case tree.IsFact(tree.It(), tree.IsTurn(negated, player)):
                fact = self.clock.is_turn_of(Const(self.player(player)))
                return negate(fact) if negated else fact
            case tree.IsFact(tree.It(), tree.IsRound(negated, number)):
                fact = self.clock.is_round(number)
                return negate(fact) if negated else fact
            case _:
                return self.meaning.condition(node, Scope())

    def parts(self, condition: tree.Condition) -> list[tuple[str, Term]]:
        """The values to show when a condition fails."""
        match condition:
            case tree.AllOf(parts) | tree.AnyOf(parts):
                return [part for inner in parts for part in self.parts(inner)]
            case tree.IsFact(tree.It(), tree.IsTurn()):
                return [("whose turn it is", Cell(TURN, Const(0)))]
            case tree.IsFact(tree.It(), tree.IsRound()):
                return [("the round", Cell(ROUND, Const(0)))]
            case tree.IsFact(subject) if not isinstance(subject, tree.Every | tree.EveryOf):
                try:
                    value = self.meaning.value(subject, Scope())
                except Misread:
                    return []
                if isinstance(value.term, Const) and value.sort.form != "number":
                    # Which one it is is no news: it is always that one.
                    return []
                return [(" ".join(subject.span.text.split()), value.term)]
            case tree.ThereFact():
                groups = groups_of(self.meaning, condition.set, Scope())
                return [("", reduce(plus, (group.count() for group in groups)))]
            case _:
                return []


def asks_of_play(placed: Placed) -> bool:
    """Does an example ask whose turn it is, or for the number of a round?"""
    return tree.IsTurn in placed.sorts or tree.IsRound in placed.sorts
