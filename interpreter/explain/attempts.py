"""What a written move may have meant, whether it is legal or not: so that a refusal can say which clause is against
it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from interpreter.engine.executor import Move
from interpreter.wording.move_wording import MoveWording
from interpreter.wording.placeholders import PLACEHOLDER, slots_of
from interpreter.wording.reading import plain, split
from rulelang.graph.program import OptionEdge, Parameter
from rulelang.graph.state import Storage
from rulelang.graph.terms import Tokens


def attempts(scene: MoveWording, text: str) -> Iterator[Move]:
    """Moves with the values the text names, taken from everything there is."""
    parts = split(text)
    # A menu writes `Buy: Lamp` where a notation has `Buy, Lamp`.
    head, colon, rest = text.partition(":")
    for number, option in enumerate(scene.node.options):
        names = {plain(option.name), plain(scene.label((number,), scene.game.names())) if not option.parameters else ""}
        if parts and plain(parts[0]) in names:
            yield from _filled(scene, option, (number,), parts[1:])
        elif option.parameters:
            yield from _filled(scene, option, (number,), parts)
        if colon and plain(head) in names:
            yield from _filled(scene, option, (number,), split(rest))
        for told in _in_its_form(scene, option, text):
            yield from _filled(scene, option, (number,), told)


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
