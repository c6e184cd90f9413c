"""From drafts to the finished program.

Before: drafts in drawing order, some of which nothing leads to, or which do nothing; options with what was chosen in
cells; `if possible` asks about a node that had no number yet. After: frozen nodes with numbers from 0, each reached
from an entry or asked about by a look-ahead query; options speak of what is chosen in them as locals, offer no more
than their conditions allow, and are marked where a move may fail later. Nodes that do nothing are gone:

    A --> (nothing) --> B      becomes      A --> B
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from rulelang.compile.flow import Flow
from rulelang.compile.flow.choices import joint, own_conditions
from rulelang.compile.flow.drafts import DraftNode, DraftOption
from rulelang.compile.flow.frames import Frame
from rulelang.compile.narrowing import bounded
from rulelang.graph.access import every_effect
from rulelang.graph.build import all_of
from rulelang.graph.program import NODE_KINDS, Function, Node, OptionEdge, Test
from rulelang.graph.terms import And, Apply, Const, Effect, Possible, Require, Term
from rulelang.graph.walk import all_parts, rewrite
from rulelang.tuning.fast_dataclass import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Finished:
    """Nodes in drawing order with numbers from 0, the new numbers of the entries, the functions; and the renumbering,
    for terms that stand outside the graph."""

    nodes: tuple[Node, ...]
    entries: list[int]
    functions: dict[str, Function]
    renumber: Callable[[Any], Any]


def finish_nodes(flow: Flow, entries: list[int], outside: list[Any]) -> Finished:
    """Finish the graph. `outside` are terms beside it (invariants, examples) whose look-ahead queries lead into it."""
    drafts = flow.pen.nodes
    functions = flow.book.functions.program
    _name_queries(drafts)
    for node in drafts:
        for option in node.options:
            own_conditions(option)
            joint(option)
            option.parameters = [bounded(parameter, functions) for parameter in option.parameters]
            option.written = option.written or _written(option, flow.written.get(option.name, ""), flow.frames.regions)
    _shorten(drafts, entries)
    failing = _may_fail(drafts)
    queries = _Queries(functions, everywhere=bool(flow.queries))
    reached, asking = _reached(drafts, entries, outside, queries)
    numbers = {old: new for new, old in enumerate(sorted(reached))}

    def renumber(part: Any) -> Any:
        return Possible(numbers[part.node], part.fill) if type(part) is Possible else part

    nodes = tuple(_node(drafts[old], numbers, failing, renumber if old in asking else None) for old in numbers)
    finished = {
        name: replace(f, body=rewrite(f.body, renumber)) if queries.asks(f.body) else f for name, f in functions.items()
    }
    return Finished(nodes, [numbers[entry] for entry in entries], finished, renumber)


def _written(option: DraftOption, form: str, frames: Mapping[str, Frame]) -> str:
    """The author's words for an action that is one option among others, if all they speak of is chosen with it."""
    chosen = {frames[region].called for region in (*option.bound, *option.handfuls.values())}
    sorts = {parameter.name.rstrip("0123456789").casefold() for parameter in option.parameters}
    spoken_of = {name for name in re.findall(r"\{([^}]*)\}", form) if name.casefold() not in sorts}
    says_more = re.fullmatch(r"\{[^}]*\}", form) is None
    return form if spoken_of <= chosen and says_more and (option.parameters or not spoken_of) else ""


def _name_queries(drafts: list[DraftNode]) -> None:
    """A test `if possible` asks about the node its yes-arm leads to."""
    for node in drafts:
        for place, (condition, target) in enumerate(node.arms):
            if any(type(part) is Possible and part.node < 0 for part in all_parts(condition)):
                node.arms[place] = (rewrite(condition, partial(_named, target)), target)


def _named(target: int, part: Any) -> Any:
    return Possible(target, part.fill) if type(part) is Possible and part.node < 0 else part


def _shorten(drafts: list[DraftNode], entries: list[int]) -> None:
    """Lead every way past the nodes where nothing happens."""

    def goal(number: int) -> int:
        seen = set()
        while number >= 0 and number not in seen:
            seen.add(number)
            node = drafts[number]
            if node.kind == "do" and not node.effects and not node.rest and node.target >= 0:
                number = node.target
            elif node.kind == "test" and not node.arms and not node.rest and node.otherwise >= 0:
                number = node.otherwise
            else:
                return number
        return number

    goals = {node.number: goal(node.number) for node in drafts}
    for node in drafts:
        node.redirect(goals)
    entries[:] = [goal(entry) for entry in entries]


def _may_fail(drafts: list[DraftNode]) -> list[bool]:
    """Which nodes can turn out to be a dead end for the move that leads to them."""
    failing = [False] * len(drafts)
    before: dict[int, list[int]] = {}
    work: list[int] = []
    for node in drafts:
        fails, ways = _dead_ends(node)
        if fails:
            work.append(node.number)
        for target in ways:
            before.setdefault(target, []).append(node.number)
    while work:
        number = work.pop()
        if not failing[number]:
            failing[number] = True
            work.extend(before.get(number, ()))
    return failing


