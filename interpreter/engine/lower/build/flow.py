"""Nodes as functions.

actor_12()                 who decides
list_12()                  the codes of the legal moves; `each_12_0` those of one option, one after the other
play_12(code)              carries a move out, and goes on; `take_12_0(values)` the same by its values
at_12()                    what happens at a node by itself
any_12_0(), shown_12()     is a move of the option legal, is the decision put to anybody?
tries_12_0(values)         can the effects be carried out? asks on a copy
completes_9(actor)         can the flow from node 9 be completed? uses up its state
possible_9(...)            the same on a copy with some cells filled
outcomes_7(), happens_7(outcome), place_7()
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from interpreter.engine.lower.analysis.bounds import Bound, one_of
from interpreter.engine.lower.analysis.plans import bound_of
from interpreter.engine.lower.analysis.split_options import split
from interpreter.engine.lower.build.body import Body
from interpreter.engine.lower.build.effects import ON_TRIAL, EffectLowering, Manner, in_play
from interpreter.engine.lower.build.following import Following
from interpreter.engine.lower.build.moves import Leaf, MoveLowering
from interpreter.engine.lower.build.scope import NO_LOCALS, Bindings
from interpreter.engine.lower.build.values import TermLowering
from interpreter.engine.lower.code import (
    Abort,
    Assign,
    Copy,
    Deed,
    Finish,
    Gather,
    Goto,
    If,
    Numbers,
    Offer,
    Perform,
    Remark,
    Rest,
    Return,
    Role,
    Routine,
    Run,
    SortOffers,
    Statement,
    Store,
    Tail,
    Weigh,
)
from interpreter.engine.lower.codes import Codes
from interpreter.engine.lower.expressions import (
    NO,
    YES,
    Binary,
    BinaryOp,
    Expression,
    Invoke,
    Var,
    all_of,
    number,
)
from interpreter.engine.lower.types import TRUTH, Number, NumberList, Type
from rulelang.graph import terms
from rulelang.graph.program import Chance, Decide, Do, End, Node, Option, Origin, Program, Test
from rulelang.graph.successors import targets
from rulelang.graph.terms import Effect, Term

if TYPE_CHECKING:
    from interpreter.engine.lower.build.lowering import Lowering

#: What the name of a routine ends in that is for everything its variants are not for.
ANY: Final = "_any"

#: Whoever decides first is the one who is asked (the actor of a look-ahead query).
ANYBODY: Final = -2


class RoutineBuilder:
    """One function while it is written."""

    def __init__(self, lowering: Lowering, manner: Manner, *, by_variant: bool = False) -> None:
        """`by_variant`: for what is known, so that it pays to write out functions of the rulebook."""
        self.lowering: Final = lowering
        self.body: Final = Body()
        simplifier = lowering.source.simplifier(by_variant=by_variant)
        self.values: Final = TermLowering(lowering.source, self.body, simplifier, lowering.derived, lowering.possible)
        self.effects: Final = EffectLowering(self.values, manner, lowering.rank)

    def moves(self, node: Decide, number_: int) -> MoveLowering:
        """The legal moves of an option, with what is known here."""
        if not self.values.simplifier.known:
            plan = self.lowering.plan(node, number_)
        else:
            plan = self.lowering.plan_of(node.options[number_], self.values.simplifier, self.values.base.bounds)
        return MoveLowering(self.values, self.effects, plan, lambda: self.lowering.tries(node, number_))

    def all_parts(self, node: Decide, number_: int, leaf: Leaf) -> bool:
        """The legal moves of an option, part by part; do they come in their order?"""
        if "parts" in self.lowering.source.without or not self.lowering.source.is_small:
            self.moves(node, number_).legal(leaf)
            return True
        simplifier, bounds = self.values.simplifier, self.values.base.bounds
        parts = split(node.options[number_], simplifier, self.lowering.source.facts, bounds)
        in_order = len(parts) <= 1
        for part in parts:
            if part.option.guard == terms.Const(0):
                continue
            plan = self.lowering.plan_of(part.option, simplifier, bounds)
            tries = partial(self.lowering.tries, node, number_)
            moves = MoveLowering(self.values, self.effects, plan, tries, part.values)
            in_order = moves.at_once_or_legal(leaf) and in_order
        return in_order

    def parameter(self, name: str, type_: Type) -> Var:
        """A parameter of the function."""
        return self.body.new(name, type_)

    def add(self, *statements: Statement) -> None:
        """Statements at the present place."""
        for statement in statements:
            self.body.add(statement)

    def made(
        self, name: str, role: Role, parameters: Sequence[Var], result: Type | None, origin: Origin | None
    ) -> Routine:
        """The function as it is written now."""
        return Routine(name, role, tuple(parameters), result, self.body.whole, origin)


class NodeLowering:
    """Writes the functions of nodes."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering: Final = lowering
        self._source: Final = lowering.source
        self._nodes: Final = {node.number: node for node in lowering.source.program.nodes}
        self._actor: Final = Number(ANYBODY, lowering.source.program.players - 1, "player")
        self._once: Final = _entered_once(lowering.source.program)

    def of(self, number_: int) -> Node | None:
        """A node by its number."""
        return self._nodes.get(number_)

    def is_entered_once(self, node: Node) -> bool:
        """Is there one way to a node only?"""
        return node.number in self._once

    def shown_name(self, node: Decide) -> str:
        """The routine that tells whether a decision is put to anybody."""
        return self._lowering.shown(node)

    def _in_play(self, node: int, *, by_variant: bool = False) -> RoutineBuilder:
        reasons = tuple(text for text, _ in self._source.program.reasons)
        return RoutineBuilder(self._lowering, in_play(node, reasons), by_variant=by_variant)

    def _on_trial(self, *, by_variant: bool = False) -> RoutineBuilder:
        return RoutineBuilder(self._lowering, ON_TRIAL, by_variant=by_variant)

    # --------------------------------------------------------------------------------------------------- steps

    def go(self, target: int) -> Statement:
        """On to a node."""
        node = self._nodes.get(target)
        if node is None:
            return Abort("the rules lead nowhere", -1)
        return Rest(target) if isinstance(node, End | Chance) else Goto(target)

    def step(self, name: str, node: Decide | Do | Test) -> Routine:
        """What happens at a node by itself."""
        writing = self._in_play(node.number)
        writing.add(Remark(_titled(node), node.origin))
        if isinstance(node, Decide):
            self._at_decide(writing, node)
        else:
            Following(self, writing).inside(node, 0, sure=False)
        return writing.made(name, Role.STEP, (), None, node.origin)

    def _at_decide(self, writing: RoutineBuilder, node: Decide) -> None:
        """Stay where something is legal; else pass, or go on."""
        writing.add(If(Invoke(self._lowering.shown(node), (), TRUTH), (Rest(node.number),)))
        for number_, option in enumerate(node.options):
            if option.role == "pass":
                take = self._lowering.take(node, number_)
                writing.moves(node, number_).legal(partial(_go_on_with, writing, take))
        if node.otherwise >= 0:
            writing.add(self.go(node.otherwise))
        else:
            writing.add(Abort(f"nothing is legal at: {node.title}", node.number, stuck=True))

    # --------------------------------------------------------------------------------------------------- moves

    def actor(self, name: str, node: Decide) -> Routine:
        """Who decides."""
        writing = self._on_trial()
        writing.add(Return(writing.values.number(writing.values.simple(node.actor))))
        return writing.made(name, Role.VALUE, (), self._source.number(node.actor), node.origin)

    def shown(self, name: str, node: Decide) -> Routine:
        """Is there a legal move that is no pass?"""
        writing = self._on_trial()
        asked = [number_ for number_, option in enumerate(node.options) if option.role != "pass"]
        self._any_of(writing, node, asked)
        return writing.made(name, Role.VALUE, (), TRUTH, node.origin)

    def _any_of(self, writing: RoutineBuilder, node: Decide, options: Sequence[int]) -> None:
        for number_ in options:
            if node.options[number_].handfuls:
                # A handful is written into a copy, which the other options must not see.
                asked = Invoke(self._lowering.any(node, number_), (), TRUTH)
                writing.add(If(asked, (Return(YES),)))
            else:
                writing.moves(node, number_).legal(lambda *_: writing.add(Return(YES)))
        writing.add(Return(NO))

    def any(self, name: str, node: Decide, number_: int) -> Routine:
        """Is there a legal move of an option?"""
        writing = self._on_trial()
        writing.moves(node, number_).legal(lambda *_: writing.add(Return(YES)))
        writing.add(Return(NO))
        return writing.made(name, Role.VALUE, (), TRUTH, node.options[number_].origin)

    def listing(self, name: str, node: Decide) -> Routine:
        """The codes of all legal moves."""
        writing = self._on_trial(by_variant=True)
        if self._lowering.variants.of(node) and not name.endswith(ANY):
            self._by_variant(writing, node, self._lowering.listing(node, ANY), lambda: self._list_all(writing, node))
        else:
            self._list_all(writing, node)
        return writing.made(name, Role.LIST, (), None, node.origin)

    def _list_all(self, writing: RoutineBuilder, node: Decide) -> None:
        in_order = True
        for number_, option in enumerate(node.options):
            writing.add(Remark(option.name, option.origin))
            in_order = self._list(writing, node, number_) and in_order
        if not in_order:
            writing.add(SortOffers())
        writing.add(Finish())

    def _list(self, writing: RoutineBuilder, node: Decide, number_: int) -> bool:
        """The codes of the moves of an option; are they in order?"""
        codes = self._source.codes(node.number, number_)
        assert codes is not None

        def leaf(values: tuple[Expression, ...], _: Bindings) -> None:
            writing.add(Offer(number_, _code(codes, values), values))

        return writing.all_parts(node, number_, leaf)

    def _by_variant(
        self, writing: RoutineBuilder, node: Decide, otherwise: str, write: Callable[[], None], *given: Var
    ) -> None:
        """Something written for each variant of what is known at a decision, and `otherwise` for all else."""
        simplifier, values = writing.values.simplifier, writing.values
        for variant in self._lowering.variants.of(node):
            asked = tuple(
                Binary(BinaryOp.EQUAL, values.load(region, terms.Const(index), NO_LOCALS), number(value), TRUTH)
                for (region, index), value in variant
            )
            with writing.body.when(all_of(asked)):
                simplifier.known.restore({key: terms.Const(value) for key, value in variant})
                write()
            simplifier.known.restore({})
            values.base = NO_LOCALS
        writing.add(Tail(otherwise, given))

    def each(self, name: str, node: Decide, number_: int) -> Routine:
        """The legal moves of one option, one after the other."""
        writing = self._on_trial()
        writing.add(Remark(node.options[number_].name, node.options[number_].origin))
        self._offer(writing, node, number_, None)
        return writing.made(name, Role.EACH, (), None, node.options[number_].origin)

    def _offer(self, writing: RoutineBuilder, node: Decide, number_: int, codes: Codes | None) -> None:
        def leaf(values: tuple[Expression, ...], _: Bindings) -> None:
            code = None if codes is None else _code(codes, values)
            writing.add(Offer(number_, code, values))

        writing.moves(node, number_).legal(leaf)

    def take(self, name: str, node: Decide, number_: int) -> Routine:
        """Carry a move out, by its values."""
        writing = self._in_play(node.number)
        option = node.options[number_]
        variables = self._variables(writing, option)
        writing.add(Remark(option.name, option.origin))
        following = Following(self, writing)
        # The move is legal: what it asks for holds.
        following.effects(option.effects, writing.moves(node, number_).scope_of(variables), sure=True)
        following.go(option.target, 0, sure=option.lookahead)
        return writing.made(name, Role.STEP, variables, None, option.origin)

    def play(self, name: str, node: Decide) -> Routine:
        """Carry a move out, by its code."""
        writing = self._in_play(node.number, by_variant=True)
        following = Following(self, writing)
        given = self._source.codes(node.number, 0)
        assert given is not None
        last = self._source.codes(node.number, len(node.options) - 1)
        assert last is not None
        code = writing.parameter("code", Number(given.base, last.base + last.count - 1))
        if self._lowering.variants.of(node) and not name.endswith(ANY):
            any_ = self._lowering.play(node, ANY)
            self._by_variant(writing, node, any_, lambda: self._play_all(writing, following, node, code), code)
        else:
            self._play_all(writing, following, node, code)
        return writing.made(name, Role.STEP, (code,), None, node.origin)

    def _play_all(self, writing: RoutineBuilder, following: Following, node: Decide, code: Var) -> None:
        before, base = dict(writing.values.simplifier.known), writing.values.base
        for number_, option in enumerate(node.options):
            codes = self._source.codes(node.number, number_)
            assert codes is not None
            is_last = number_ == len(node.options) - 1
            mine = YES if is_last else Binary(BinaryOp.LESS, code, number(codes.base + codes.count), TRUTH)
            with writing.body.when(mine):
                writing.add(Remark(option.name, option.origin))
                variables = self._decoded(writing, option, codes, code)
                effects, scope = self._chosen(writing, following, option, variables)
                # The move is legal: what it asks for holds.
                following.effects(effects, scope, sure=True)
                following.go(option.target, 0, sure=option.lookahead)
            writing.values.simplifier.known.restore(before)
            writing.values.base = base

    def _chosen(
        self, writing: RoutineBuilder, following: Following, option: Option, variables: Sequence[Var]
    ) -> tuple[tuple[Effect, ...], Bindings]:
        """The effects of a move, and the scope of its values; of a token whose variety is known the place alone."""
        values = writing.values
        parts = split(option, values.simplifier, self._source.facts, values.base.bounds)
        scope = values.base
        if len(parts) == 1 and all(map(_is_simple, parts[0].values)):
            bounds: dict[str, Bound] = dict(scope.bounds)
            for parameter in parts[0].option.parameters:
                bounds[parameter.name] = bound_of(parameter, self._source.facts, values.simplifier, bounds)
            for value, var in zip(parts[0].values, variables, strict=True):
                scope = self._bind_part(writing, value, var, bounds, scope)
            for parameter in parts[0].option.parameters:
                if isinstance(parameter.domain, terms.Members):
                    there = terms.Holds(parameter.domain.set, terms.Local(parameter.name))
                    following.assume(values.simple(there, scope), scope)
            return parts[0].option.effects, scope
        for parameter, var in zip(option.parameters, variables, strict=True):
            domain = values.simplifier.domain(parameter.domain, scope.bounds)
            scope = scope.having(parameter.name, var, self._source.facts.element(domain, scope.bounds))
        return option.effects, scope

    def _bind_part(
        self, writing: RoutineBuilder, value: Term, var: Var, bounds: Mapping[str, Bound], scope: Bindings
    ) -> Bindings:
        match value:
            case terms.TokenAt(terms.Const(), terms.Local(name)):
                width = number(len(self._source.program.layout.varieties))
                bound = bounds[name]
                place = writing.body.new("place", Number(bound.low, bound.high))
                writing.add(Assign(place, Binary(BinaryOp.DIVIDE, var, width, place.type)))
                return scope.having(name, place, bound)
            case terms.Local(name):
                return scope.having(name, var, bounds[name])
            case _:
                return scope

    def _decoded(self, writing: RoutineBuilder, option: Option, codes: Codes, code: Var) -> list[Var]:
        """The values of a move, from its code."""
        left: Expression = code
        if codes.base:
            left = Binary(BinaryOp.SUBTRACT, code, number(codes.base), Number(0, codes.count - 1))
        total = codes.count
        found: list[Var] = []
        for position, (parameter, low, size) in enumerate(zip(option.parameters, codes.lows, codes.sizes, strict=True)):
            left = writing.body.hold("rest", left)
            var = writing.body.new(parameter.name, Number(low, low + size - 1))
            total //= size
            value: Expression = left
            if position < len(codes.sizes) - 1:
                value = Binary(BinaryOp.DIVIDE, left, number(total), Number(0, size - 1))
                left = Binary(BinaryOp.REMAINDER, left, number(total), Number(0, total - 1))
            writing.add(Assign(var, value if not low else Binary(BinaryOp.ADD, value, number(low), var.type)))
            found.append(var)
        return found

    def _variables(self, writing: RoutineBuilder, option: Option) -> list[Var]:
        scope: dict[str, object] = {}
        found = []
        for parameter in option.parameters:
            bound = self._source.facts.element(parameter.domain)
            type_: Type = NumberList() if parameter.form == "some" else Number(bound.low, bound.high)
            found.append(writing.parameter(parameter.name, type_))
            scope[parameter.name] = bound
        return found

    def tries(self, name: str, node: Decide, number_: int) -> Routine:
        """Can the effects of a move be carried out, and the move be completed?"""
        writing = self._on_trial()
        option = node.options[number_]
        variables = self._variables(writing, option)
        actor: Expression = number(ANYBODY)
        if option.lookahead:
            actor = writing.body.new("actor", self._actor)
            writing.add(Assign(actor, writing.values.number(writing.values.simple(node.actor))))
        writing.add(Copy())
        plan = self._lowering.plan(node, number_)
        writing.effects.carry_out(plan.effects, writing.moves(node, number_).scope_of(variables))
        writing.add(Return(self.completing(option.target, actor) if option.lookahead else YES))
        return writing.made(name, Role.ATTEMPT, variables, TRUTH, option.origin)

    # --------------------------------------------------------------------------------------------- single moves

    def fits(self, name: str, node: Decide, number_: int, given: int, *, begun: bool) -> Routine:
        """Is there a legal move that begins with some values (and whose next handful begins with some members)?"""
        writing = self._on_trial()
        variables = self._variables(writing, node.options[number_])[:given]
        members = writing.parameter("begun", NumberList()) if begun else None
        moves = writing.moves(node, number_)
        moves.legal(lambda *_: writing.add(Return(YES)), variables, members)
        writing.add(Return(NO))
        parameters = [*variables, *([members] if members is not None else [])]
        return writing.made(name, Role.VALUE, parameters, TRUTH, node.options[number_].origin)

    def next(self, name: str, node: Decide, number_: int, given: int) -> Routine:
        """What may be picked next (for a handful: what may be in it)."""
        writing = self._on_trial()
        option = node.options[number_]
        variables = self._variables(writing, option)[:given]
        writing.moves(node, number_).next_values(variables, lambda value: writing.add(Offer(number_, None, (value,))))
        return writing.made(name, Role.EACH, variables, None, option.origin)

    # --------------------------------------------------------------------------------------------------- chance

    def place(self, name: str, node: Chance) -> Routine:
        """Which place is shuffled."""
        writing = self._on_trial()
        assert node.shuffles is not None
        writing.add(Return(writing.values.number(writing.values.simple(node.shuffles))))
        return writing.made(name, Role.VALUE, (), self._source.number(node.shuffles), node.origin)

    def happens(self, name: str, node: Chance) -> Routine:
        """An outcome of chance happens."""
        writing = self._in_play(node.number)
        scope = NO_LOCALS
        parameters: list[Var] = []
        if node.shuffles is not None:
            order = writing.parameter("order", NumberList())
            place = writing.values.number(writing.values.simple(node.shuffles))
            writing.add(Perform(Deed.REARRANGE, (place, order)))
            parameters.append(order)
        else:
            bound = one_of(0, nothing=True)
            if node.parameter is not None:
                bound = self._source.facts.element(node.parameter.domain)
            outcome = writing.parameter("outcome", Number(bound.low, bound.high))
            parameters.append(outcome)
            if node.parameter is not None:
                scope = scope.having(node.parameter.name, outcome, bound)
        following = Following(self, writing)
        following.effects(node.effects, scope, sure=False)
        following.go(node.target, 0, sure=False)
        return writing.made(name, Role.STEP, parameters, None, node.origin)

    def outcomes(self, name: str, node: Chance) -> Routine:
        """The outcomes with their weights."""
        writing = self._on_trial()
        parameter = node.parameter
        assert parameter is not None
        values = writing.values
        domain = values.simplifier.domain(parameter.domain)
        run: Run = values.folds.run(domain, NO_LOCALS)
        if isinstance(domain, terms.Listed | terms.Sequence):
            pool = writing.body.new("pool", NumberList())
            writing.add(Gather(pool, run), Perform(Deed.ORDER, (pool,)))
            run = Numbers(pool)
        var, scope = values.folds.element(parameter.name, domain, NO_LOCALS)
        where = terms.Const(1) if parameter.where is None else parameter.where
        with writing.body.each(var, run), writing.body.when(values.truth(values.simple(where, scope), scope)):
            weight = values.number(values.simple(_weight(node, parameter.name), scope), scope)
            weight = writing.body.hold("weight", weight)
            with writing.body.when(Binary(BinaryOp.GREATER, weight, number(0), TRUTH)):
                writing.add(Weigh(var, weight))
        return writing.made(name, Role.LIST, (), None, node.origin)

    # --------------------------------------------------------------------------------------------- looking ahead

    def completing(self, target: int, actor: Expression) -> Expression:
        """The question whether the flow from a node can be completed."""
        node = self._nodes.get(target)
        if node is None or isinstance(node, End | Chance) or node.rest:
            return YES
        if isinstance(node, Decide) and node.otherwise >= 0:
            return YES
        return Invoke(self._lowering.completes(node), (actor,), TRUTH)

    def possible(self, name: str, target: int, cells: tuple[tuple[str, int | None], ...]) -> Routine:
        """Can the option or procedure entered at a node be carried out, some cells filled?"""
        writing = self._on_trial()
        parameters: list[Var] = []
        stores: list[Statement] = []
        for region_name, known in cells:
            region = self._source.region(region_name)
            index: Expression = number(known) if known is not None else Var("", Number())
            if known is None:
                index = writing.parameter("cell", Number(0, region.length - 1))
                parameters.append(index)
            value = writing.parameter(region_name, self._source.cell(region))
            parameters.append(value)
            stores.append(Store(region.name, region.base, region.length, index, value))
        writing.add(Copy(), *stores)
        node = self._nodes.get(target)
        decided = node is None or isinstance(node, End | Chance)
        asked = YES if decided or node is None else Invoke(self._lowering.completes(node), (number(ANYBODY),), TRUTH)
        writing.add(Return(asked))
        return writing.made(name, Role.ATTEMPT, parameters, TRUTH, None)

    def completes(self, name: str, node: Node) -> Routine:
        """Can the flow from a node be completed?"""
        writing = self._on_trial()
        actor = writing.parameter("actor", self._actor)
        match node:
            case Do():
                effects = writing.values.simplifier.effects(node.effects)
                writing.effects.carry_out(effects, NO_LOCALS)
                writing.add(Return(self.completing(node.target, actor)))
            case Test():
                for condition, target in node.arms:
                    test = writing.values.truth(writing.values.simple(condition))
                    writing.add(If(test, (Return(self.completing(target, actor)),)))
                writing.add(Return(self.completing(node.otherwise, actor)))
            case Decide():
                self._completes_decide(writing, node, actor)
            case _:
                writing.add(Return(YES))
        return writing.made(name, Role.TRIAL, (actor,), TRUTH, node.origin)

    def _completes_decide(self, writing: RoutineBuilder, node: Decide, actor: Var) -> None:
        if node.otherwise >= 0:
            writing.add(Return(YES))
            return
        decides = writing.values.number(writing.values.simple(node.actor))
        somebody = Binary(BinaryOp.UNEQUAL, actor, number(ANYBODY), TRUTH)
        other = Binary(BinaryOp.UNEQUAL, actor, decides, TRUTH)
        with writing.body.when(somebody), writing.body.when(other):
            writing.add(Return(YES))
        # A window is open to somebody else's business: it completes no move.
        asked = [number_ for number_, option in enumerate(node.options) if not option.window]
        self._any_of(writing, node, asked)


