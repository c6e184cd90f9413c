"""Why not? Finds what a refused move meant, and the clauses that refuse it."""

from __future__ import annotations

from collections import Counter
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING

from interpreter.engine.executor import Fault, Move, Objection, Value, option_of
from interpreter.engine.tracer import Tracer
from interpreter.explain.attempts import attempts, domain_words, kind_of, named_alone, not_offered, unseen
from interpreter.explain.partly_known import ViewerValues
from interpreter.explain.refusal import Clause, Refusal
from interpreter.explain.wording import StateWording, failing_parts
from interpreter.wording.move_wording import MoveWording
from interpreter.wording.reading import Reader
from rulelang.graph import terms
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.describe.words import many
from rulelang.graph.program import Decide, OptionEdge, Origin
from rulelang.tuning.fast_dataclass import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_STEPS = ("domain", "guard", "sentence", "later")
_MOST_COMPARED = 500
_DEEPEST = 3
_MOST_CLAUSES = 6
_MOST_LISTED = 12
_MOST_WAYS = 8

#: Reasons of sentences that say themselves what they ask for.
_ASKED_BY_AUTHOR = ("the rule says `only if`", "cannot pay")

#: No element of any class has a number as high as this.
_TOO_HIGH = 1 << 16


def refused(scene: MoveWording, move: Move | str) -> Refusal | None:
    """The refusal of a move (or of what a text can mean) at a decision, or None if it is legal."""
    if not isinstance(move, str):
        return refusal(scene, move)
    if Reader(scene).read(move):
        return None
    meant = list(islice(attempts(scene, move), 64))
    found = [one for one in (_reached(scene, attempt, move) for attempt in meant) if one is not None]
    if found:
        return max(found, key=lambda one: one[0])[1]
    whole = _without_its_choices(scene, move)
    return whole if whole is not None else _unknown(scene, move)


def _without_its_choices(scene: MoveWording, text: str) -> Refusal | None:
    """An option by its name alone, of which nothing can be chosen: what is against each of its first ways."""
    tracer = Tracer(scene.game.program)
    for number in named_alone(scene, text):
        option = scene.node.options[number]
        ways = list(islice(tracer.choices.joint(scene.cells, option), _MOST_WAYS))
        if not ways:
            return Refusal(text, "domain", (_nothing_to_choose(scene, tracer, option),))
        refusals = [refusal(scene, (number, *way.values), text) for way in ways]
        against = [one for one in refusals if one is not None]
        if len(against) == len(ways):
            clauses = dict.fromkeys(clause for one in against for clause in one.clauses)
            return Refusal(text, against[0].step, tuple(clauses)[:_MOST_CLAUSES])
    return None


def _reached(scene: MoveWording, attempt: Move, text: str) -> tuple[tuple[int, int], Refusal] | None:
    """A refusal, and how far the move got before it was refused: what gets furthest was most likely meant."""
    found = refusal(scene, attempt, text)
    if found is None:
        return None
    step = _STEPS.index(found.step) if found.step in _STEPS else -1
    values = range(1, len(attempt))
    stage = scene.game.executor.stage
    fitting = next(
        (n for n in values if attempt[n] not in _single(stage(scene.cells, attempt[:n]).values)), len(attempt)
    )
    return (step, fitting), found


def _single(values: Sequence[int]) -> frozenset[Value]:
    return frozenset(values)


def _unknown(scene: MoveWording, text: str) -> Refusal:
    if (meant := unseen(scene, text)) is not None:
        number, called = meant
        option = scene.node.options[number]
        there = ", ".join(_offered(scene, option, (number,))) or scene.game.names().nothing
        said = option.parameters[0].said or option.origin
        clause = Clause(f"{called} is not among what can be chosen: {there}", said, (("possible", there),))
        return Refusal(text, "domain", (clause,))
    offered = list(islice(scene.moves(), _MOST_COMPARED))
    options = [scene.notation(move) for move in offered]
    near = get_close_matches(text, options, n=5, cutoff=0.5)
    possible = tuple(near or (options if len(options) <= _MOST_LISTED else _by_kind(scene, offered)))
    told = f"`{text}` cannot be chosen here ({scene.title})"
    if named_alone(scene, text):
        told = f"`{text}` begins a move; what is chosen in it has to be told, too"
    clause = Clause(told, scene.node.origin, (("possible", "; ".join(possible)),))
    return Refusal(text, "unknown", (clause,), possible)


def _by_kind(scene: MoveWording, offered: Sequence[Move]) -> list[str]:
    """What is possible, by what it is: `Bid (40 ways)`."""
    counted = Counter(option_of(scene.node, move).name for move in offered)
    more = "or more " if len(offered) == _MOST_COMPARED else ""
    return [f"{name} ({number} {more}ways)" if number > 1 else name for name, number in counted.items()]


