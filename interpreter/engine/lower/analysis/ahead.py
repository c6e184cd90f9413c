"""Looking ahead turned into conditions before the move, as far as the way from an option to its end can be followed.

    option: x := s  ->  Do: require a(x); move ...  ->  Test ...  ->  rest        becomes   a(s)
    ... -> Test c: (Do: require a) else (Do: require b) -> rest                   becomes   (not c or a) and (c or b)

Where it cannot, because a decision lies on the way or a sentence depends on what moved before it, there is a doubt:
when it is true, only trying tells.

    ... -> Test c: (Decide: ...) else (rest)               becomes   nothing, with the doubt c

A way that is gone only if it is possible to the end is not looked at: that was asked already.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.preconditions import Before
from rulelang.graph import shape, terms
from rulelang.graph.bounds import Scope
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, OptionEdge, Test
from rulelang.graph.terms import Effect, Term
from rulelang.tuning.fast_dataclass import dataclass

#: Forks on the way, one behind the other, at most.
_DEEPEST: Final = 6

#: Once there is a doubt, it is hardly worth while to look at more nodes than that.
_MOST_SINCE_DOUBT: Final = 4

#: Ways part again and again, and conditions grow with each fork: beyond so many nodes it is quicker to try.
_MOST_LOOKED_AT: Final = 100

#: Programs of more nodes hold all the examples of a rulebook: each move is made once, and looking takes longer.
_LARGE: Final = 1500


class _TooFarError(Exception):
    """The way on is too long to be followed."""


@dataclass(frozen=True, slots=True)
class Needs:
    """Conditions without which a move cannot be completed, and when they may not be all: 0 if they always are."""

    conditions: tuple[Term, ...]
    doubt: Term


NOTHING: Final = Needs((), terms.Const(0))
UNKNOWN: Final = Needs((), terms.Const(1))


class Ahead:
    """Follows the ways from options to the ends of moves."""

    def __init__(self, facts: Facts) -> None:
        self._facts: Final = facts
        self._nodes: Final = {node.number: node for node in facts.program.nodes}
        self._safe: Final = self._safe_nodes()
        #: How many nodes were looked at since the first doubt on the way; -1 before it.
        self._since_doubt = -1
        self._looked_at = 0

    def conditions(
        self, effects: tuple[Effect, ...], target: int, simplify: Callable[[Term], Term], scope: Scope
    ) -> Needs:
        """What must hold before `effects` so that they and the way on from `target` can be carried out."""
        self._since_doubt = -1
        self._looked_at = 0
        if len(self._nodes) > _LARGE:
            return UNKNOWN
        try:
            return self._then(effects, target, Before(self._facts, simplify=simplify, scope=scope), 0)
        except _TooFarError:
            return UNKNOWN

    def _then(self, effects: tuple[Effect, ...], target: int, before: Before, depth: int) -> Needs:
        found = self._through(effects, before)
        if found.doubt != NOTHING.doubt:
            self._since_doubt = max(self._since_doubt, 0)
        if found.doubt == UNKNOWN.doubt:
            return UNKNOWN
        rest = self._from(target, before, depth)
        if rest.doubt == UNKNOWN.doubt:
            return UNKNOWN
        doubts = tuple(one.doubt for one in (found, rest) if one.doubt != NOTHING.doubt)
        return Needs((*found.conditions, *rest.conditions), terms.Or(doubts) if doubts else NOTHING.doubt)

    def _through(self, effects: tuple[Effect, ...], before: Before) -> Needs:
        found: list[Term] = []
        doubts: list[Term] = []
        for effect in effects:
            needs = before.conditions(effect)
            if needs is None:
                sure = before.sure(effect)
                if sure == terms.Const(0):
                    return UNKNOWN
                doubts.append(terms.Not(sure))
            else:
                found += needs
            before.note(effect)
        return Needs(tuple(found), terms.Or(tuple(doubts)) if doubts else NOTHING.doubt)

    def _from(self, number: int, before: Before, depth: int) -> Needs:
        node = self._nodes.get(number)
        if node is None or number in self._safe or ends_move(node):
            return NOTHING
        if self._since_doubt >= _MOST_SINCE_DOUBT:
            return UNKNOWN
        if self._since_doubt >= 0:
            self._since_doubt += 1
        self._looked_at += 1
        if self._looked_at > _MOST_LOOKED_AT:
            raise _TooFarError
        match node:
            case Do(effects=effects, target=target) if depth <= 4 * _DEEPEST:
                return self._then(effects, target, before.inside(), depth + 1)
            case Test() if depth <= 4 * _DEEPEST:
                return self._fork(node, before, depth + 4)
            case Decide() if depth <= 4 * _DEEPEST:
                return self._decision(node, before, depth + 4)
            case _:
                self._since_doubt = max(self._since_doubt, 0)
                return UNKNOWN

    def _decision(self, node: Decide, before: Before, depth: int) -> Needs:
        """A decision that is sure to be made if there is a move of an option behind which nothing can fail. (If there
        is none, nobody knows: somebody else may decide here.)"""
        self._since_doubt = max(self._since_doubt, 0)
        ways = [option for option in node.options if not option.window and not option.handfuls]
        there = [_there_is(option) for option in ways if self._never_fails(option, before, depth)]
        sure = before.sure_of(terms.Or(tuple(there))) if there else terms.Const(0)
        return UNKNOWN if sure == terms.Const(0) else Needs((), terms.Not(sure))

    def _never_fails(self, option: OptionEdge, before: Before, depth: int) -> bool:
        if any(parameter.form != "pick" for parameter in option.parameters):
            return False
        return self._then(option.effects, option.target, before.inside(), depth) == NOTHING

    def _fork(self, node: Test, before: Before, depth: int) -> Needs:
        found: list[Term] = []
        doubts: list[Term] = []
        others: list[Term] = []
        since = self._since_doubt
        for condition, target in (*node.arms, (terms.Const(1), node.otherwise)):
            test = before.back(condition)
            if test == terms.Const(0):
                continue
            if since < 0:
                # A doubt on one way is none on the others.
                self._since_doubt = since
            if test is None:
                # The way cannot be told beforehand: then nothing may depend on it.
                if any(self._from(way, before.inside(), depth) != NOTHING for way in _ways(node)):
                    doubts.append(terms.And(tuple(terms.Not(other) for other in others)))
                break
            rest = NOTHING if is_asked(condition, target) else self._from(target, before.inside(), depth)
            found += [terms.Or((*others, terms.Not(test), need)) for need in rest.conditions]
            if rest.doubt != terms.Const(0):
                doubts.append(terms.And((*(terms.Not(other) for other in others), test, rest.doubt)))
            if test == terms.Const(1):
                break
            others.append(test)
        return Needs(tuple(found), terms.Or(tuple(doubts)) if doubts else terms.Const(0))

    def _safe_nodes(self) -> frozenset[int]:
        """Nodes from which no sentence can fail and nothing is decided before the move ends."""
        safe = {number for number, node in self._nodes.items() if _is_harmless(node)}
        while True:
            unsafe = {
                number for number in safe if not all(self._stays(way, safe) for way in _ways(self._nodes[number]))
            }
            if not unsafe:
                return frozenset(safe)
            safe -= unsafe

    def _stays(self, number: int, safe: set[int]) -> bool:
        return number in safe or number not in self._nodes or ends_move(self._nodes[number])


def _there_is(option: OptionEdge) -> Term:
    """Is there a choice that an option leaves open?"""
    body = terms.Const(1) if option.guard is None else option.guard
    for one in reversed(option.parameters):
        wanted = body if one.where is None else terms.And((one.where, body))
        body = terms.AnyIn(one.name, one.domain, wanted)
    return body


def ends_move(node: Node) -> bool:
    """Is a move over that comes to a node?"""
    return isinstance(node, End | ChanceNode) or node.rest or (isinstance(node, Decide) and node.otherwise >= 0)


def _is_harmless(node: Node) -> bool:
    if isinstance(node, Do):
        return not any(terms.Require in shape.kinds(effect) for effect in node.effects)
    return isinstance(node, Test)


def _ways(node: Node) -> list[int]:
    if isinstance(node, Do):
        return [node.target]
    if not isinstance(node, Test):
        return []
    return [*(target for condition, target in node.arms if not is_asked(condition, target)), node.otherwise]


def is_asked(condition: Term, target: int) -> bool:
    """Is a way gone only where it was found possible from here to the end?"""
    parts = condition.parts if isinstance(condition, terms.And) else (condition,)
    return any(isinstance(part, terms.Possible) and part.node == target and not part.fill for part in parts)
