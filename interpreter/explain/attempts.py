"""What a written move may have meant, whether it is legal or not: so that a refusal can say which clause is against
it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.engine.executor import Move, Value
from interpreter.explain.partly_known import ViewerValues
from interpreter.explain.refusal import Printed
from interpreter.explain.wording import StateWording
from interpreter.wording.move_wording import PLACEHOLDER, MoveWording, slots_of
from interpreter.wording.reading import plain, split
from rulelang.graph import terms
from rulelang.graph.describe.folds import choice_group
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.program import OptionEdge, Parameter
from rulelang.graph.state import Storage
from rulelang.graph.terms import Tokens

if TYPE_CHECKING:
    from interpreter.wording.value_wording import JointChoice


def attempts(scene: MoveWording, text: str) -> Iterator[Move]:
    """Moves with the values the text names, taken from everything there is."""
    for number, option in enumerate(scene.node.options):
        for told in _told_of(scene, number, option, text):
            yield from _filled(scene, option, (number,), told)


def unseen(scene: MoveWording, text: str) -> tuple[int, str] | None:
    """The number of the option for which a text names a piece that is not seen, and that name. Where it is may not be
    told; that it is not among what can be chosen may."""
    pieces = enumerate(scene.game.program.layout.pieces)
    hidden = {plain(one.name): one.name for piece, one in pieces if scene.is_unseen_piece(piece)}
    for number, option in enumerate(scene.node.options):
        picks = option.parameters and option.parameters[0].form == "pick"
        if picks and scene.game.sight.is_piece(option.parameters[0].elements):
            for told in _told_of(scene, number, option, text):
                if told and plain(told[0]) in hidden:
                    return number, hidden[plain(told[0])]
    return None


def named_alone(scene: MoveWording, text: str) -> list[int]:
    """The numbers of the options that a text names without saying what is chosen in them."""
    options = enumerate(scene.node.options)
    return [number for number, option in options if option.parameters and [] in _told_of(scene, number, option, text)]


def _told_of(scene: MoveWording, number: int, option: OptionEdge, text: str) -> Iterator[list[str]]:
    """What a text may say of an option, without its name."""
    parts = split(text)
    # A menu writes `Buy: Lamp` where a notation has `Buy, Lamp`; people write `Buy Lamp`, too.
    head, colon, rest = text.partition(":")
    names = {plain(option.name), plain(scene.label((number,), scene.game.names())) if not option.parameters else ""}
    if parts and plain(parts[0]) in names:
        yield parts[1:]
    elif option.parameters:
        yield parts
        first = plain(parts[0]) if parts else ""
        yield from ([first[len(name) + 1 :], *parts[1:]] for name in names if name and first.startswith(f"{name} "))
    if colon and plain(head) in names:
        yield split(rest)
    yield from _in_its_form(scene, option, text)


def _in_its_form(scene: MoveWording, option: OptionEdge, text: str) -> Iterator[list[str]]:
    """What fills the gaps of the form in which the menu writes an option: `lay Helmet 4` of `lay {Tile}`."""
    slots = slots_of(option, scene.game.program.layout.regions)
    for language in scene.game.languages if option.written else ():
        form = scene.game.names(language).term(option.written)
        gaps = PLACEHOLDER.findall(form)
        pattern = "(.+)".join(re.escape(plain(piece)) for piece in PLACEHOLDER.split(form)[::2])
        found = re.fullmatch(pattern, plain(text))
        if found is not None and sorted(slots.get(gap, -1) for gap in gaps) == list(range(len(option.parameters))):
            told = dict(zip((slots[gap] for gap in gaps), found.groups(), strict=True))
            yield [told[position] for position in range(len(told))]


def _filled(scene: MoveWording, option: OptionEdge, chosen: Move, parts: Sequence[str]) -> Iterator[Move]:
    position = len(chosen) - 1
    if position == len(option.parameters):
        if not parts:
            yield chosen
        return
    if not parts or option.parameters[position].form == "some":
        return
    for value in _meant(scene, option.parameters[position], plain(parts[0])):
        yield from _filled(scene, option, (*chosen, value), parts[1:])


def _meant(scene: MoveWording, parameter: Parameter, text: str) -> Iterator[int]:
    """Every element of the parameter's class that the text can name."""
    program, names = scene.game.program, scene.game.names()
    if isinstance(parameter.domain, Tokens) or parameter.elements == "token":
        yield from _tokens(scene, text)
    elif parameter.elements == "number":
        if text.isascii() and text.isdigit() and len(text) < 10:
            yield int(text)
    elif scene.game.sight.is_piece(parameter.elements):
        for piece, found in enumerate(program.layout.pieces):
            if scene.is_unseen_piece(piece):
                # Where it is may not be told, not even by saying why it cannot be chosen.
                continue
            place = scene.cells[scene.game.sight.at + piece]
            called = {plain(found.name), plain(names.piece(piece)), plain(names.at(names.piece(piece), place))}
            # Where it was when it could be chosen, it need not be any more.
            if text in called or any(text.startswith((f"{name} on ", f"{name} in ")) for name in called):
                yield piece
    else:
        listed = program.names.get(parameter.elements, program.names["place"])
        yield from (number for number, name in enumerate(listed) if text == plain(name))


def _tokens(scene: MoveWording, text: str) -> Iterator[int]:
    """Tokens that are there come first; of an empty place, the token that would be there."""
    layout, names = scene.game.program.layout, scene.game.names()
    storage = Storage(layout)
    absent = []
    for place in range(len(layout.places)):
        for variety, found in enumerate(layout.varieties):
            if scene.is_unseen_token(variety + len(layout.varieties) * place):
                # What is there may not be told, and what is not there neither.
                continue
            called = {plain(found.name), plain(names.variety(variety))}
            here = {
                plain(names.place(place)),
                *(plain(names.at(name, place)) for name in (found.name, names.variety(variety))),
            }
            if text in called | here:
                token = variety + len(layout.varieties) * place
                if storage.token_count(scene.cells, variety, place):
                    yield token
                elif text in here:
                    absent.append(token)
    yield from absent


# What may be chosen, in words: for saying why something is not among it.


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