def _go_on_with(writing: RoutineBuilder, take: str, values: tuple[Expression, ...], _: Bindings) -> None:
    writing.add(Tail(take, values))


def _is_simple(value: Term) -> bool:
    """Is a value of an option one of its part, or easily told from one?"""
    match value:
        case terms.Local() | terms.Const() | terms.TokenAt(terms.Const(), terms.Local()):
            return True
        case _:
            return False


def _entered_once(program: Program) -> frozenset[int]:
    counts = Counter([program.entry])
    for node in program.nodes:
        counts.update(targets(node))
    return frozenset(node.number for node in program.nodes if counts[node.number] == 1) - {program.entry}


def _titled(node: Decide | Do | Test) -> str:
    return f"{node.number}: {' '.join(node.title.split())}"


def _code(codes: Codes, values: tuple[Expression, ...]) -> Expression:
    """The code of values that are worked out in play."""
    found: Expression = number(0)
    base = codes.base
    stride = 1
    parts: list[Expression] = []
    for value, low, size in zip(reversed(values), reversed(codes.lows), reversed(codes.sizes), strict=True):
        base -= low * stride
        part = value if stride == 1 else Binary(BinaryOp.MULTIPLY, value, number(stride), Number(0, size * stride))
        parts.append(part)
        stride *= size
    type_ = Number(codes.base, codes.base + codes.count - 1)
    for part in reversed(parts):
        found = part if found == number(0) else Binary(BinaryOp.ADD, found, part, type_)
    return Binary(BinaryOp.ADD, found, number(base), type_) if base or found == number(0) else found


def _weight(node: Chance, name: str) -> Term:
    assert node.parameter is not None
    if node.weight is not None:
        return node.weight
    if isinstance(node.parameter.domain, terms.Tokens):
        return terms.TokenCount(terms.VarietyOf(terms.Local(name)), terms.PlaceOf(terms.Local(name)))
    return terms.Const(1)
