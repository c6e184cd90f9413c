"""What may be chosen, in words: for saying why something is not among it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.executor import Value
from interpreter.explain.printed import Printed
from interpreter.explain.viewer_values import ViewerValues
from interpreter.explain.wording import StateWording
from rulelang.graph import terms
from rulelang.graph.describe.folds import choice_group
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.state import Storage

if TYPE_CHECKING:
    from interpreter.wording.move_wording import JointChoice, MoveWording
    from rulelang.graph.program import Parameter


def not_offered(
    scene: MoveWording, parameter: Parameter, bound: JointChoice, value: Value, called: str, local: Classes
) -> Printed:
    """Why a value is not among what may be chosen: where it is, or what there is instead."""
    names, layout = scene.game.names(), scene.game.program.layout
    if isinstance(value, tuple):
        return _handful(scene, parameter, bound, value, called, local)
    if isinstance(parameter.domain, terms.Tokens) and value >= 0:
        variety, place = value % len(layout.varieties), value // len(layout.varieties)
        if place < len(layout.places) and not Storage(layout).count_of(bound.cells, value):
            lying = names.at(names.variety(variety), place)
            return Printed(f"there is no {lying}", ((lying, "0"),))
    wording = StateWording(scene.game, bound.cells, bound.values, local, scene.viewer)
    group = choice_group(wording.speaker, parameter, wording.local)
    if scene.game.sight.is_piece(parameter.elements) and 0 <= value < len(layout.pieces):
        where = names.place(bound.cells[scene.game.sight.at + value])
        return Printed(f"{called} is in {where}: it is not {group.one()}", ((called, where),))
    return Printed(f"{called} is not {group.one()}")


def _handful(
    scene: MoveWording, parameter: Parameter, bound: JointChoice, handful: tuple[int, ...], called: str, local: Classes
) -> Printed:
    """Too many, too few, or something that is not there."""
    wording = StateWording(scene.game, bound.cells, bound.values, local, scene.viewer)
    for term, word in ((parameter.fewest, "at least"), (parameter.most, "at most")):
        if term is None:
            continue
        wanted = ViewerValues(scene.game, bound.cells, scene.viewer).value(term, bound.values)
        if wanted is None:
            continue
        if (len(handful) < wanted) if word == "at least" else (len(handful) > wanted):
            told = f"{called} are {len(handful)}, and {word} {wording.value_of(term)} have to be chosen"
            return Printed(told, ((called, str(len(handful))),))
    group = choice_group(wording.speaker, parameter, wording.local)
    return Printed(f"not all of {called} are {group.plural()}")


def domain_words(scene: MoveWording, parameter: Parameter, bound: JointChoice, local: Classes) -> Printed:
    """What may be chosen, without an article."""
    wording = StateWording(scene.game, bound.cells, bound.values, local, scene.viewer)
    return Printed(choice_group(wording.speaker, parameter, wording.local).singular())


def kind_of(scene: MoveWording, parameter: Parameter) -> str:
    """What the things are called that may be chosen."""
    return scene.game.speaker.elements.noun(parameter.name).capitalize()
