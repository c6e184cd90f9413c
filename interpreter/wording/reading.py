"""Reading moves that people write, with the words of `scene`: the option's name may be left out, and every value may be
said in any way that fits; what was meant must be plain. The label of a move, as it is shown in a language of the
rulebook, is read too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from interpreter.engine.executor import Executor, Move, Value
from interpreter.wording.move_wording import MoveWording
from interpreter.wording.names import every
from rulelang.graph.program import OptionEdge
from rulelang.graph.terms import Tokens
from rulelang.tuning.fast_dataclass import dataclass

MOST_READINGS: Final = 64
MOST_TOLD: Final = 1_000


@dataclass(frozen=True, slots=True)
class MoveReading:
    """A legal move (or, if not `complete`, the beginning of one), and how many of the written parts it used up."""

    move: Move
    used: int
    complete: bool = True


class Reader:
    """Finds the legal moves that a text can mean."""

    def __init__(self, scene: MoveWording) -> None:
        self._scene: Final = scene
        self._executor: Final[Executor] = scene.game.executor
        self._partly = False
        self._from_the_start = False

    def read(self, text: str) -> list[Move]:
        """The legal moves that the whole text can mean; those it names exactly, if there are any."""
        parts = split(text)
        moves = list(dict.fromkeys(found.move for found in self.readings(parts) if found.used == len(parts)))
        wanted = plain(text)
        exact = [move for move in moves if plain(self._scene.notation(move)) == wanted]
        return exact or moves or self._told(wanted) or self._behind_its_name(parts)

    def _behind_its_name(self, parts: Sequence[str]) -> list[Move]:
        """The moves meant where the comma behind the name of the option was left out: `Play Red 3`."""
        first = plain(parts[0]) if parts else ""
        found: dict[Move, None] = {}
        for number in self._executor.stage(self._scene.cells).values if first else ():
            for name in self._option_names(number, self._scene.node.options[number]):
                if name and first.startswith(f"{name} "):
                    told = [name, first[len(name) + 1 :], *parts[1:]]
                    found |= {one.move: None for one in self.readings(told) if one.used == len(told)}
        return list(found)

    def called(self, text: str) -> list[Move]:
        """The moves that are called so, as a whole."""
        return self._told(plain(text))

    def _told(self, wanted: str) -> list[Move]:
        """The moves that are called so, as a whole, in some language of the rulebook."""
        scene = self._scene
        languages = [scene.game.names(language) for language in scene.game.languages]
        moves = islice(self._executor.each_option(scene.cells), MOST_TOLD)
        return [move for move in moves if any(plain(scene.label(move, names)) == wanted for names in languages)]

    def readings(self, parts: Sequence[str], *, partly: bool = False, closed: bool = True) -> list[MoveReading]:
        """All legal moves that the leading parts can mean, the ones that use most parts first.

        With `partly`, also beginnings of moves, where all parts are used up. Not `closed`: of a choice told before this
        one in the same breath the end was left out; the beginning of this one may not be left out, too.
        """
        found = self._read(parts, partly=partly)
        if not found and closed and not self._read(parts, partly=True):
            # What is forced may be left out; also what comes first, where no move begins with what is written.
            found = self._read(parts, partly=partly, from_the_start=True)
        return sorted(found, key=lambda reading: -reading.used)

    def _read(self, parts: Sequence[str], *, partly: bool, from_the_start: bool = False) -> list[MoveReading]:
        self._partly, self._from_the_start = partly, from_the_start
        found: list[MoveReading] = []
        for number in self._executor.stage(self._scene.cells).values:
            option = self._scene.node.options[number]
            named = bool(parts) and plain(parts[0]) in self._option_names(number, option)
            if named:
                found += self._values(option, (number,), parts, 1)
            if option.parameters and (not named or len(parts) > 1):
                found += (one for one in self._values(option, (number,), parts, 0) if one.used > 0)
        return found

    def _option_names(self, number: int, option: OptionEdge) -> frozenset[str]:
        game, key = self._scene.game, (self._scene.node.number, number)
        if key not in game.options_read_as:
            game.options_read_as[key] = frozenset(self._names_of(option))
        return game.options_read_as[key]

    def _names_of(self, option: OptionEdge) -> set[str]:
        languages = [self._scene.game.names(language) for language in self._scene.game.languages]
        names = {plain(option.name), *(plain(language.term(option.name)) for language in languages)}
        for other in filter(None, (option.written, option.action)):
            names |= {plain(other), *(plain(language.term(other)) for language in languages)}
        if option.role == "pass":
            names |= {"pass", *every("nothing")}
        return names

    def _values(self, option: OptionEdge, chosen: Move, parts: Sequence[str], used: int) -> Iterator[MoveReading]:
        position = len(chosen) - 1
        if position == len(option.parameters):
            yield MoveReading(chosen, used)
            return
        if self._partly and used == len(parts):
            yield MoveReading(chosen, used, complete=False)
            return
        if option.parameters[position].form == "some":
            for handful, now in self._handfuls(option, chosen, (), parts, used):
                yield from self._values(option, (*chosen, handful), parts, now)
            forced = self._forced(chosen) if self._may_leave_out(used) else None
            if forced is not None:
                yield from self._values(option, (*chosen, forced), parts, used)
            return
        values = self._scene.offered(chosen)
        if used < len(parts):
            wanted = plain(parts[used])
            for value in values:
                if wanted in self._texts(option, chosen[1:], position, value):
                    yield from self._values(option, (*chosen, value), parts, used + 1)
        if len(values) == 1 and self._may_leave_out(used):
            yield from self._values(option, (*chosen, values[0]), parts, used)

    def _may_leave_out(self, used: int) -> bool:
        return used > 0 or self._from_the_start

    def _forced(self, chosen: Move) -> tuple[int, ...] | None:
        """The only handful that can be chosen."""
        inside: tuple[int, ...] = ()
        while True:
            stage = self._executor.stage(self._scene.cells, chosen, inside)
            if not stage.values:
                return inside
            if stage.may_stop or len(stage.values) > 1:
                return None
            inside = (*inside, *stage.values)

    def _texts(self, option: OptionEdge, before: Sequence[Value], position: int, value: int) -> frozenset[str]:
        parameter = option.parameters[position]
        game = self._scene.game
        if isinstance(parameter.domain, Tokens) or game.sight.is_piece(parameter.elements):
            return frozenset(plain(text) for text in self._scene.readings(option, before, parameter, value))
        key = (parameter.elements, value)
        if key not in game.read_as:
            found = self._scene.readings(option, before, parameter, value)
            game.read_as[key] = frozenset(plain(text) for text in found)
        return game.read_as[key]

    # ---------------------------------------------------------------------------------------------- handfuls

    def _handfuls(
        self, option: OptionEdge, chosen: Move, inside: tuple[int, ...], parts: Sequence[str], used: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Handfuls written as one part (`2 Fan and 1 Doll`) or as several (`2 Fan`, `1 Doll`)."""
        if used < len(parts) and plain(parts[used]) in every("nothing"):
            if self._executor.stage(self._scene.cells, chosen, ()).may_stop:
                yield (), used + 1
            return
        wanted: list[str] = []
        for end in range(used, len(parts)):
            wanted += _things(parts[end])
            for handful in islice(self._grown(option, chosen, inside, wanted), MOST_READINGS):
                yield handful, end + 1

    def _grown(
        self, option: OptionEdge, chosen: Move, inside: tuple[int, ...], wanted: list[str]
    ) -> Iterator[tuple[int, ...]]:
        stage = self._executor.stage(self._scene.cells, chosen, inside)
        if not wanted:
            if stage.may_stop:
                yield inside
            return
        for value in stage.values:
            texts = self._texts(option, chosen[1:], len(chosen) - 1, value)
            matching = next((text for text in wanted if text in texts), None)
            if matching is not None:
                left = list(wanted)
                left.remove(matching)
                yield from self._grown(option, chosen, (*inside, value), left)


def split(text: str) -> list[str]:
    """The parts of a written move."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _things(part: str) -> list[str]:
    """`2 Fan and 1 Doll` as single things."""
    found: list[str] = []
    for word in every("and"):
        part = part.replace(f" {word} ", " and ")
    for piece in part.split(" and "):
        count, _, name = piece.strip().partition(" ")
        if name and count.isascii() and count.isdigit() and 0 < int(count) <= 99:
            found += [plain(name)] * int(count)
        else:
            found.append(plain(piece))
    return found


def plain(text: str) -> str:
    return " ".join(text.casefold().split())
