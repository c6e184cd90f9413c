"""The game told again as it may have been, for all that one player has seen of it.

The moves and the luck of the real course are repeated with other things in the roles that the player cannot tell apart
(`threads`), and dice the player did not see roll anew. The rules say what comes of it. At every step is looked whether
what happens is possible, and whether the player would have seen just what the player did see: who may only lay away a
low card has one. If not, a thing goes another way, and the course is gone through again.

So an imagined world fits to everything the player has seen in the whole game. Of long games only the last steps are
told again: what the player saw is kept in any case, but what others could not have done long ago may be imagined, too.
So it is where no course is found soon.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from interpreter.engine.executor import Fault, Move, Outcome, Told, Value
from interpreter.engine.luck import below
from interpreter.visibility.determinise.threads import Names, Threads
from interpreter.visibility.determinise.timeline import Timeline
from interpreter.visibility.secrecy import shown_pieces
from rulelang.graph.program import ChanceNode, Decide
from rulelang.graph.state import Storage
from rulelang.graph.terms import Tokens
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from interpreter.engine.steps import Step
    from interpreter.visibility.sighted_game import SightedGame

#: So many courses are begun, each mended so often; so many other ways are looked at for one that fits.
_COURSES: Final = 4
_MENDED: Final = 100
_LOOKED: Final = 8

#: After so many steps a world is taken as things lie, whether all that was done could be done or not.
_MOST_TOLD: Final = 100

#: Of games that are not short, so many of the last steps are told again.
_SHORT: Final = 60
_CLOSELY: Final = 12

_View: TypeAlias = tuple[object, ...]


@dataclass(slots=True)
class _Course:
    """A course told so far: the states before its steps, from step `begin` on, and the state it has come to."""

    begin: int
    states: list[tuple[int, ...]] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)

    def up_to(self, step: int) -> _Course:
        """The course as it was before a step."""
        kept = step - self.begin
        return _Course(self.begin, self.states[:kept], list(self.states[kept]))


class Retelling:
    """Tells the steps of one session again, for one player."""

    def __init__(
        self, game: SightedGame, player: int, timeline: Timeline, steps: Sequence[Step], now: Sequence[int]
    ) -> None:
        self._game: Final = game
        self._player: Final = player
        self._line: Final = timeline
        self._steps: Final = steps
        self._now: Final = now
        self._pieces: Final = len(game.program.layout.pieces)
        self._varieties: Final = max(1, len(game.program.layout.varieties))
        self._views: Final[dict[int, object]] = {}
        #: Cells that everybody sees: most differences show here.
        self._open: Final = [
            cell
            for region in game.program.layout.regions.values()
            if region.role in ("flow", "counter") and region.holder in ("", "player")
            for cell in range(region.base, region.base + region.length)
        ]
        #: How many steps were told for the present world.
        self._told = 0
        self._threads: Final = Threads(timeline, len(steps))
        #: What went which way in the world told last.
        self.given: Names = []
        rolls: dict[int, list[int]] = {}
        for step, die in timeline.rolls:
            rolls.setdefault(die, []).append(step)
        #: The steps whose luck is drawn anew: nobody looked at the die before it was rolled again.
        self._rolled: Final = frozenset(
            step
            for die, times in rolls.items()
            for number, step in enumerate(times)
            if timeline.next_seen(die, step) > (times[number + 1] if number + 1 < len(times) else len(steps))
        )

    def world(self, random: Random) -> list[int]:
        """A state that may be the present one."""
        self._told = 0
        length = len(self._steps)
        earliest = max(0, length - (_CLOSELY if length > _SHORT else length))
        for _ in range(_COURSES):
            self.given = self._threads.drawn(random)
            course = self._begun(self.given, earliest, random)
            failed = self._tell(self.given, course, random)
            for _ in range(_MENDED):
                if failed < 0 or self._told > _MOST_TOLD:
                    break
                trial, changed = self._mended(course, failed, random)
                if trial is not None:
                    again = course.up_to(changed) if changed >= course.begin else self._begun(trial, earliest, random)
                    later = self._tell(trial, again, random)
                    if later < 0 or later >= failed:
                        self.given, course, failed = trial, again, later
            if failed < 0:
                return course.cells
            if self._told > _MOST_TOLD:
                break
        return self._as_they_lie(self.given, length, random)

    def _begun(self, given: Names, earliest: int, random: Random) -> _Course:
        """A course up to where it may differ from the real one, or to the steps that are told again."""
        first = [self._threads.crossings[0].time] if self._threads.crossings else []
        begin = int(min([*first, *self._rolled, len(self._steps)]))
        if begin < earliest:
            return _Course(earliest, [], self._as_they_lie(given, earliest, random))
        return _Course(begin, [], list(self._steps[begin].before if begin < len(self._steps) else self._now))

    def is_free(self, one: int, other: int) -> bool:
        """Could two things be in each other's place now, in the world told last?"""
        return self._threads.exchangeable(self.given, one, other)

    # ------------------------------------------------------------------------------------------------- mending

    def _mended(self, course: _Course, failed: int, random: Random) -> tuple[Names | None, int]:
        """Other ways for one thing that may have to do with what did not fit, and when they begin."""
        sight, step, threads = self._game.sight, self._steps[failed], self._threads
        owners = [place.owner for place in self._game.program.layout.places]
        told, at = course.states[-1], sight.at
        passed = {name for names in self.given for name in names}
        pieces = [piece for piece in sight.unseen_pieces(told, self._player) if piece in passed]
        left = {step.before[at + p] for p in range(self._pieces) if step.before[at + p] != step.after[at + p]}
        near = [piece for piece in pieces if told[at + piece] in left]
        near = near or [piece for piece in pieces if owners[told[at + piece]] in (step.seat, step.secretly)]
        touched = [name for _, name in threads.at(self.given, failed)]
        among = [group for group in (near, touched, sorted(passed)) if group]
        for _ in range(_LOOKED if among else 0):
            group = among[below(len(among), random)]
            name = group[below(len(group), random)]
            crossed = [one for one in threads.passed(self.given, name) if threads.crossings[one].time <= failed]
            if crossed:
                number = crossed[below(len(crossed), random)]
                if (trial := threads.mended(self.given, number, name, random)) is not None:
                    return trial, threads.crossings[number].time
        return None, -1

    # ------------------------------------------------------------------------------------------------- telling

    def _tell(self, given: Names, course: _Course, random: Random) -> int:
        """Go on with a course to the end, or to the step that does not fit: its number, or -1."""
        steps, begin, cells = self._steps, course.begin + len(course.states), course.cells
        names = self._names_before(given, begin)
        for number in range(begin, len(steps)):
            course.states.append(tuple(cells))
            self._told += 1
            for role, name in self._threads.at(given, number):
                names[role] = self._shape(name)
            try:
                fits = self._again(cells, number, names, random)
            except (Fault, ValueError):
                # Nobody has done what leads there.
                return number
            if not fits or not self._looks_real(cells, number + 1):
                return number
        return -1

    def _again(self, cells: list[int], number: int, names: Sequence[int], random: Random) -> bool:
        """Let one step happen with other things in the roles; False if that cannot be."""
        step, executor = self._steps[number], self._game.executor
        told: list[Told] = []
        node = executor.node(cells)
        if node.number != executor.node(list(step.before)).number:
            return False
        if isinstance(node, Decide):
            move = self._renamed_move(node, step, number, names)
            if step.seat != self._player and not self._is_legal(cells, node, move):
                return False
            executor.play(cells, move, told)
        else:
            assert isinstance(node, ChanceNode)
            outcome = self._outcome(cells, node, number, names, random)
            if outcome is None:
                return False
            executor.happen(cells, outcome, told)
        return self._heard(told, cells) == self._heard(step.told, step.after)

    def _heard(self, told: Sequence[Told], cells: Sequence[int]) -> list[tuple[object, ...]]:
        """What the player was told, and what shown dice showed."""
        faces = self._game.sight.faces
        return [
            (one.event, one.values, [cells[faces[p]] for p in shown_pieces(self._game, one) if p in faces])
            for one in told
            if one.audience >> self._player & 1
        ]

    def _outcome(
        self, cells: list[int], node: ChanceNode, number: int, names: Sequence[int], random: Random
    ) -> Outcome | None:
        step, executor = self._steps[number], self._game.executor
        if number in self._rolled:
            return executor.draw(cells, random)
        if isinstance(step.outcome, tuple):
            order = tuple(names[piece] for piece in step.outcome)
            return order if sorted(order) == sorted(executor.shuffled(cells)) else None
        outcome = step.outcome
        if node.parameter is not None:
            is_token = isinstance(node.parameter.domain, Tokens)
            found = self._renamed(outcome, node.parameter.elements, number, names, {}, is_token=is_token)
            outcome = found
        possible = executor.outcomes(cells)
        return outcome if possible is not None and any(value == outcome for value, _ in possible) else None

    def _renamed_move(self, node: Decide, step: Step, number: int, names: Sequence[int]) -> Move:
        option, *values = step.move
        assert isinstance(option, int)
        used: dict[int, int] = {}
        found: list[Value] = [option]
        for parameter, value in zip(node.options[option].parameters, values, strict=True):
            is_token = isinstance(parameter.domain, Tokens)
            if isinstance(value, tuple):
                renamed = [
                    self._renamed(one, parameter.elements, number, names, used, is_token=is_token) for one in value
                ]
                found.append(tuple(sorted(renamed)))
            else:
                found.append(self._renamed(value, parameter.elements, number, names, used, is_token=is_token))
        return tuple(found)

    def _renamed(
        self, value: int, elements: str, number: int, names: Sequence[int], used: dict[int, int], *, is_token: bool
    ) -> int:
        """What stands for a value of the real course."""
        if value < 0:
            return value
        if is_token or elements == "token":
            place, variety = divmod(value, self._varieties)
            roles = self._line.tokens.moved[number].get((variety, place), ()) if self._line.tokens.count else ()
            turn = used.get(value, 0)
            used[value] = turn + 1
            return names[roles[turn]] + self._varieties * place if turn < len(roles) else value
        return names[value] if self._game.sight.is_piece(elements) else value

    def _is_legal(self, cells: list[int], node: Decide, move: Move) -> bool:
        """Is a move legal, with any of several pieces that nobody can tell apart?"""
        executor = self._game.executor
        if executor.is_legal(cells, move):
            return True
        option, *values = move
        assert isinstance(option, int)
        lowest: list[Value] = [option]
        for parameter, value in zip(node.options[option].parameters, values, strict=True):
            is_piece = self._game.sight.is_piece(parameter.elements)
            lowest.append(self._lowest(cells, value) if is_piece else value)
        return tuple(lowest) != move and executor.is_legal(cells, tuple(lowest))

    def _lowest(self, cells: list[int], value: Value) -> Value:
        """The pieces that stand for these among those that look like them."""
        alike, wanted = self._game.alike, value if isinstance(value, tuple) else (value,)
        taken: list[int] = []
        for piece in wanted:
            key = alike.key(cells, piece)
            same = (p for p in range(self._pieces) if p not in taken and alike.key(cells, p) == key)
            taken.append(next(same, piece))
        return tuple(sorted(taken)) if isinstance(value, tuple) else taken[0]

    def _looks_real(self, cells: Sequence[int], state: int) -> bool:
        """Would the player have seen there what the player saw?"""
        real = self._steps[state].before if state < len(self._steps) else self._now
        if any(cells[cell] != real[cell] for cell in self._open):
            return False
        return self._view(cells) == self._seen(state)

    def _seen(self, state: int) -> object:
        """What the player really saw of a state. What was before a step is the same in all that is told of it later."""
        is_past = state < len(self._steps)
        views = self._line.views if is_past else self._views
        if state not in views:
            views[state] = self._view(self._steps[state].before if is_past else self._now)
        return views[state]

    def _view(self, cells: Sequence[int]) -> _View:
        sight = self._game.sight
        player = self._player
        return (
            sight.blank(cells, player, deciding=False),
            sight.unseen(cells, player),
            sight.marks_on_unseen(cells, player),
        )

    def _as_they_lie(self, given: Names, state: int, random: Random) -> list[int]:
        """A state of the real course with other things in the roles, whatever led there."""
        cells = self._steps[state].before if state < len(self._steps) else self._now
        names = self._names_before(given, state)
        found = self._game.exchange.made(cells, dict(enumerate(names[: self._pieces])))
        storage, tokens = Storage(self._game.program.layout), self._line.tokens
        for varieties, change in ((tokens.varieties, -1), (names[self._pieces :], 1)):
            for number, variety in enumerate(varieties):
                storage.add_tokens(found, variety, tokens.places[state][self._pieces + number], change)
        for die, last in self._unknown_faces(state).items():
            faces, weights = zip(*self._game.executor.outcomes(list(self._steps[last].before)) or (), strict=True)
            found[self._game.sight.faces[names[die]]] = random.choices(faces, weights)[0]
        return found

    def _unknown_faces(self, state: int) -> dict[int, int]:
        """The dice that were rolled unseen before a state and not seen since, each with its last roll."""
        found: dict[int, int] = {}
        for step, die in self._line.rolls:
            if step < state:
                found.pop(die, None)
                if step in self._rolled and self._line.next_seen(die, step) > state:
                    found[die] = step
        return found

    def _names_before(self, given: Names, state: int) -> list[int]:
        """What plays which role before the crossings of a step."""
        names = [*range(self._pieces), *self._line.tokens.varieties]
        for time in range(state):
            for role, name in self._threads.at(given, time):
                names[role] = self._shape(name)
        return names

    def _shape(self, name: int) -> int:
        """What a thing is in the state: a piece by its number, a token by its variety."""
        return name if name < self._pieces else self._line.tokens.varieties[name - self._pieces]
