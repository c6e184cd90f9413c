"""Statements that need no node of their own: effects, forks and loops without decision or chance.

Whatever can be said with effects alone is written onto the edge it belongs to; `NeedsNode` says that it cannot.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Place, as_call, cell_of
from rulelang.compile.flow.exchanges import Exchanges
from rulelang.compile.flow.lists import added, forgotten, noted
from rulelang.compile.flow.moves import soften
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import NOTHING, PLAYER, POSITION, Typed
from rulelang.diagnostics.catalogue import positions as position_wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import NONE, holds, least, plus, single, unite, without
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import (
    Cell,
    Const,
    Effect,
    ForIn,
    Holds,
    IfElse,
    Local,
    Members,
    Name,
    Put,
    Require,
    Term,
    When,
)
from rulelang.graph.terms import Span as Numbers
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass

NOTHING_CHANGES = "there is nothing to change"
NOBODY = "there is nobody to do it"
_IF_POSSIBLE = NodeRole.IF_POSSIBLE.value
SCOPES = ("turn", "round", "phase", "game")


def with_subjects(sentences: Sequence[tree.By | tree.Deed]) -> list[tree.By | tree.Deed]:
    """`the player loses 10 Coins, then gains 1 Tablet`: the subject holds for what follows in the same line. Without
    one `become Safe` speaks to you, as every deed does."""
    found: list[tree.By | tree.Deed] = []
    subject: tree.Phrase | None = None
    for sentence in sentences:
        if isinstance(sentence, tree.By):
            subject = None if isinstance(sentence.deed, tree.Become) else sentence.actor
            found.append(sentence)
        elif isinstance(sentence, tree.Become) and subject is None:
            found.append(tree.By(tree.You(span=sentence.span), sentence, span=sentence.span))
        elif subject is None or isinstance(subject, tree.Chance):
            found.append(sentence)
        else:
            found.append(tree.By(subject, sentence, span=sentence.span))
    return found


class NeedsNode(Exception):
    """This statement decides, draws or leaves a scope, so it needs nodes."""


@dataclass(frozen=True, slots=True)
class Written:
    """Effects, and the scope after them."""

    effects: list[Effect]
    scope: Scope


class Plain(Exchanges):
    """Writes statements as effects."""

    def plain_effects(self, statements: Sequence[tree.Statement], scope: Scope, place: Place) -> list[Effect] | None:
        try:
            return self._plain_block(statements, scope, place).effects
        except NeedsNode:
            return None

    def _plain_block(self, statements: Sequence[tree.Statement], scope: Scope, place: Place) -> Written:
        effects: list[Effect] = []
        for statement in statements:
            try:
                written = self._plain(statement, scope, place)
            except Misread as misread:
                self.book.report(misread.diagnostic)
                continue
            effects += written.effects
            scope = written.scope
        return Written(effects, scope)

    def _plain(self, node: tree.Statement, scope: Scope, place: Place) -> Written:
        if isinstance(node, tree.Simple):
            return self._plain_simple(node, scope, place)
        written = self._plain_compound(node, scope, place)
        self.emptied = None
        return written

    def _plain_compound(self, node: tree.Statement, scope: Scope, place: Place) -> Written:
        match node:
            case tree.Branch(arms, otherwise):
                return Written(self._plain_branch(list(arms), otherwise, scope, place), scope)
            case tree.ForEach(domain, order, body) if order is None:
                return Written(self._plain_for_each(domain, body, scope, place), scope)
            case tree.Repeat(times, up_to, body) if not up_to:
                count = self.meaning.number_of(times, scope).term
                inner = self._plain_block(body.statements, scope, place).effects
                return Written([ForIn(self.book.local("pass"), Numbers(Const(1), count), tuple(inner))], scope)
            case tree.EachPlayer(other, seating, takes_turn, body) if seating is None and not takes_turn:
                return Written(self._plain_each_player(other, body, scope, place), scope)
        raise NeedsNode

    def _plain_branch(
        self, arms: list[tree.Arm], otherwise: tree.Block | None, scope: Scope, place: Place
    ) -> list[Effect]:
        if not arms:
            return self._plain_block(otherwise.statements, scope, place).effects if otherwise else []
        condition = self.meaning.condition(arms[0].condition, scope)
        named: list[Effect] = []
        inner = scope
        for word, value in self.found(arms[0].condition, scope):
            local = self.book.local(word)
            named.append(Name(local, value.term))
            inner = inner.naming(word, Typed(Local(local), value.sort))
        then = [*named, *self._plain_block(arms[0].body.statements, inner, place).effects]
        rest = self._plain_branch(arms[1:], otherwise, scope, place)
        return [When(condition, tuple(then), tuple(rest), self.reason("if", place, arms[0]))]

    def found(self, condition: tree.Condition, scope: Scope) -> list[tuple[str, Typed]]:
        """What `there is a Card ...` finds: `the Card` in the sentences under the `if`."""
        parts = condition.parts if isinstance(condition, tree.AllOf) else (condition,)
        introduced = []
        for part in parts:
            if isinstance(part, tree.ThereFact) and part.count.form in ("some", "just one", "another"):
                group = self.meaning.group(part.set, scope)
                word = self.meaning.noun_word(part.set.noun)
                introduced.append((word, Typed(group.nth("first"), group.sort)))
        return introduced

    def _plain_for_each(
        self, domain: tree.SetPhrase | tree.Word, body: tree.Block, scope: Scope, place: Place
    ) -> list[Effect]:
        if isinstance(domain, tree.Word):
            handful = self.meaning.handful(domain, scope)
            local = self.book.local("member")
            element = Typed(Local(local), handful.sort.of or NOTHING)
            inner = scope.naming(self.world.plurals(domain.text), element).describing(element)
            effects = self._plain_block(body.statements, inner, place).effects
            return [ForIn(local, self.meaning.sequence_of(handful), tuple(effects))]
        group = self.meaning.group(domain, scope)
        word = self.meaning.noun_word(domain.noun)
        inner = scope.naming(word, group.element).describing(group.element)
        effects = self._plain_block(body.statements, inner, place).effects
        over, where = group.domain()
        if where != Const(1):
            if group.ordered is not None:
                fixed = self.book.local("fixed")
                inside = When(Holds(Local(fixed), Local(group.name)), tuple(effects))
                return [Name(fixed, group.set()), ForIn(group.name, over, (inside,))]
            if group.is_tokens:
                effects = [When(where, tuple(effects))]
            else:
                over = Members(group.set())
        return [ForIn(group.name, over, tuple(effects))]

    def _plain_each_player(self, other: bool, body: tree.Block, scope: Scope, place: Place) -> list[Effect]:
        local = self.book.local("player")
        player = Typed(Local(local), PLAYER)
        inner = scope.acting(player).naming("player", player)
        effects = self._plain_block(body.statements, inner, place).effects
        if self.book.functions.players_leave:
            # Somebody may leave in the middle.
            effects = [When(holds(self.meaning.players_in(), player.term), tuple(effects))]
        if other and scope.you is not None:
            return [ForIn(local, self.meaning.others_after(scope.you.term), tuple(effects))]
        return [ForIn(local, Members(self.meaning.players_in()), tuple(effects))]

    # --------------------------------------------------------------- sentences

    def _plain_simple(self, node: tree.Simple, scope: Scope, place: Place) -> Written:
        effects: list[Effect] = []
        for sentence in with_subjects(node.sentences):
            written = self.sentence(sentence, scope, place, node.if_possible)
            effects += written.effects
            scope = written.scope
        if node.if_possible and len(node.sentences) > 1 and any(isinstance(e, Require) for e in effects):
            raise NeedsNode
        return Written(effects, scope)

    def sentence(self, node: tree.By | tree.Deed, scope: Scope, place: Place, if_possible: bool) -> Written:
        """One sentence as effects."""
        if isinstance(node, tree.By):
            if isinstance(node.deed, tree.Become):
                exchanged = self.exchange(node.actor, node.deed, scope, place, node)
                if exchanged is not None:
                    return Written(
                        soften(exchanged, self.reason(_IF_POSSIBLE, place, node)) if if_possible else exchanged, scope
                    )
                changed = self._become(node.actor, node.deed, scope, place)
                return Written(
                    soften(changed, self.reason(_IF_POSSIBLE, place, node)) if if_possible else changed, scope
                )
            if isinstance(node.actor, tree.Chance):
                raise NeedsNode
            actor = self.meaning.phrase(node.actor, scope, PLAYER)
            written = self.deed(node.deed, actor, self.inside(node.deed, actor, scope), place, if_possible)
            effects = [*self.there(actor, NOBODY, place, node), *written.effects]
            if actor.maybe and if_possible:
                effects = soften(effects, self.reason(_IF_POSSIBLE, place, node))
            return Written(effects, Scope(written.scope.names, scope.you, scope.it))
        actor = scope.you or Typed(Const(-1), PLAYER)
        return self.deed(node, actor, scope, place, if_possible)

    @staticmethod
    def inside(deed: tree.Deed, actor: Typed, scope: Scope) -> Scope:
        """What `you` means in a sentence with a subject: still the one it meant before, except inside a called
        action."""
        if actor.sort != PLAYER:
            return scope
        return scope.acting(actor) if isinstance(deed, tree.Call | tree.Do | tree.Win) else scope.done_by(actor)

    def deed(self, node: tree.Deed, actor: Typed, scope: Scope, place: Place, if_possible: bool) -> Written:
        self.deeds += 1
        match node:
            case tree.Gain(amount):
                return Written(self.gain(actor, amount, scope), scope)
            case tree.Lose(amount):
                return Written(self.lose(actor, amount, scope), scope)
            case tree.Pay(amount, to):
                other = self.meaning.phrase(to, scope, PLAYER) if to is not None else None
                paid = self.pay(actor, amount, other, scope, place)
                return Written(soften(paid, self.reason(_IF_POSSIBLE, place, node)) if if_possible else paid, scope)
            case tree.Move():
                return Written(self.move(node, scope, place, if_possible), scope)
            case tree.TurnOver():
                turned = self.turn_over(node, scope, place)
                return Written(soften(turned, self.reason(_IF_POSSIBLE, place, node)) if if_possible else turned, scope)
            case tree.Swap():
                swapped = self.swap(node, scope, place)
                return Written(
                    soften(swapped, self.reason(_IF_POSSIBLE, place, node)) if if_possible else swapped, scope
                )
            case tree.Show():
                shown = self.show(node, scope, place)
                return Written(soften(shown, self.reason(_IF_POSSIBLE, place, node)) if if_possible else shown, scope)
            case tree.Remember(value, alias):
                typed = self.meaning.value(value, scope)
                local = self.book.local(alias.text)
                named = Typed(Local(local), typed.sort, typed.maybe)
                return Written([Name(local, typed.term)], scope.naming(alias.text, named))
            case tree.Add():
                grown = self._small(node, actor, scope, place)
                return Written(soften(grown, self.reason(_IF_POSSIBLE, place, node)) if if_possible else grown, scope)
            case tree.Clear() | tree.Guard() | tree.EndAfter() | tree.Leave():
                return Written(self._small(node, actor, scope, place), scope)
            case tree.Do(None):
                return Written([], scope)
            case tree.Call():
                return Written(self.plain_call(node, scope, place), scope)
            case tree.Do(what) if what is not None:
                call = as_call(what)
                if call is not None:
                    return Written(self.plain_call(call, scope, place), scope)
            case _:
                pass
        raise NeedsNode

    def _small(self, node: tree.Deed, actor: Typed, scope: Scope, place: Place) -> list[Effect]:
        match node:
            case tree.Add(value, to):
                target = self.meaning.phrase(to, scope)
                if target.sort.form not in ("list", "handful"):
                    raise Misread(thing_wording.not_a_list(to.span, str(target.sort)))
                typed = self.meaning.value(value, scope, target.sort.of)
                of = target.sort.of or typed.sort
                if of != NOTHING and not self.meaning.fits(typed.sort, of):
                    raise Misread(position_wording.not_for_this_list(value.span, str(of), str(typed.sort)))
                if of == POSITION:
                    return noted(self.book, self.world.lists[target.sort.noun], typed.term)
                reason = self.reason("there is nothing to add", place, node)
                return added(self.book, target, typed, reason)
            case tree.Clear(what):
                target = self.meaning.phrase(what, scope)
                if target.sort.form in ("list", "handful"):
                    return forgotten(target.sort.noun, target.term)
                return [self.assign(target, Const(-1), what.span)]
            case tree.Guard(condition):
                reason = self.reason("the rule says `only if`", place, node)
                return [Require(self.meaning.condition(condition, scope), reason)]
            case tree.EndAfter(ends):
                bit = Const(1 << SCOPES.index(ends))
                return [Put("ending", Const(0), unite((Cell("ending", Const(0)), bit)))]
            case tree.Leave():
                if actor.term == NONE:
                    self.meaning.you(scope, node.span)
                players = Cell("players in", Const(0))
                return [Put("players in", Const(0), without(players, single(actor.term)))]
            case _:
                pass
        raise NeedsNode

    # ----------------------------------------------------------------- becomes

    def _become(self, subject: tree.Phrase, node: tree.Become, scope: Scope, place: Place) -> list[Effect]:
        """`X becomes V`, `P becomes [not] F`"""
        if isinstance(node.value, tree.Name):
            marked = self.marked(subject, node.value.word.text, node.negated, scope)
            if marked is not None:
                return [*self.there(self.meaning.value(subject, scope), NOTHING_CHANGES, place, node), marked]
        target = self.meaning.phrase(subject, scope)
        if isinstance(subject, tree.You):
            if isinstance(node.value, tree.Name):
                marks = [name for holder, name in self.world.flags if holder == "player"]
                raise Misread(thing_wording.not_a_mark(node.value.span, node.value.word.text, marks))
            turned = f"{node.value.span.text} becomes {subject.span.text}"
            raise Misread(thing_wording.cannot_become(subject.span, subject.span.text, turned))
        value = self.meaning.value(node.value, scope, target.sort)
        if not self.meaning.fits(value.sort, target.sort):
            raise Misread(thing_wording.cannot_become_that(node.span, str(target.sort), str(value.sort)))
        changed = self._as_far_as_the_bank(target, value.term)
        change = self.assign(target, changed, subject.span, subject.span.merge(node.span))
        if isinstance(target.term, IfElse):
            reason = self.reason(NOTHING_CHANGES, place, node)
            return [Require(target.term.condition, reason), change]
        return [change]

    def _as_far_as_the_bank(self, target: Typed, value: Term) -> Term:
        """A counter out of a bank becomes no more than the bank still has."""
        cell = cell_of(target.term)
        for counter in self.world.counters.values():
            if cell is not None and counter.region == cell.region and counter.bank is not None:
                return least(value, plus(cell, self.bank_left(counter)))
        return value

    def marked(self, subject: tree.Value, name: str, negated: bool, scope: Scope) -> Effect | None:
        """`X becomes [not] F`, if things like X may be F."""
        if not any(flag_name == name for _, flag_name in self.world.flags):
            return None
        owner = self.meaning.value(subject, scope)
        nouns = set(self.meaning.nouns_of(owner.sort))
        for (holder, flag_name), flag in self.world.flags.items():
            if flag_name == name and holder in nouns:
                cell, one = Cell(flag.region, Const(0)), single(owner.term)
                return Put(flag.region, Const(0), without(cell, one) if negated else unite((cell, one)))
        return None
