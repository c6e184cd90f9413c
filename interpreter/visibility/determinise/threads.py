"""Which thing went which way in an imagined course of the game.

What a player watched is a net: strands of which each is one thing, unseen or seen, from one crossing to the next. Which
things come to a crossing is known once it is known what went there; which of them goes on along which strand is drawn.

    Deck shuffled      any card on any of the strands      the strand from the top leads to Ben's hand
    Ben lays one away  any card of the hand on the strand that leads away
    a Seven is shown   the strand that was shown is the Seven's: so the Seven went a way that leads there

The order in which strands and things are drawn hangs on what the player knows alone. So whoever knows the same imagines
the same with the same luck, number for number, however things truly lie.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from interpreter.engine.luck import below, shuffle
from rulelang.tuning.fast_dataclass import dataclass, replace

if TYPE_CHECKING:
    from interpreter.visibility.determinise.timeline import Crossing, Timeline

#: So often it is drawn anew what goes on from a crossing, and from all of them, if nothing fits.
_AT_ONE: Final = 12
_AT_ALL: Final = 12

#: The names on the strands of each crossing, in the order of its strands.
Names: TypeAlias = list[list[int]]


@dataclass(frozen=True, slots=True)
class Strand:
    """What a role is from one crossing to the next. `name` is what the player sees there (-1: nothing; if only the look
    was seen, it is drawn which of the `copies`), `leads` the next crossing (-1: none), `back` what was to be seen of it
    on the way, `hints` what it may be."""

    role: int
    name: int
    copies: tuple[int, ...]
    leads: int
    touched: bool
    back: object
    hints: tuple[frozenset[int], ...]

    @property
    def known(self) -> bool:
        """Does the player see what goes there?"""
        return self.name >= 0


class Threads:
    """All ways of things through what one player has watched."""

    def __init__(self, timeline: Timeline, until: int) -> None:
        """`until` is how many steps of the timeline count."""
        self._line: Final = timeline
        self.crossings: Final = [crossing for crossing in timeline.crossings if crossing.time < until]
        #: The strands that go on from each crossing.
        self.strands: Final[list[list[Strand]]] = [[] for _ in self.crossings]
        #: For each thing the crossings behind which it is seen before the next one.
        self._shown: Final[dict[int, list[int]]] = {}
        #: For each crossing all others to which something unseen comes from it.
        self._reached: Final = [0] * len(self.crossings)
        self._chances: Final[dict[int, list[float]]] = {}
        following: dict[int, int] = {}
        for number in range(len(self.crossings) - 1, -1, -1):
            crossing = self.crossings[number]
            self.strands[number] = [self._strand(crossing, role, following.get(role, -1)) for role in crossing.roles]
            self._reached[number] = 1 << number
            for strand in self.strands[number]:
                if strand.known and not strand.copies:
                    self._shown.setdefault(strand.name, []).insert(0, number)
                elif not strand.known and strand.leads >= 0:
                    self._reached[number] |= self._reached[strand.leads]
            following.update(dict.fromkeys(crossing.roles, number))
        came: dict[int, tuple[int, int]] = {}
        for number, crossing in enumerate(self.crossings):
            self.strands[number] = self._in_order(crossing, self.strands[number], came)
            came.update((strand.role, (number, place)) for place, strand in enumerate(self.strands[number]))
        #: The crossing each role comes to first.
        self._first: Final = following
        #: The strands on which something is seen that has copies, each with its crossing and its place there.
        self._looked: Final = [
            (number, place, strand)
            for number, strands in enumerate(self.strands)
            for place, strand in enumerate(strands)
            if strand.known and strand.name in timeline.copies
        ]
        #: Of what is seen somewhere by its look only, and its copies, where it is seen for what it is.
        self._sure: Final = {name: self._shown.get(name, []) for *_, strand in self._looked for name in strand.copies}

    def _strand(self, crossing: Crossing, role: int, leads: int) -> Strand:
        line, time = self._line, crossing.time
        end = self.crossings[leads].time if leads >= 0 else line.steps
        is_seen = line.next_seen(role, time) <= end
        is_glimpsed = not is_seen and line.next_glimpsed(role, time) <= end
        return Strand(
            role,
            role if is_seen or is_glimpsed else -1,
            line.copies[role] if is_glimpsed else (),
            leads,
            role in crossing.touched,
            line.back(role) if line.next_went(role, time) <= end else None,
            tuple(names for when, names in line.hints.get(role, ()) if time < when <= end),
        )

    def _in_order(self, crossing: Crossing, strands: list[Strand], came: Mapping[int, tuple[int, int]]) -> list[Strand]:
        """The strands in an order that hangs on what the player knows: by where they begin, where they lead, and where
        they came from: the crossing, and the place there."""
        begins = dict(zip(crossing.roles, crossing.after, strict=True))

        def known(strand: Strand) -> tuple[object, ...]:
            name = strand.copies[0] if strand.copies else max(strand.name, 0)
            came_from = came.get(strand.role, (-1, strand.role))
            return not strand.touched, begins[strand.role], name, strand.leads, str(strand.back), came_from

        return sorted(strands, key=known)

    # ------------------------------------------------------------------------------------------------- drawing

    def drawn(self, random: Random) -> Names:
        """A way for everything, as chance and the others may have chosen it; empty, if none is found soon. Where the
        order in rows leaves none that is found, things may have lain in any."""
        for loose in (False, True):
            for _ in range(_AT_ALL):
                if self._copies_named(random) and (found := self._drawn(random, [], loose=loose)) is not None:
                    return found
        return []

    def _copies_named(self, random: Random) -> bool:
        """Draw which of its copies everything is that was seen by its look only; False if that does not come out."""
        self._shown.update((name, list(numbers)) for name, numbers in self._sure.items())
        ahead = dict(self._first)
        for number, place, strand in self._looked if self._sure else ():
            name = strand.name
            if strand.copies:
                coming = [one for one in strand.copies if self._leads(ahead.get(one, -1), number)]
                names = [one for one in coming if self._comes_on(number, strand, one)]
                if not names:
                    return False
                (name,) = random.choices(names, [self._chance(ahead[one], number) for one in names])
                insort(self._shown[name], number)
                self.strands[number][place] = replace(strand, name=name)
            ahead[name] = strand.leads
        return True

    def _comes_on(self, number: int, strand: Strand, name: int) -> bool:
        """May a thing come along a strand to where the player sees it next?"""
        target = self._next_shown(name, number)
        return target < 0 or self._leads(strand.leads, target)

    def _leads(self, start: int, target: int) -> bool:
        """May something unseen come from one crossing to another?"""
        return start >= 0 and bool(self._reached[start] >> target & 1)

    def mended(self, before: Names, number: int, one: int, random: Random) -> Names | None:
        """The same ways, but at a crossing a thing goes another way, and another thing its way."""
        if self._in_row(number):
            return self._drawn(random, before, number - 1)
        given = before[number]
        place, other = given.index(one), below(len(given), random)
        if given[other] == one:
            return None
        changed = list(given)
        changed[place], changed[other] = changed[other], changed[place]
        if not self._fit(number, changed):
            return None
        return self._drawn(random, [*before[:number], changed, *before[number + 1 :]], number)

    def _drawn(self, random: Random, before: Names, kept: int = -1, *, loose: bool = False) -> Names | None:
        """Ways through all crossings; up to the one that is kept, and later where they can be, those of before."""
        names, found = list(range(self._line.count)), list[list[int]]()
        for number, crossing in enumerate(self.crossings):
            given = before[number] if number <= kept else None
            if given is None:
                coming = [names[role] for role in crossing.roles]
                given = self._through(number, coming, random, before, in_row=self._in_row(number) and not loose)
            if given is None:
                return None
            for strand, name in zip(self.strands[number], given, strict=True):
                names[strand.role] = name
            found.append(given)
        return found

    def _through(
        self, number: int, coming: list[int], random: Random, before: Names, *, in_row: bool
    ) -> list[int] | None:
        """What goes on from a crossing along each strand."""
        if in_row:
            coming = [name for _, name in sorted(zip(self.crossings[number].before, coming, strict=True))]
        else:
            coming.sort()
            if before:
                fresh = sorted(set(coming).difference(before[number]))
                gone = sorted(set(before[number]).difference(coming))
                instead = dict(zip(gone, fresh, strict=True))
                again = [instead.get(name, name) for name in before[number]]
                if self._fit(number, again):
                    return again
        for _ in range(_AT_ONE):
            given = self._picked(number, coming, random) if in_row else self._spread(number, coming, random)
            if given is not None and self._fit(number, given):
                return given
        return None

    def _in_row(self, number: int) -> bool:
        """Do things lie in an order there that stays?"""
        return self.crossings[number].ordered and not self.crossings[number].shuffled

    def _picked(self, number: int, coming: list[int], random: Random) -> list[int] | None:
        """Any things of a row go their ways, what is seen elsewhere is there, and the others stay as they stand."""
        crossing, strands = self.crossings[number], self.strands[number]
        left, given = list(coming), [-1] * len(strands)
        for place, strand in enumerate(strands):
            if strand.touched or strand.known:
                fitting = [name for name in left if self._may_go(number, strand, name)]
                if not fitting:
                    return None
                given[place] = fitting[below(len(fitting), random)]
                left.remove(given[place])
        stood = dict(zip(crossing.roles, crossing.before, strict=True))
        others = [place for place, name in enumerate(given) if name < 0]
        others.sort(key=lambda place: stood[strands[place].role])
        for place, name in zip(others, left, strict=True):
            given[place] = name
        return given

    def _spread(self, number: int, coming: list[int], random: Random) -> list[int] | None:
        """Anything goes anywhere: first what must go somewhere, then the rest."""
        strands = self.strands[number]
        given, left, free = [-1] * len(strands), list(coming), list[int]()
        for place, strand in enumerate(strands):
            if not strand.known:
                free.append(place)
            elif strand.name in left:
                given[place] = strand.name
                left.remove(strand.name)
            else:
                return None
        bound = [(name, target) for name in left if (target := self._next_shown(name, number)) >= 0]
        ways = {name: [place for place in free if self._may_go(number, strands[place], name)] for name, _ in bound}
        for name, target in sorted(bound, key=lambda one: (len(ways[one[0]]), one[1])):
            chances = [(place, self._chance(strands[place].leads, target)) for place in ways[name] if place in free]
            if not chances:
                return None
            places, weights = zip(*chances, strict=True)
            place = random.choices(places, weights)[0]
            given[place] = name
            free.remove(place)
            left.remove(name)
        if self.crossings[number].shuffled:
            shuffle(left, random)
        for narrow in (True, False):
            for place in list(free):
                strand = strands[place]
                if narrow and not (strand.hints or strand.back is not None or strand.touched):
                    continue
                fitting = [name for name in left if self._may_go(number, strand, name)]
                if not fitting:
                    return None
                given[place] = fitting[below(len(fitting), random)] if narrow else fitting[0]
                free.remove(place)
                left.remove(given[place])
        return given

    # ------------------------------------------------------------------------------------------------ what fits

    def _fit(self, number: int, given: Sequence[int]) -> bool:
        """May things go on from a crossing like this?"""
        return all(self._may_go(number, strand, name) for strand, name in zip(self.strands[number], given, strict=True))

    def _may_go(self, number: int, strand: Strand, name: int) -> bool:
        """May a thing go along a strand, for all the player saw there and will see of it later?"""
        if strand.known:
            return name == strand.name
        if strand.back is not None and strand.back != self._line.back(name):
            return False
        if any(name not in names for names in strand.hints):
            return False
        return self._comes_on(number, strand, name)

    def _next_shown(self, name: int, number: int) -> int:
        """The crossing behind which a thing is next seen, from one on; -1: it is not seen again."""
        return next((one for one in self._shown.get(name, ()) if one >= number), -1)

    def _chance(self, start: int, target: int) -> float:
        """How likely chance leads from one crossing to another."""
        chances = self._chances.get(target)
        if chances is None:
            chances = self._chances[target] = [0.0] * target + [1.0]
            for number in range(target - 1, -1, -1):
                unseen = [strand.leads for strand in self.strands[number] if not strand.known]
                chances[number] = sum(chances[lead] for lead in unseen if 0 <= lead <= target) / max(1, len(unseen))
        return chances[start]

    def exchangeable(self, given: Names, one: int, other: int) -> bool:
        """May two things have gone each other's way from the last crossing that both came to?"""
        common = [number for number in self.passed(given, one) if other in given[number]]
        changed = {one: other, other: one}
        return bool(common) and all(
            self._fit(number, [changed.get(name, name) for name in given[number]])
            for number in range(common[-1], len(given))
        )

    # ------------------------------------------------------------------------------------------------- the names

    def at(self, given: Names, time: int) -> Iterator[tuple[int, int]]:
        """The roles that go on from the crossings at a time, and what they are from then on."""
        for number, crossing in enumerate(self.crossings):
            if crossing.time == time and given:
                for strand, name in zip(self.strands[number], given[number], strict=True):
                    yield strand.role, name

    def passed(self, given: Names, name: int) -> list[int]:
        """The crossings a thing comes to."""
        return [number for number, names in enumerate(given) if name in names]
