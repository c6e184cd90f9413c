"""The course of decisions that all make in secret, once more, as one of the players may imagine it.

What the player chose and what chance was seen to bring the player happens again; the others choose anything, and luck
that the player did not see is drawn anew. How often others draw shifts what the player would draw from the same pile.
So where the player would see other pieces than the player did see, those are put in their place (an exchange of pieces
before the first choice), and the course is gone through again:

    the player saw   Seven         imagined   Two          exchanged   Seven <-> Two, wherever they were dealt to

That gives every way to deal that fits the same chance. It is never asked what the others truly chose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from interpreter.engine.steps import Step
from interpreter.visibility.apply_own_changes import merged
from interpreter.visibility.determinise.ways import KnownOutcome, KnownWay, Replay, by_key
from interpreter.visibility.secrecy import chance_audience
from rulelang.graph.bit_sets import members
from rulelang.graph.program import ChanceNode

if TYPE_CHECKING:
    from interpreter.visibility.determinise.replay import Retelling
    from interpreter.visibility.sighted_game import SightedGame

#: What a player sees of a state.
_View: TypeAlias = tuple[int | None, ...]

#: So many ways to deal, each with other choices of the others, are tried.
_MOST_DEALT: Final = 200


class SecretCourse:
    """What a player knows of secret decisions that are still going on."""

    def __init__(
        self, game: SightedGame, player: int, steps: Sequence[Step], now: Sequence[int], retelling: Retelling | None
    ) -> None:
        """`steps` are those of the decisions so far; `retelling` tells what was before them."""
        self._game: Final = game
        self._player: Final = player
        self._now: Final = now
        self._retelling: Final = retelling
        own = [step for step in steps if step.secretly == player]
        self._way: Final = KnownWay(
            [game.keys(step.before, (step.move,))[0] for step in own if step.kind == "move"],
            [_lucky(game, step, player) for step in own if step.kind == "chance"],
        )
        #: What the player saw at each of the player's own decisions, and sees now.
        self._views: Final = self._seen_on_the_way(steps)
        self._stop: Final = game.secretly(now)
        stopped = [step for step in steps if step.secretly == self._stop]
        self._choices: Final = sum(1 for step in stopped if step.kind == "move")
        #: How often chance brought something to the one whose way it is, if it is chance's turn now.
        self._luck: Final = len(stopped) - self._choices if _at_chance(game, now) else None

    def _seen_on_the_way(self, steps: Sequence[Step]) -> list[_View]:
        found: list[_View] = []
        changes: list[tuple[Sequence[int], Sequence[int]]] = []
        for step in steps:
            if step.kind == "move" and step.secretly == self._player:
                found.append(self._blank(merged(self._game, steps[0].before, changes)))
            changes += [part[1:] for part in self._game.parts.of(step) if part[0] == self._player]
        return [*found, self._blank(merged(self._game, steps[0].before, changes))]

    def _blank(self, cells: Sequence[int]) -> _View:
        return self._game.sight.blank(cells, self._player, deciding=False)

    def again(self, deal: Callable[[Random], list[int]], random: Random) -> list[int]:
        """A state that may be the real one; `deal` makes one that may have been before the first choice."""
        for _ in range(_MOST_DEALT):
            cells = deal(random)
            seed = random.getrandbits(64)
            for _ in range(1 + len(self._views) + len(self._way.luck)):
                walk = Replay(self._game, cells, {self._player: self._way}, by_key(self._game), Random(seed))
                ending = walk.go(self._stop, self._choices, self._as_seen, self._luck)
                if ending == "here" and self._is_whole(walk):
                    return walk.cells
                exchange = self._mended(cells, walk, Random(seed))
                if not exchange:
                    break
                cells = self._game.exchange.made(cells, exchange)
        # Nothing else is known to be possible: then it was as it was.
        return list(self._now)

    def _as_seen(self, walk: Replay, seat: int) -> bool:
        """Does the player see at a decision of the player's own what the player saw there? Where others choose what
        leaves them nothing more to choose, the player may come to one that has not been yet."""
        number = walk.choices(seat)
        return seat != self._player or (number < len(self._views) and self._view(walk) == self._views[number])

    def _is_whole(self, walk: Replay) -> bool:
        """Has the player done everything, and does the player know now what the player knows?"""
        if _at_chance(self._game, walk.cells) != (self._luck is not None):
            return False
        return walk.choices(self._player) == len(self._way.moves) and self._view(walk) == self._views[-1]

    def _view(self, walk: Replay) -> _View:
        return self._blank(walk.known_to(self._player))

    def _mended(self, cells: Sequence[int], walk: Replay, random: Random) -> dict[int, int]:
        """The exchange of pieces before the first choice that gives the player what the player got; empty: none."""
        node, seat, choices = self._game.executor.node(walk.cells), walk.seat, walk.choices(self._player)
        if seat == self._player and isinstance(node, ChanceNode):
            pairs = self._drawn_instead(node, walk, random)
        elif choices < len(self._views) and (seat == self._player or choices == len(self._way.moves)):
            pairs = self._seen_instead(self._view(walk), self._views[choices])
        else:
            return {}
        exchange = _closed(pairs)
        return exchange if all(self._may_replace(cells, *pair) for pair in exchange.items()) else {}

    def _may_replace(self, cells: Sequence[int], piece: int, other: int) -> bool:
        """May the other piece have been where this one is, for all the player knew before the first choice?"""
        sight = self._game.sight
        if sight.sees_piece(cells, self._player, piece) or sight.back(piece) != sight.back(other):
            return False
        return self._retelling is not None and self._retelling.is_free(piece, other)

    def _drawn_instead(self, node: ChanceNode, walk: Replay, random: Random) -> dict[int, int]:
        """A piece that chance could bring, for the one it did bring."""
        number = len(walk.luck(self._player))
        known = self._way.luck[number].outcome if number < len(self._way.luck) else None
        if node.parameter is None or not self._game.sight.is_piece(node.parameter.elements):
            return {}
        later = {lucky.outcome for lucky in self._way.luck}
        possible = [piece for piece, _ in self._game.executor.outcomes(walk.cells) or () if piece not in later]
        return {random.choice(possible): known} if possible and isinstance(known, int) else {}

    def _seen_instead(self, found: _View, known: _View) -> dict[int, int]:
        """For the pieces the player would see, those the player did see there."""
        pairs: dict[int, int] = {}
        sight = self._game.sight
        for place in range(len(self._game.program.layout.places)):
            seen, truly = (members(view[sight.contents + place] or 0) for view in (found, known))
            here, there = [set(pieces) for pieces in (seen, truly)]
            pairs.update(zip(sorted(here - there), sorted(there - here), strict=False))
        return pairs


def _closed(pairs: Mapping[int, int]) -> dict[int, int]:
    """What is replaced by what, so that nothing is lost: what nothing stands for yet takes the place that is left."""
    exchange = dict(pairs)
    for first in set(pairs.values()) - pairs.keys():
        last = first
        back = {other: piece for piece, other in pairs.items()}
        while last in back:
            last = back[last]
        exchange[first] = last
    return exchange


def _at_chance(game: SightedGame, cells: Sequence[int]) -> bool:
    return isinstance(game.executor.node(list(cells)), ChanceNode)


def _lucky(game: SightedGame, step: Step, player: int) -> KnownOutcome:
    """What chance brought, if the player saw it."""
    node = game.executor.node(list(step.before))
    assert isinstance(node, ChanceNode)
    sees = chance_audience(game, step.before, step.after, node, step.outcome) >> player & 1
    return KnownOutcome(node.number, step.outcome if sees else None)
