"""Pairs: the same said in two ways, which has to play alike."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.language.generated.forms import TOLD, Scope
from tests.language.generated.pieces_of_text import Block, Nodes, TwoWays, written
from tests.language.generated.sentences import INTRODUCED, Sentences, Written


class Paired(Sentences):
    """Makes sentences that can be said in two ways."""

    def pair(self, scope: Scope) -> Written:
        """The same said in two ways."""
        deciding = scope.has("acts deciding")
        of = [self.each, self.one_line]
        of += [self.branch_in_branch, self.either, self.otherwise, self.once, self.always_so, self.each_by_name]
        if scope.has("acts"):
            of += [self.twice, self.negation, self.without_its_name, self.remembered, self.exceptional, self.so_called]
        if scope.has("acts within") and not scope.known & INTRODUCED:
            of += [self.written_out, self.written_out, self.hooked, self.again, self.given_it, self.gone_through]
        if deciding:
            of += [self.only_if, self.may]
        if deciding and scope.has("!windows !watched !variants !triggered !asked"):
            # Before a decision, even one with a single option, windows are offered and triggers tested. Behind somebody
            # else's it ends the look-ahead of that one (6.5).
            of.append(self.idle)
        return self.random.choice(of)(scope)

    def twice(self, scope: Scope) -> Written:
        """The same amount at once and bit by bit."""
        number = self.random.choice((1, 2, 3))
        bits: Nodes = ("gain 1 Coin",) * number
        other: Nodes = self.random.choice(
            (bits, (Block(f"repeat {number} times", ("gain 1 Coin",)),), (", then ".join(["gain 1 Coin"] * number),))
        )
        if not scope.has("acts"):
            return self.each(scope)
        return [TwoWays("bit by bit", (f"gain {number} Coins",), other)], scope

    def one_line(self, scope: Scope) -> Written:
        who = "" if scope.has("acts") else "Ann "
        verbs = ("gain", "lose") if not who else ("gains", "loses")
        parts = [f"{self.random.choice(verbs)} {self.fill('few', scope)} {self.random.choice(('Coins', 'Fame'))}"] * 2
        line, lines = who + ", then ".join(parts), tuple(who + part for part in parts)
        return [TwoWays("one line", (line,), lines)], scope

    def each(self, scope: Scope) -> Written:
        """`for each player`, or `each player`, who act then."""
        gain = f"the player loses {self.fill('few', scope)} {self.random.choice(('Coins', 'Fame'))}"
        return [TwoWays("each", (Block("for each player", (gain,)),), (Block("each player", (gain,)),))], scope

    def negation(self, scope: Scope) -> Written:
        """A branch the other way round."""
        condition, inside = f"<whose> Coins are at least {self.random.randint(1, 3)}", scope.deeper()
        said = self.expand(condition, scope)
        contrary = said.replace("at least", "less than")
        yes, no = self.block(inside, 1), self.block(inside, 1)
        one = (Block(f"if {said}", yes), Block("otherwise", no))
        return [TwoWays("negation", one, (Block(f"if {contrary}", no), Block("otherwise", yes)))], scope

    def written_out(self, scope: Scope) -> Written:
        """An action of its own, or its sentences where it is called: in an action, or each of them would be a move."""
        body, name = self.block(self._alone(scope), 2), f"Deed {self.fresh()}"
        self.beside.append(Block(f"to {name}", body))
        return [TwoWays("written out", (name,), body)], scope.knowing(TOLD)

    def without_its_name(self, scope: Scope) -> Written:
        """A value with a name, or what it is: but for `other`, which is none of those known where it stands (9.4)."""
        alone = self._alone(scope).knowing("!deciding").knowing(TOLD)
        value, name = self.fill("value", alone), f"Lot {self.fresh()}"
        self.beside.append(f"your {name} is {value}")
        gain = "gain as many Coins as"
        return [TwoWays("without its name", (f"{gain} your {name}",), (f"{gain} {value}",))], scope

    def _alone(self, scope: Scope) -> Scope:
        """What is known in sentences that stand by themselves."""
        return Scope(scope.known & (self.families | {"acts", "deciding", "two", "triggered"}), scope.depth + 1)

    def only_if(self, scope: Scope) -> Written:
        """`only if` in an option, or `if` around the menu."""
        condition, deeper = self.fill("condition", scope), scope.deeper().deeper()
        way, rest = f"Way {self.fresh()}", f"Way {self.fresh()}: do nothing"
        body = self.block(deeper, 2)
        asks = Block("choose one", (Block(way, (f"only if {condition}", *body)), rest))
        both: Nodes = (
            Block(f"if {condition}", (Block("choose one", (Block(way, body), rest)),)),
            Block("otherwise", (Block("choose one", (rest,)),)),
        )
        return [TwoWays("only if", (asks,), both)], scope

    def may(self, scope: Scope) -> Written:
        """`you may`, or up to one of one option."""
        body = self.block(scope.deeper(), 1)
        menu = Block("choose up to 1", (Block(f"Way {self.fresh()}", body),))
        return [TwoWays("may", (Block("you may", body),), (menu,))], scope

    def idle(self, scope: Scope) -> Written:
        """With a menu of one in it, a block decides; without, it does not."""
        body = self.block(scope.deeper().knowing("!deciding"), 2)
        menu = Block("choose one", (Block(f"Way {self.fresh()}", ("do nothing",)),))
        return [TwoWays("a choice of one", body, (menu, *body))], scope

    def branch_in_branch(self, scope: Scope) -> Written:
        """Two conditions joined, or one below the other, where what the first one finds is known to the second."""
        first, second = self.fill("condition", scope), self.fill("condition", scope.knowing(TOLD))
        body = self.block(scope.deeper(), 1)
        joined = Block(f"if ({first}) and ({second})", body)
        return [TwoWays("branch in branch", (joined,), (Block(f"if {first}", (Block(f"if {second}", body),)),))], scope

    def either(self, scope: Scope) -> Written:
        """One of two conditions, or a further branch that says the same. What only a branch finds is not spoken of."""
        first, second = self.fill("condition", scope), self.fill("condition", scope)
        found = " ".join(re.findall(r"\bthere is an? .*", f"{first}\n{second}"))
        known = scope.known - {name for name in INTRODUCED if re.search(rf"\b{name}\b", found)}
        body = self.block(replace(scope, known=known).deeper().knowing(TOLD), 1)
        apart = (Block(f"if {first}", body), Block(f"otherwise if {second}", body))
        return [TwoWays("either", (Block(f"if ({first}) or ({second})", body),), apart)], scope

    def otherwise(self, scope: Scope) -> Written:
        """A branch that is left, or one that always holds."""
        condition, inside = self.fill("condition", scope), scope.deeper()
        first, second = Block(f"if {condition}", self.block(inside, 1)), self.block(inside, 1)
        return [
            TwoWays("otherwise", (first, Block("otherwise", second)), (first, Block("otherwise if 1 is 1", second)))
        ], scope

    def once(self, scope: Scope) -> Written:
        """A block, or one that is gone through once. What it chooses anew is not known where a pass begins (9.1)."""
        body, after = self._unheard(scope)
        if scope.known - after.known:
            return list(body), after
        return [TwoWays("once", body, (Block("repeat 1 times", body),))], after

    def always_so(self, scope: Scope) -> Written:
        """A block, or one below what always holds."""
        body, after = self._unheard(scope)
        return [TwoWays("always so", body, (Block("if the number of players is at least 0", body),))], after

    def _unheard(self, scope: Scope) -> tuple[Nodes, Scope]:
        """Sentences of which nothing is known behind them, wherever they stand; nor what they choose anew (9.1)."""
        body = self.block(scope.deeper(), 1)
        chosen = " ".join(re.findall(r"\bchooses? .*", written(body)))
        again = {name for name in INTRODUCED if re.search(rf"\b{name}\b", chosen)}
        return body, replace(scope, known=scope.known - again).knowing(TOLD)

    def each_by_name(self, scope: Scope) -> Written:
        """For each of them, or for all of them by name."""
        if not scope.has("purses"):
            return self.each(scope)
        few = self.fill("few", scope)
        verb = self.random.choice(("gains", "loses"))
        named = tuple(f"Ann {verb} {few} {suit}" for suit in ("Oak", "Ash", "Elm"))
        return [TwoWays("each by name", (Block("for each Suit", (f"Ann {verb} {few} Suit",)),), named)], scope

    def remembered(self, scope: Scope) -> Written:
        """A value where it is used, or remembered before."""
        value, name = self.fill("value", scope), f"Pick {self.fresh()}"
        verb = self.random.choice(("gain", "lose", "pay"))
        later = (f"remember {value} as {name}", f"{verb} as many Coins as the {name}")
        return [TwoWays("remembered", (f"{verb} as many Coins as {value}",), later)], scope

    def exceptional(self, scope: Scope) -> Written:
        """A value with two branches, or a rule with its exception."""
        alone = self._alone(scope).knowing("!deciding")
        condition, name, other = self.fill("condition", alone), f"Toll {self.fresh()}", f"Toll {self.fresh()}"
        usual, special = self.fill("number", alone), self.fill("number", alone)
        self.beside += [
            f"your {name} is {special} if {condition}, otherwise {usual}",
            f"your {other} is {usual}",
            f"your {other} is {special} instead if {condition}",
        ]
        gain = "gain as many Fame as your"
        return [TwoWays("exceptional", (f"{gain} {name}",), (f"{gain} {other}",))], scope

    def so_called(self, scope: Scope) -> Written:
        """A condition, or what it is called. What the condition finds is known below it (7.5), and then `another` is
        none of that (9.4); its name finds nothing."""
        alone = self._alone(scope).knowing("!deciding")
        condition, name = self.fill("condition", alone.knowing(TOLD)), f"Keen {self.fresh()}"
        self.beside.append(f"you are {name} if {condition}")
        body = self.block(scope.deeper().knowing(TOLD), 1)
        return [TwoWays("so called", (Block(f"if {condition}", body),), (Block(f"if you are {name}", body),))], scope

    def hooked(self, scope: Scope) -> Written:
        """The end of an action, or what happens after it."""
        # What is chosen in the action is one of the others behind it, and not in it (9.4).
        behind = self._alone(scope).knowing("!deciding").knowing(TOLD)
        first, then = self.block(self._alone(scope), 1), self.block(behind, 1)
        whole, part = f"Deed {self.fresh()}", f"Deed {self.fresh()}"
        self.beside += [Block(f"to {whole}", (*first, *then)), Block(f"to {part}", first)]
        self.beside.append(Block(f"after you {part}", then))
        return [TwoWays("hooked", (whole,), (part,))], scope

    def again(self, scope: Scope) -> Written:
        """An action done so many times, or named so many times."""
        body, name, times = self.block(self._alone(scope), 1), f"Deed {self.fresh()}", self.random.choice((2, 3))
        self.beside.append(Block(f"to {name}", body))
        return [TwoWays("again", (name,) * times, (Block(f"repeat {times} times", (name,)),))], scope

    def given_it(self, scope: Scope) -> Written:
        """An amount, or an action that is given it."""
        number, name, load = self.random.randint(0, 4), f"Deed {self.fresh()}", f"Load {self.fresh()}"
        verb = self.random.choice(("gain", "lose", "pay"))
        self.beside.append(
            Block(f"to {name} for a number from 0 to 4 as {load}", (f"{verb} as many Coins as the {load}",))
        )
        amount = f"({number} plus 0)" if self.random.random() < 0.5 else str(number)
        return [TwoWays("given it", (f"{verb} {number} Coins",), (f"{name} for {amount}",))], scope.knowing(TOLD)

    def gone_through(self, scope: Scope) -> Written:
        """All of them, or all that were chosen."""
        gain = f"the player gains {self.fill('few', scope)} {self.random.choice(('Coins', 'Fame'))}"
        chosen = ("choose all players", Block("for each of the players", (gain,)))
        return [TwoWays("gone through", (Block("for each player", (gain,)),), chosen)], scope.knowing(TOLD)
