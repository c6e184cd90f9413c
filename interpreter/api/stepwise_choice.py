"""A joint choice made step by step: the kind of move, then value after value, then member after member of a handful."""

from __future__ import annotations

from itertools import islice
from typing import Final

from interpreter.api.decision import Decision, Option, SubChoice
from interpreter.engine.executor import Move, option_of
from interpreter.wording.move_wording import MoveWording
from interpreter.wording.names import Names, phrase

#: Of so many options the steps are looked for at most, where they cannot be asked for one by one.
_MOST_LISTED: Final = 20_000


def next_steps(decision: Decision, after: SubChoice | None, language: str) -> tuple[SubChoice, ...]:
    """What may be chosen next; steps of which only the back is seen are one step."""
    scene, names = decision.scene, decision.game.names(language)
    chosen: Move = after.chosen if after is not None else ()
    inside = after.inside if after is not None else ()
    if scene.game.sight.hides and chosen and _is_handful(scene, chosen) and _hides_members(scene, chosen):
        return _unsorted_steps(decision, chosen, inside, names)
    stage = scene.game.executor.stage(scene.cells, chosen, inside)
    steps = [_step(decision, chosen, inside, value, names) for value in scene.offered(chosen, inside)]
    if stage.may_stop and chosen and len(chosen) <= len(_parameters(decision, chosen)):
        steps.insert(0, _closed(decision, chosen, inside, names))
    return tuple({step.label: step for step in reversed(steps)}.values())[::-1]


def _is_handful(scene: MoveWording, chosen: Move) -> bool:
    parameters = option_of(scene.node, chosen).parameters
    return len(chosen) <= len(parameters) and parameters[len(chosen) - 1].form == "some"


def _hides_members(scene: MoveWording, chosen: Move) -> bool:
    """May something be taken into a handful of which only the back is seen?"""
    parameter = option_of(scene.node, chosen).parameters[len(chosen) - 1]
    return any(scene.is_unseen(parameter, value) for value in scene.game.executor.stage(scene.cells, chosen).values)


def _unsorted_steps(decision: Decision, chosen: Move, inside: tuple[int, ...], names: Names) -> tuple[SubChoice, ...]:
    """The steps of a handful with things that are not seen: those come last, and their numbers do not count."""
    scene, option, position = decision.scene, option_of(decision.node, chosen), len(chosen)
    parameter = option.parameters[position - 1]

    def called(value: int) -> str:
        return scene.element(option, chosen[1:], parameter, value, names)

    taken = [called(value) for value in inside]
    steps: dict[str, SubChoice] = {}
    for move in islice(scene.game.executor.each_option(scene.cells), _MOST_LISTED):
        if move[:position] == chosen:
            handful = move[position]
            assert isinstance(handful, tuple)
            shown = tuple(scene.in_sight_first(parameter, handful))
            if [called(value) for value in shown[: len(inside)]] != taken:
                continue
            if len(shown) == len(inside):
                done = _closed(decision, chosen, handful, names)
                steps.setdefault(done.label, done)
            else:
                label = called(shown[len(inside)])
                steps.setdefault(label, SubChoice(label, chosen, shown[: len(inside) + 1]))
    seen = [step for step in steps.values() if not step.inside or not scene.is_unseen(parameter, step.inside[-1])]
    unseen = [step for step in steps.values() if step not in seen]
    return (*seen, *sorted(unseen, key=lambda step: step.label))


def _parameters(decision: Decision, chosen: Move) -> tuple[object, ...]:
    return option_of(decision.node, chosen).parameters


def _step(decision: Decision, chosen: Move, inside: tuple[int, ...], value: int, names: Names) -> SubChoice:
    if not chosen:
        option = decision.node.options[value]
        label = names.nothing if option.name == "nothing" else names.term(option.name)
        return _finished(decision, label, (value,))
    option = option_of(decision.node, chosen)
    parameter = option.parameters[len(chosen) - 1]
    label = decision.scene.element(option, chosen[1:], parameter, value, names)
    if parameter.form == "some":
        return SubChoice(label, chosen, (*inside, value))
    return _finished(decision, label, (*chosen, value))


def _closed(decision: Decision, chosen: Move, inside: tuple[int, ...], names: Names) -> SubChoice:
    """A handful that may end here."""
    label = phrase("done", names.language) if inside else names.nothing
    return _finished(decision, label, (*chosen, inside))


def _finished(decision: Decision, label: str, chosen: Move) -> SubChoice:
    is_complete = len(chosen) - 1 == len(_parameters(decision, chosen))
    return SubChoice(label, chosen, (), Option(decision, chosen) if is_complete else None)