def _dead_ends(node: DraftNode) -> tuple[bool, list[int]]:
    """Is a node a dead end by itself? And the ways out of it of which each makes it one by leading to one."""
    if node.rest or node.kind in ("end", "chance"):
        return False, []
    if node.kind == "do":
        return _requires(node.effects), [node.target]
    if node.kind == "test":
        return False, [node.otherwise, *(target for _, target in node.arms)]
    if node.otherwise >= 0:
        return False, [node.otherwise]
    passing = [option.target for option in node.options if option.role == "pass"]
    return not passing, passing


def _requires(effects: Sequence[Effect]) -> bool:
    """Is there something among the effects that may turn out to be impossible?"""
    return any(isinstance(effect, Require) for effect in every_effect(effects))


class _Queries:
    """The nodes that look-ahead queries in terms lead into, also those in derived values that the terms ask for."""

    def __init__(self, functions: dict[str, Function], everywhere: bool) -> None:
        self.functions = functions
        self.everywhere = everywhere
        self.looked: set[str] = set()

    def of(self, node: DraftNode) -> tuple[bool, list[int]]:
        """Those of a node. `if possible` asks in a test only; but `P can Act` may be said anywhere."""
        if not self.everywhere and not node.arms:
            return False, []
        return self.look(_terms(node) if self.everywhere else [condition for condition, _ in node.arms])

    def look(self, terms: Iterable[Any]) -> tuple[bool, list[int]]:
        """Is there a query in the terms themselves? And the nodes asked about, by values not looked into before."""
        found: list[int] = []
        here = self._collect(terms, found)
        return here, found

    def _collect(self, terms: Iterable[Any], found: list[int]) -> bool:
        here = False
        for part in all_parts(*terms):
            kind = type(part)
            if kind is Possible:
                here = True
                found.append(part.node)
            elif kind is Apply and part.function not in self.looked:
                self.looked.add(part.function)
                if part.function in self.functions:
                    self._collect((self.functions[part.function].body,), found)
        return here

    def asks(self, term: Term) -> bool:
        """Does a derived value have a query?"""
        return self.everywhere and any(type(part) is Possible for part in all_parts(term))


def _reached(
    drafts: list[DraftNode], entries: list[int], outside: list[Any], queries: _Queries
) -> tuple[set[int], set[int]]:
    """All nodes the entries lead to, also through look-ahead queries; and those of them that have such a query."""
    reached: set[int] = set()
    asking: set[int] = set()
    work = [*entries, *queries.look(outside)[1]]
    while work:
        number = work.pop()
        if number < 0 or number in reached:
            continue
        reached.add(number)
        node = drafts[number]
        work += node.ways()
        work += [option.target for option in node.options]
        here, asked = queries.of(node)
        work += asked
        if here:
            asking.add(number)
    return reached, asking


def _terms(node: DraftNode) -> list[Any]:
    found: list[Any] = [node.actor, *node.effects, *(condition for condition, _ in node.arms)]
    found += [
        term for term in (node.weight, node.shuffles, node.audience, node.secretly, node.parameter) if term is not None
    ]
    for option in node.options:
        found += [*option.parameters, *(term for term, _ in option.guard), *option.effects]
    return found


def _node(
    draft: DraftNode, numbers: dict[int, int], failing: list[bool], renumber: Callable[[Any], Any] | None
) -> Node:
    """The node with its final number; only where it has a query, `renumber` is needed for its terms."""

    def to(target: int) -> int:
        return numbers.get(target, -1)

    kind = NODE_KINDS[draft.kind]
    arms, otherwise = tuple((condition, to(target)) for condition, target in draft.arms), to(draft.otherwise)
    if kind is Test and otherwise < 0 and arms:
        arms, otherwise = arms[:-1], arms[-1][1]
    known: dict[str, Any] = {
        "number": numbers[draft.number],
        "options": tuple(_option(option, to, failing) for option in draft.options),
        "arms": arms,
        "otherwise": otherwise,
        "effects": tuple(draft.effects),
        "target": to(draft.target),
        "secret": draft.secretly is not None,
    }
    names = [field.name for field in fields(kind)]
    node = kind(**{name: known[name] if name in known else getattr(draft, name) for name in names})
    return node if renumber is None else rewrite(node, renumber)


def _option(option: DraftOption, to: Callable[[int], int], failing: list[bool]) -> OptionEdge:
    guard = all_of(term for term, _ in option.guard) if option.guard else None
    needs = tuple(reason for term, reason in option.guard for _ in _parts_of(term))
    return OptionEdge(
        option.name,
        option.role,
        tuple(option.parameters),
        guard,
        tuple(option.effects),
        to(option.target),
        option.target >= 0 and failing[option.target],
        option.written,
        option.origin,
        option.handfuls,
        window=option.window,
        needs=needs if guard is not None and len(needs) == len(_parts_of(guard)) else (),
        action=option.action,
        is_named=option.is_named,
    )


def _parts_of(condition: Term) -> tuple[Term, ...]:
    """The parts that `all_of` makes of a condition."""
    joined = all_of((condition,))
    return joined.parts if isinstance(joined, And) else () if isinstance(joined, Const) else (joined,)
