"""A joint choice made step by step: the kind of move, then value after value, then member after member of a handful."""

from __future__ import annotations

from interpreter.decision import Option, SubChoice
from interpreter.execute.interface import Move, option_of
from interpreter.words.names import Names
from interpreter.words.phrases import phrase
from interpreter.words.scene import Scene


def next_steps(scene: Scene, after: SubChoice | None, language: str) -> tuple[SubChoice, ...]:
    """What may be chosen next; steps of which only the back is seen are one step."""
    names = scene.game.names(language)
    chosen: Move = after.chosen if after is not None else ()
    inside = after.inside if after is not None else ()
    stage = scene.game.executor.stage(scene.cells, chosen, inside)
    steps = [_step(scene, chosen, inside, value, names) for value in scene.offered(chosen, inside)]
    if stage.may_stop and chosen and len(chosen) <= len(_parameters(scene, chosen)):
        steps.insert(0, _closed(scene, chosen, inside, names))
    return tuple({step.label: step for step in reversed(steps)}.values())[::-1]


def _parameters(scene: Scene, chosen: Move) -> tuple[object, ...]:
    return option_of(scene.node, chosen).parameters


def _step(scene: Scene, chosen: Move, inside: tuple[int, ...], value: int, names: Names) -> SubChoice:
    if not chosen:
        option = scene.node.options[value]
        label = names.nothing if option.name == "nothing" else names.term(option.name)
        return _finished(scene, label, (value,))
    option = option_of(scene.node, chosen)
    parameter = option.parameters[len(chosen) - 1]
    label = scene.element(option, chosen[1:], parameter, value, names)
    if parameter.form == "some":
        return SubChoice(label, chosen, (*inside, value))
    return _finished(scene, label, (*chosen, value))


def _closed(scene: Scene, chosen: Move, inside: tuple[int, ...], names: Names) -> SubChoice:
    """A handful that may end here."""
    label = phrase("done", names.language) if inside else names.nothing
    return _finished(scene, label, (*chosen, inside))


def _finished(scene: Scene, label: str, chosen: Move) -> SubChoice:
    is_complete = len(chosen) - 1 == len(_parameters(scene, chosen))
    return SubChoice(label, chosen, (), Option(chosen, scene, is_sure=True) if is_complete else None)
