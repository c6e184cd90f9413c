"""Which thing plays which role in an imagined course of the game: exchanges of roles that a player would not notice.

    Deck shuffled      two cards exchanged      Ben draws one of them, the other stays      neither is seen again
    Hand of Ben        two cards exchanged      Ben lays one away    Ben lays one away      exchanged back, then shown

An exchange lasts to the end if neither is seen again, otherwise to a crossing of the two before that.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random
from typing import Final, TypeVar

from interpreter.engine.luck import below
from interpreter.visibility.determinise.timeline import Crossing, Time, Timeline

Thing = TypeVar("Thing")

#: Of many crossings at which an exchange may end, so many are looked at.
_MOST_MEETINGS: Final = 24


#: How often all crossings are gone through, at most, and how many exchanges that may be before once is enough.
_SWEEPS: Final = 4
_MOST_WORK: Final = 160

#: So many others are looked at for one that can be exchanged.
_MOST_OTHERS: Final = 8

#: With more roles exchanged than this, none is that stands for another just then: looking whether it fits takes long.
_MOST_LENT: Final = 100


class Roles:
    """One way to exchange roles, all along a timeline."""

    def __init__(self, timeline: Timeline, until: int) -> None:
        """`until` is how many steps of the timeline count."""
        self._timeline: Final = timeline
        self._until: Final = until
        #: The exchanges by their time.
        self.exchanges: dict[int, list[tuple[int, int]]] = {}
        #: For each role the times of its exchanges, and the spans in which it stands for another for a while only.
        self._times: dict[int, list[int]] = {}
        self._lent: dict[int, list[tuple[int, int]]] = {}
        #: Was a role exchanged while it stood for another? Then a name may have gone on to where no span tells of it.
        #: What was learned of things that are not seen is looked over each time, too.
        self._is_chained = bool(timeline.hints)

    def copy(self) -> Roles:
        """The same exchanges, on their own from now on."""
        twin = Roles(self._timeline, self._until)
        twin.exchanges.update({time: list(pairs) for time, pairs in self.exchanges.items()})
        twin._times.update({role: list(times) for role, times in self._times.items()})
        twin._lent.update({role: list(spans) for role, spans in self._lent.items()})
        twin._is_chained = self._is_chained
        return twin

    @property
    def first(self) -> Time:
        """When the first exchange is made."""
        return min(self.exchanges, default=inf)

    def mix(self, random: Random) -> None:
        """Exchange at every crossing, as chance and the others may have done it; where that is soon done, several
        times, because one exchange makes others possible."""
        crossings = [crossing for crossing in self._timeline.crossings if crossing.time < self._until]
        work = sum(len(crossing.touched) for crossing in crossings)
        for sweep in range(max(1, min(_SWEEPS, _MOST_WORK // max(1, work)))):
            for crossing in crossings:
                if crossing.shuffled:
                    self._shuffle(crossing, random)
                for role in crossing.touched:
                    if not crossing.shuffled or self._timeline.next_seen(role, crossing.time) != inf:
                        if sweep:
                            self._return(crossing.time, role)
                        self._take_any(crossing, role, random)

    def _shuffle(self, crossing: Crossing, random: Random) -> None:
        """What is never seen again comes into any order; things of other backs, too, if they never leave the place."""
        line, time = self._timeline, crossing.time
        free = [role for role in crossing.roles if line.next_seen(role, time) == inf]
        groups: dict[object, list[int]] = {"stays": [role for role in free if line.next_went(role, time) == inf]}
        for role in free:
            groups.setdefault(("back", line.back(role)), []).append(role)
        for group in groups.values():
            for last in range(len(group) - 1, 0, -1):
                self.exchange(time, group[last], group[below(last + 1, random)], random)

    def _take_any(self, crossing: Crossing, role: int, random: Random) -> None:
        """Exchange a role with any other for which that can be done, or leave it as it is."""
        others = list(crossing.roles)
        for _ in range(min(len(others), _MOST_OTHERS)):
            other = others.pop(below(len(others), random))
            if other == role or self.exchange(crossing.time, role, other, random):
                return

    def exchange(self, time: int, one: int, other: int, random: Random) -> bool:
        """Exchange two roles from a crossing on, if the player would not notice."""
        if one == other:
            return False
        if self._is_lent(one, time) or self._is_lent(other, time):
            return self._exchange_lent(time, one, other)
        line = self._timeline
        horizon = min(line.next_seen(one, time), line.next_seen(other, time))
        if line.back(one) != line.back(other):
            horizon = min(horizon, line.next_went(one, time), line.next_went(other, time))
        if horizon == inf or horizon > self._until:
            return self._noted((time,), one, other)
        back = self._way_back(time, one, other, horizon, random)
        if back is None or not self._noted((time, back), one, other):
            return False
        for role in (one, other):
            self._lent.setdefault(role, []).append((time, back))
        return True

    def _return(self, time: int, role: int) -> None:
        """End what a role lends from a time on, if that fits: then it can be lent to any other."""
        for span in [span for span in self._lent.get(role, ()) if span[0] == time]:
            pair = next((pair for pair in self.exchanges.get(span[0], ()) if self._is_span(span, pair, role)), None)
            trial = self.copy()
            if pair is not None and trial._remove(pair, span):
                self.exchanges, self._times, self._lent = trial.exchanges, trial._times, trial._lent

    def _is_span(self, span: tuple[int, int], pair: tuple[int, int], role: int) -> bool:
        """Is it this pair that is exchanged for a while?"""
        return (
            role in pair
            and all(span in self._lent.get(one, ()) for one in pair)
            and all(pair in self.exchanges.get(end, ()) for end in span)
        )

    def _remove(self, pair: tuple[int, int], ends: Sequence[int]) -> bool:
        """Leave an exchange out, and its way back; does the rest fit?"""
        for end in ends:
            self.exchanges[end].remove(pair)
            if not self.exchanges[end]:
                del self.exchanges[end]
            for one in pair:
                self._times[one].remove(end)
        if len(ends) > 1:
            for one in pair:
                self._lent[one].remove((ends[0], ends[1]))
        return self._fits()

    def undo(self, role: int, random: Random) -> int:
        """Take one exchange of a role back: when it was made, or -1 if that does not fit."""
        made = [(time, pair) for time, pairs in self.exchanges.items() for pair in pairs if role in pair]
        if not made:
            return -1
        time, pair = any_of(made, random)
        spans = [span for span in self._lent.get(pair[0], ()) if time in span and self._is_span(span, pair, role)]
        ends: Sequence[int] = any_of(spans, random) if spans else (time,)
        return min(ends) if self._remove(pair, ends) else -1

    def _way_back(self, time: int, one: int, other: int, horizon: Time, random: Random) -> int | None:
        """A crossing at which two roles can be exchanged back before one of them is seen."""
        busy = [t for role in (one, other) for t in self._times.get(role, ()) if t > time]
        limit = min(busy, default=inf)
        found = [back for back in self._timeline.meetings(one, other, time, horizon) if back < limit]
        return found[-_MOST_MEETINGS:][below(min(len(found), _MOST_MEETINGS), random)] if found else None

    def _exchange_lent(self, time: int, one: int, other: int) -> bool:
        """Exchange a role that stands for another just then: what it stood for goes on elsewhere, if it fits."""
        if len(self._times) > _MOST_LENT or self._timeline.back(one) != self._timeline.back(other):
            return False
        self._is_chained, was_chained = True, self._is_chained
        if self._noted((time,), one, other):
            return True
        self._is_chained = was_chained
        return False

    def _fits(self) -> bool:
        """Is every role itself whenever it is seen?"""
        names: dict[int, int] = {}
        since: dict[int, int] = {}
        for time in sorted(self.exchanges):
            changed: dict[int, int] = {}
            for one, other in self.exchanges[time]:
                for role in (one, other):
                    changed.setdefault(role, names.get(role, role))
                names[one], names[other] = names.get(other, other), names.get(one, one)
            for role, name in changed.items():
                if name != role and not self._may_be(role, name, since[role], time):
                    return False
                since[role] = time
        return all(name == role or self._may_be(role, name, since[role], self._until) for role, name in names.items())

    def _may_be(self, role: int, name: int, since: int, until: int) -> bool:
        """May one role stand for another between two times?"""
        line = self._timeline
        return line.next_seen(role, since) > until and line.may_be(role, name, since, until)

    def _is_lent(self, role: int, time: int) -> bool:
        return any(start <= time < end for start, end in self._lent.get(role, ()))

    def _noted(self, times: Sequence[int], one: int, other: int) -> bool:
        """Exchange two roles at each of these times; False, and nothing is changed, if that does not fit."""
        for time in times:
            self.exchanges.setdefault(time, []).append((one, other))
        if self._is_chained and not self._fits():
            for time in times:
                self.exchanges[time].pop()
                if not self.exchanges[time]:
                    del self.exchanges[time]
            return False
        for role in (one, other):
            self._times.setdefault(role, []).extend(times)
        return True


def any_of(things: Sequence[Thing], random: Random) -> Thing:
    """Any of some things, all equally likely."""
    return things[below(len(things), random)]
