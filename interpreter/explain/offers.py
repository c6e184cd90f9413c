"""What may be chosen, in words: for saying why something is not among it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.executor import Value
from interpreter.engine.storage import Storage
from interpreter.explain.printed import Part, Printed
from interpreter.explain.sorts import Sort, Sorts
from interpreter.explain.viewer_values import Eyes
from interpreter.explain.wording import Wording
from rulelang.graph import terms

if TYPE_CHECKING:
    from interpreter.wording.move_wording import Bound, Scene
    from rulelang.graph.program import Parameter


def not_offered(scene: Scene, parameter: Parameter, bound: Bound, value: Value, called: str, sorts: Sorts) -> Printed:
    """Why a value is not among what may be chosen: where it is, or what there is instead."""
    names, layout = scene.game.names(), scene.game.program.layout
    if isinstance(value, tuple):
        return _handful(scene, parameter, bound, value, called, sorts)
    if isinstance(parameter.domain, terms.Tokens) and value >= 0:
        variety, place = value % len(layout.varieties), value // len(layout.varieties)
        if place < len(layout.places) and not Storage(layout).count_of(bound.cells, value):
            start = f"{names.variety(variety)} in {names.place(place)}"
            return _said(f"there is no {start}", [(start, "0")])
    if scene.game.sight.is_piece(parameter.elements) and 0 <= value < len(layout.pieces):
        where = names.place(bound.cells[scene.game.sight.at + value])
        return _said(
            f"{called} is in {where}: it is not one of {_class(parameter)} that may be chosen", [(called, where)]
        )
    printed = domain_words(scene, parameter, bound, sorts)
    before = f"{called} is not "
    return Printed(
        before + printed.text, [Part(p.start + len(before), p.end + len(before), p.value) for p in printed.parts]
    )


def _handful(
    scene: Scene, parameter: Parameter, bound: Bound, handful: tuple[int, ...], called: str, sorts: Sorts
) -> Printed:
    """Too many, too few, or something that is not there."""
    wording = Wording(scene.game, bound.cells, bound.values, sorts, scene.viewer)
    for term, word in ((parameter.fewest, "at least"), (parameter.most, "at most")):
        if term is None:
            continue
        wanted = Eyes(scene.game, bound.cells, scene.viewer).value(term, bound.values)
        if wanted is None:
            continue
        if (len(handful) < wanted) if word == "at least" else (len(handful) > wanted):
            return _said(f"{called} are {len(handful)}, and {word} {wording.value_of(term)} have to be chosen",
                         [(called, str(len(handful)))])  # fmt: skip
    printed = domain_words(scene, parameter, bound, sorts)
    return _said(f"not all of {called} is {printed.text}", list(printed.pairs()))


def domain_words(scene: Scene, parameter: Parameter, bound: Bound, sorts: Sorts) -> Printed:
    """What may be chosen."""
    wording = Wording(scene.game, bound.cells, bound.values, sorts, scene.viewer)
    match parameter.domain:
        case terms.Span(low, high):
            return _together(("from ", wording.print(low)), (" to ", wording.print(high)))
        case terms.Members(elements):
            elements_sort = Sort("piece" if scene.game.sight.is_piece(parameter.elements) else parameter.elements, True)
            return _together(("one of ", wording.print(elements, elements_sort)))
        case terms.Tokens(varieties, places):
            return _together(
                ("one of ", wording.print(varieties, Sort("variety", True))),
                (" in ", wording.print(places, Sort("place", True))),
            )
        case _:
            return _said(f"one of {_class(parameter)} there are")


def _class(parameter: Parameter) -> str:
    return "the tokens" if parameter.elements == "token" else f"the {parameter.elements}s"


def _said(text: str, values: list[tuple[str, str]] | None = None) -> Printed:
    """A text, with the values of the parts it names."""
    printed = Printed(text)
    for part, value in values or []:
        start = text.find(part)
        if start >= 0:
            printed.parts.append(Part(start, start + len(part), value))
    return printed


def _together(*pieces: tuple[str, Printed]) -> Printed:
    """Printed terms with words before each."""
    whole = Printed()
    for word, printed in pieces:
        whole.add(word)
        start = len(whole.text)
        whole.add(printed.text)
        whole.parts += [Part(part.start + start, part.end + start, part.value) for part in printed.parts]
    return whole