def refusal(scene: MoveWording, move: Move, text: str = "") -> Refusal | None:
    """What refuses a move, which may be any tuple of numbers."""
    if not is_well_formed(scene.node, move):
        return Refusal(text or str(move), "unknown", (Clause("this decision has no such move", scene.node.origin),))
    option, values = option_of(scene.node, move), move[1:]
    text = text or _named(scene, move)
    if scene.blindness(move):
        return _unseen(scene, move, text)
    tracer = Tracer(scene.game.program)
    for position in range(len(values)):
        if not any(True for _ in tracer.choices.joint(scene.cells, option, values[: position + 1])):
            possible = _offered(scene, option, move[: position + 1])
            return Refusal(text, "domain", _domain_clauses(scene, option, move, position, possible), tuple(possible))
    joint = next(tracer.choices.joint(scene.cells, option, values))
    objection = tracer.objection(joint, scene.cells, option)
    if objection is None:
        return None
    return Refusal(text, objection.step, _clauses(scene, tracer, option, joint.locals, list(joint.state), objection))


def _unseen(scene: MoveWording, move: Move, text: str) -> Refusal | None:
    """Something of which only the back is seen can be chosen, or not, whatever it is."""
    if any(scene.notation(one) == _named(scene, move) for one in scene.moves()):
        return None
    return Refusal(text, "domain", (Clause(f"{text} cannot be chosen", option_of(scene.node, move).origin),))


def is_well_formed(node: Decide, move: Move) -> bool:
    """Has a tuple of numbers the form of a move: an option, and a value (or a handful) for each parameter?"""
    if not move or not isinstance(move[0], int) or not 0 <= move[0] < len(node.options):
        return False
    parameters = node.options[move[0]].parameters
    numbers = [number for value in move for number in (value if isinstance(value, tuple) else (value,))]
    if any(not -_TOO_HIGH < number < _TOO_HIGH for number in numbers):
        return False
    return len(move) == len(parameters) + 1 and all(
        isinstance(value, tuple) == (parameter.form == "some")
        for parameter, value in zip(parameters, move[1:], strict=True)
    )


def _named(scene: MoveWording, move: Move) -> str:
    """The notation of a move that may be about things that do not exist."""
    try:
        return scene.notation(move)
    except (IndexError, KeyError):
        return str(move)


def _value(scene: MoveWording, option: OptionEdge, before: Sequence[Value], position: int, value: Value) -> str:
    """A value in words, even one that does not exist."""
    try:
        return scene.value(option, (*before, value), position, scene.game.names())
    except (IndexError, KeyError):
        return str(value)


def _domain_clauses(
    scene: MoveWording, option: OptionEdge, move: Move, position: int, possible: Sequence[str]
) -> tuple[Clause, ...]:
    """Why a value cannot be chosen: its condition fails, or it is not offered at all."""
    parameter, value = option.parameters[position], move[position + 1]
    before = move[1 : position + 1]
    bound = scene.bind(option, before)
    if parameter.where is not None and isinstance(value, int):
        values = {**bound.values, parameter.name: value}
        try:
            if not scene.game.plain.evaluate(bound.cells, parameter.where, values):
                origin = parameter.said or option.origin
                return conditions(scene, bound.cells, parameter.where, values, origin, classes_of(option))
        except (Fault, IndexError):
            # Nobody asked the condition about something that does not exist.
            return (Clause(f"there is no {value} to choose", option.origin),)
    said = _value(scene, option, before, position, value)
    printed = not_offered(scene, parameter, bound, value, said, classes_of(option))
    seen = (*printed.pairs(), ("possible", ", ".join(possible) or scene.game.names().nothing))
    return (Clause(printed.text, parameter.said or option.origin, seen),)


def _offered(scene: MoveWording, option: OptionEdge, chosen: Move) -> list[str]:
    """What can be chosen next, one by one or, if it is much, how much."""
    parameter, there = option.parameters[len(chosen) - 1], list(scene.offered(chosen))
    if len(there) > _MOST_LISTED:
        return [f"{len(there)} {many(kind_of(scene, parameter))}"]
    names = scene.game.names()
    return list(dict.fromkeys(scene.element(option, chosen[1:], parameter, one, names) for one in there))


