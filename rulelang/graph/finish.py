"""From drafts to the finished program: shortcuts, look-ahead marks, numbering, and everything executors need to
print."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulelang.graph.bounds import bounded
from rulelang.graph.build import all_of
from rulelang.graph.flow.drafts import DraftNode, DraftOption
from rulelang.graph.flow.substitute import rewrite, walk
from rulelang.graph.flow.triggers import Triggers
from rulelang.graph.program import Chance, Decide, Do, End, Function, Node, Option, Test
from rulelang.graph.terms import Apply, Possible, Require, Term


@dataclass(frozen=True, slots=True)
class Finished:
    """Nodes in drawing order with numbers from 0, the new numbers of the entries, the functions; and the renumbering,
    for terms that stand outside the graph."""

    nodes: tuple[Node, ...]
    entries: list[int]
    functions: dict[str, Function]
    renumber: Callable[[Any], Any]


def finish_nodes(flow: Triggers, entries: list[int], outside: list[Any]) -> Finished:
    """Finish the graph. `outside` are terms beside it (invariants, examples) whose look-ahead queries lead into it."""
    drafts = flow.pen.nodes
    functions = flow.book.functions.program
    _name_queries(drafts)
    for node in drafts:
        for option in node.options:
            flow.own_conditions(option)
            flow.joint(option)
            option.parameters = [bounded(parameter, functions) for parameter in option.parameters]
            option.written = option.written or _written(option, flow.written.get(option.name, ""))
    _shorten(drafts, entries)
    failing = _may_fail(drafts)
    reached = _reached(drafts, functions, entries, outside)
    numbers = {old: new for new, old in enumerate(sorted(reached))}

    def renumber(part: Any) -> Any:
        return Possible(numbers[part.node], part.fill) if isinstance(part, Possible) else part

    nodes = tuple(_node(drafts[old], numbers, failing, renumber) for old in sorted(reached))
    used = _functions_used(drafts, reached, functions)
    finished = {
        name: Function(f.name, f.parameters, rewrite(f.body, renumber), f.kind, f.origin, f.title)
        for name, f in functions.items()
        if name in used
    }
    return Finished(nodes, [numbers[entry] for entry in entries], finished, renumber)


def _written(option: DraftOption, form: str) -> str:
    """The author's words for an action that is one option among others, if all they speak of is chosen with it."""
    chosen = {region.rpartition(": ")[2] for region in (*option.bound, *option.handfuls.values())}
    spoken_of = set(re.findall(r"\{([^}]*)\}", form))
    says_more = re.fullmatch(r"\{[^}]*\}", form) is None
    return form if option.parameters and spoken_of and spoken_of <= chosen and says_more else ""


def _name_queries(drafts: list[DraftNode]) -> None:
    """A test `if possible` asks about the node its yes-arm leads to."""
    for node in drafts:
        arms = []
        for condition, target in node.arms:

            def named(part: Any, target: int = target) -> Any:
                return Possible(target, part.fill) if isinstance(part, Possible) and part.node < 0 else part

            arms.append((rewrite(condition, named), target))
        node.arms = arms


def _shorten(drafts: list[DraftNode], entries: list[int]) -> None:
    """Skip nodes where nothing happens.

    A --> (nothing) --> B      becomes      A --> B
    """

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

    for node in drafts:
        node.target, node.otherwise = goal(node.target), goal(node.otherwise)
        node.arms = [(condition, goal(target)) for condition, target in node.arms]
        for option in node.options:
            option.target = goal(option.target)
    entries[:] = [goal(entry) for entry in entries]


def _may_fail(drafts: list[DraftNode]) -> list[bool]:
    """Which nodes can turn out to be a dead end for the move that leads to them."""
    failing = [False] * len(drafts)
    changed = True
    while changed:
        changed = False
        for node in drafts:
            if not failing[node.number] and _fails(node, failing):
                failing[node.number] = changed = True
    return failing


def _fails(node: DraftNode, failing: list[bool]) -> bool:
    def ahead(target: int) -> bool:
        return target >= 0 and failing[target]

    if node.rest or node.kind in ("end", "chance"):
        return False
    if node.kind == "do":
        return _requires(node.effects) or ahead(node.target)
    if node.kind == "test":
        return any(ahead(target) for _, target in node.arms) or ahead(node.otherwise)
    if node.otherwise >= 0:
        return ahead(node.otherwise)
    passing = [option for option in node.options if option.role == "pass"]
    return not passing or any(ahead(option.target) for option in passing)


