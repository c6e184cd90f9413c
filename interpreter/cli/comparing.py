"""Two rulebooks played side by side with the same luck: every kind of difference once, with a position that shows
it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from interpreter.api.chance import stream
from interpreter.api.decision import Decision, Option
from interpreter.api.game import Game
from interpreter.api.session import Session
from interpreter.cli.breaking import rules_hold
from interpreter.engine.executor import Fault
from interpreter.engine.steps import Step
from rulelang.cli.showing import listed, spanned
from rulelang.graph.program import Origin
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass, field

_MOST_MOVES: Final = 400
_MOST_WORDS: Final = 6


@dataclass(frozen=True, slots=True)
class GameDifference:
    """Something that only one of two rulebooks does, with the first position in which that was seen.

    `moves` leads to the position from the beginning with the luck of `seed`; `place` is the rule, where there is one.
    """

    change: str
    what: str
    move: str
    player: str
    place: str
    seed: int
    moves: tuple[str, ...]
    position: str
    span: Span | None = field(default=None, compare=False, repr=False)


class Comparison:
    """Collects differences of two games, at most so many."""

    def __init__(self, old: Game, new: Game, limit: int) -> None:
        self.old, self.new, self.limit = old, new, limit
        self.found: dict[tuple[str, str], GameDifference] = {}

    @property
    def is_full(self) -> bool:
        """Are there enough differences?"""
        return len(self.found) >= self.limit

    def play(self, seed: int) -> None:
        """One game by both rules; it stops where they part for good."""
        with rules_hold(self.old):
            old = self.old.start(seed, chance="asked")
        with rules_hold(self.new):
            new = self.new.start(seed, chance="asked")
        pair = _Pair(old, new, seed)
        random = stream(seed, "diff")
        try:
            while len(pair.moves) < _MOST_MOVES and not self.is_full:
                if pair.old.chance is not None or pair.new.chance is not None:
                    if not self._luck(pair, random):
                        return
                    continue
                shared = self._decisions(pair)
                if not shared:
                    return
                name = list(shared)[int(random.random() * len(shared))]
                self._move(pair, *shared[name])
        except Fault as fault:
            self._note(pair, "the rules break", fault.message, said=fault.said)

    # ----------------------------------------------------------------------------------------------- one step

    def _luck(self, pair: _Pair, random: Random) -> bool:
        """Does chance bring the same in both? Then it happens."""
        one, other = pair.old.chance, pair.new.chance
        if one is None or other is None:
            what = one.title if one is not None else other.title if other is not None else ""
            self._note(pair, "chance decides no more" if one is not None else "chance decides now", what)
            return False
        before = {(found.notation, found.probability) for found in one.outcomes}
        after = {(found.notation, found.probability) for found in other.outcomes}
        if before != after:
            self._note(pair, "chance brings something else", one.title)
        if one.is_shuffle:
            happened = pair.old.happen()
            return isinstance(happened, Step) and isinstance(pair.new.happen(happened.outcome), Step)
        shared = [found for found in one.outcomes if any(found.notation == also.notation for also in other.outcomes)]
        if not shared:
            return False
        [drawn] = random.choices(shared, [found.weight for found in shared])
        return all(isinstance(session.happen(drawn.notation), Step) for session in (pair.old, pair.new))

    def _decisions(self, pair: _Pair) -> dict[str, tuple[Option, Option]]:
        """Compare what may be chosen; gives what both allow."""
        one, other = pair.old.decision, pair.new.decision
        if one is None or other is None:
            if (one is None) != (other is None):
                self._note(pair, "the game ends earlier" if other is None else "the game goes on", "the game")
            elif str(pair.old.result) != str(pair.new.result):
                self._note(pair, "the game ends otherwise", f"{pair.old.result} before, now {pair.new.result}")
            return {}
        if one.player != other.player:
            self._note(pair, "somebody else decides", f"{one.title}: {one.player} before, now {other.player}")
            return {}
        before, after = _named(one), _named(other)
        for name in before.keys() - after.keys():
            self._note(pair, "not possible any more", before[name].name, before[name])
        for name in after.keys() - before.keys():
            self._note(pair, "became possible", after[name].name, after[name])
        return {name: (before[name], after[name]) for name in before if name in after}

    def _move(self, pair: _Pair, one: Option, other: Option) -> None:
        """Make the same move in both, and compare where it leads as long as they have not parted."""
        parted = set(_parted(pair))
        pair.old.apply(one)
        pair.new.apply(other)
        pair.moves.append(one.notation)
        if fresh := [line for line in _parted(pair) if line not in parted]:
            words = "; ".join(fresh[:_MOST_WORDS])
            self._note(pair, "leads elsewhere", one.name, one, f"{one.notation} ({words})")

    def _note(
        self,
        pair: _Pair,
        change: str,
        what: str,
        option: Option | None = None,
        move: str = "",
        said: Origin | None = None,
    ) -> None:
        if (change, what) in self.found or self.is_full:
            return
        at = pair.old
        scene = option.scene if option is not None else at.decision.scene if at.decision is not None else None
        player = at.game.players[scene.actor] if scene is not None else "nobody"
        said = option.origin if option is not None else said
        span = said.span if said is not None else None
        place = f"{span.source.path}:{span.line}" if span is not None else ""
        move = move or (option.notation if option is not None else "")
        self.found[change, what] = GameDifference(
            change, what, move, player, place, pair.seed, tuple(pair.moves), at.state.text(), span
        )


@dataclass(slots=True)
class _Pair:
    """The same game by the old and the new rules."""

    old: Session
    new: Session
    seed: int
    moves: list[str] = field(default_factory=list)


def _named(decision: Decision) -> dict[str, Option]:
    return {option.notation: option for option in decision.options}


def _parted(pair: _Pair) -> Iterator[str]:
    """The lines in which the positions differ: as they are by the old rules, then by the new ones."""
    old, new = pair.old.state.text().splitlines(), pair.new.state.text().splitlines()
    yield from (f"before: {line}" for line in old if line not in new)
    yield from (f"now: {line}" for line in new if line not in old)


def settings_changed(old: WrittenRulebook, new: WrittenRulebook) -> Iterator[str]:
    """What differs before anything is played: numbers of players, variants."""
    if old.seats != new.seats:
        yield f"players: {spanned(old.seats)} before, now {spanned(new.seats)}"
    yield from _listed("variants no more", old.variants, new.variants)
    yield from _listed("new variants", new.variants, old.variants)


def _listed(words: str, some: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    if only := [name for name in some if name not in others]:
        yield f"{words}: {listed(only)}"