def _clauses(
    scene: MoveWording,
    tracer: Tracer,
    option: OptionEdge,
    values: Mapping[str, int],
    cells: Sequence[int],
    objection: Objection,
    depth: int = 0,
) -> tuple[Clause, ...]:
    program = scene.game.program
    if objection.step == "guard":
        return _guarded(scene, cells, option, values)
    if objection.reason >= 0:
        reason, origin = program.reasons[objection.reason]
        failed = tracer.failed(objection.reason)
        if failed is None:
            return (Clause(reason, origin),)
        return conditions(
            scene, failed.cells, failed.effect.condition, failed.values, origin, classes_of(option), reason
        )
    if tracer.blocked is not None and depth < _DEEPEST:
        return _nothing_there(scene, tracer, *tracer.blocked, depth + 1)
    node = next((node for node in program.nodes if node.number == objection.node), None)
    title = getattr(node, "title", "") if node is not None else ""
    return (
        Clause(f"the move could not be completed: nothing can be chosen at: {title}", getattr(node, "origin", None)),
    )


def _nothing_there(
    scene: MoveWording, tracer: Tracer, node: Decide, cells: tuple[int, ...], depth: int
) -> tuple[Clause, ...]:
    """Why nothing can be chosen at a decision the move would lead to: what is against each of its options."""
    there = MoveWording(scene.game, cells, node, scene.viewer)
    title = there.title or "a choice"
    found: list[Clause] = []
    for option in node.options:
        if option.role == "pass" or len(found) > _MOST_CLAUSES:
            continue
        joint = next(tracer.choices.joint(list(cells), option), None)
        if joint is None:
            found.append(_nothing_to_choose(there, tracer, option))
            continue
        tracer.blocked = None
        objection = tracer.objection(joint, list(cells), option)
        if objection is not None:
            found += _clauses(there, tracer, option, joint.locals, list(joint.state), objection, depth)
    nothing = Clause(f"nothing could be chosen in {title}", node.origin, ((title, "impossible"),))
    return tuple(found) or (nothing,)


def _nothing_to_choose(scene: MoveWording, tracer: Tracer, option: OptionEdge) -> Clause:
    """The first thing of which an option offers none."""
    chosen: list[Value] = []
    for parameter in option.parameters:
        joint = next(
            tracer.choices.joint(scene.cells, replace(option, parameters=option.parameters[: len(chosen) + 1])), None
        )
        if joint is None:
            printed = domain_words(scene, parameter, scene.bind(option, chosen), classes_of(option))
            origin = parameter.said or option.origin
            return Clause(f"there is no {printed.text}", origin, printed.pairs() or ((printed.text, "none"),))
        chosen = list(joint.values)
    return Clause("nothing can be chosen", option.origin)


def conditions(
    scene: MoveWording,
    cells: Sequence[int],
    condition: terms.Term,
    values: Mapping[str, int],
    origin: Origin,
    local: Classes,
    reason: str = "",
    depth: int = 0,
) -> tuple[Clause, ...]:
    """A clause for each part of a condition that fails, in words and with its values."""
    game, viewer, found = scene.game, scene.viewer, []
    for part in failing_parts(game, cells, condition, values, viewer):
        printed = StateWording(game, cells, values, local, viewer).refused(part)
        text = f"{printed.text} ({reason})" if reason and reason not in _ASKED_BY_AUTHOR else printed.text
        found.append(Clause(text, origin, printed.pairs(), printed.drawing()))
        if isinstance(part, terms.Apply) and depth < _DEEPEST:
            function = game.program.functions[part.function]
            given = [ViewerValues(game, cells, viewer).value(argument, values) for argument in part.arguments]
            inner = {name: value for name, value in zip(function.parameters, given, strict=True) if value is not None}
            if len(inner) < len(given):
                continue
            known = (game.speaker.elements.of(argument, local) or "number" for argument in part.arguments)
            classes = dict(zip(function.parameters, known, strict=True))
            found += conditions(scene, cells, function.body, inner, function.origin, classes, depth=depth + 1)
    return tuple(found)


def _guarded(
    scene: MoveWording, cells: Sequence[int], option: OptionEdge, values: Mapping[str, int]
) -> tuple[Clause, ...]:
    """The parts of a guard that fail, each with the sentence that asks for it."""
    found: list[Clause] = []
    for part, number in option.conditions():
        if ViewerValues(scene.game, cells, scene.viewer).value(part, values) in (1, None):
            continue
        reason, origin = scene.game.program.reasons[number] if number >= 0 else ("", option.origin)
        found += conditions(scene, cells, part, values, origin, classes_of(option), reason)
    if found or option.guard is None:
        return tuple(found)
    return conditions(scene, cells, option.guard, values, option.origin, classes_of(option))


def classes_of(option: OptionEdge) -> dict[str, str]:
    """The classes of the locals of an option."""
    return {parameter.name: parameter.elements for parameter in option.parameters}