def _requires(effects: list[Any]) -> bool:
    found = False

    def visit(part: Any) -> None:
        nonlocal found
        found = found or isinstance(part, Require)

    for effect in effects:
        walk(effect, visit)
    return found


def _reached(
    drafts: list[DraftNode], functions: dict[str, Function], entries: list[int], outside: list[Any]
) -> set[int]:
    """All nodes the entries lead to, also through look-ahead queries."""
    reached: set[int] = set()
    work = list(entries)
    asked_functions: set[str] = set()

    def look(term: Any) -> None:
        def visit(part: Any) -> None:
            if isinstance(part, Possible):
                work.append(part.node)
            elif isinstance(part, Apply) and part.function not in asked_functions:
                asked_functions.add(part.function)
                if part.function in functions:
                    walk(functions[part.function].body, visit)

        walk(term, visit)

    for term in outside:
        look(term)
    while work:
        number = work.pop()
        if number < 0 or number in reached:
            continue
        reached.add(number)
        node = drafts[number]
        work += [node.target, node.otherwise, *(target for _, target in node.arms)]
        work += [option.target for option in node.options]
        for term in _terms(node):
            look(term)
    return reached


def _terms(node: DraftNode) -> list[Any]:
    found: list[Any] = [node.actor, *node.effects, *(condition for condition, _ in node.arms)]
    found += [term for term in (node.weight, node.shuffles, node.audience, node.parameter) if term is not None]
    for option in node.options:
        found += [*option.parameters, *option.guard, *option.effects]
    return found


def _functions_used(drafts: list[DraftNode], reached: set[int], functions: dict[str, Function]) -> set[str]:
    used: set[str] = set()

    def visit(part: Any) -> None:
        if isinstance(part, Apply) and part.function not in used:
            used.add(part.function)
            if part.function in functions:
                walk(functions[part.function].body, visit)

    for number in reached:
        for term in _terms(drafts[number]):
            walk(term, visit)
    return used | set(functions)


def _node(draft: DraftNode, numbers: dict[int, int], failing: list[bool], renumber: Any) -> Node:
    def to(target: int) -> int:
        return numbers.get(target, -1)

    def effects(items: list[Any]) -> tuple[Any, ...]:
        return tuple(rewrite(item, renumber) for item in items)

    def term(value: Term | None) -> Any:
        return None if value is None else rewrite(value, renumber)

    number, origin, group = numbers[draft.number], draft.origin, draft.group
    match draft.kind:
        case "decide":
            options = tuple(_option(option, to, effects, term, failing) for option in draft.options)
            return Decide(
                number,
                draft.title,
                term(draft.actor),
                options,
                to(draft.otherwise),
                draft.rest,
                draft.secret,
                origin,
                group,
            )
        case "chance":
            parameter = None if draft.parameter is None else rewrite(draft.parameter, renumber)
            return Chance(
                number, draft.title, draft.stream, parameter, term(draft.weight), term(draft.shuffles),
                effects(draft.effects), to(draft.target), term(draft.audience), origin, group,
            )  # fmt: skip
        case "do":
            return Do(number, draft.title, effects(draft.effects), to(draft.target), draft.rest, origin, group)
        case "test":
            arms = tuple((term(condition), to(target)) for condition, target in draft.arms)
            otherwise = to(draft.otherwise)
            if otherwise < 0 and arms:
                arms, otherwise = arms[:-1], arms[-1][1]
            return Test(number, draft.title, arms, otherwise, draft.rest, origin, group)
        case _:
            return End(number, origin, group)


def _option(option: DraftOption, to: Any, effects: Any, term: Any, failing: list[bool]) -> Option:
    guard = all_of(option.guard) if option.guard else None
    return Option(
        option.name,
        option.role,
        tuple(effects(option.parameters)),
        term(guard),
        effects(option.effects),
        to(option.target),
        option.target >= 0 and failing[option.target],
        option.written,
        option.origin,
        option.handfuls,
    )
