"""Is it so? What an example says of a moment, asked of a state: who wins and comes where, and who sees what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from interpreter.api.result import standings, winners
from interpreter.engine.executor import Told
from interpreter.visibility.secrecy import shown_pieces
from rulelang.graph.bit_sets import members
from rulelang.graph.example_steps import Over, Ranked, Seeing, Winning
from rulelang.graph.program import End

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.engine.executor import Cells

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")


class ClaimJudge:
    """Tells what is the matter with a claim, if anything is."""

    def __init__(self, game: Game) -> None:
        self._game: Final = game
        self._regions: Final = game.program.layout.regions
        #: The pieces each player was shown; what is shuffled afterwards is known no more.
        self._shown: Final = [0] * len(game.players)

    def hear(self, told: Sequence[Told]) -> None:
        """Something was told while the example was played: what was shown to whom is known from now on."""
        for one in told:
            for piece in shown_pieces(self._game, one):
                for seat in members(one.audience):
                    self._shown[seat] |= 1 << piece

    def shuffled(self, pieces: Sequence[int]) -> None:
        """Nobody knows these any more."""
        forgotten = sum(1 << piece for piece in pieces)
        self._shown[:] = [known & ~forgotten for known in self._shown]

    @property
    def known(self) -> tuple[int, ...]:
        """What each player knows of what was shown."""
        return tuple(self._shown)

    @contextmanager
    def knowing(self, known: Sequence[int]) -> Iterator[None]:
        """For as long as this is asked, they know so much."""
        with self.trying():
            self._shown[:] = known
            yield

    @contextmanager
    def trying(self) -> Iterator[None]:
        """What is only tried is not known afterwards."""
        kept = list(self._shown)
        yield
        self._shown[:] = kept

    def problem(self, claim: Over | Winning | Ranked | Seeing, cells: Cells, *, running: bool) -> str | None:
        """What is the matter; None if it is so."""
        is_over = running and self.is_over(cells)
        match claim:
            case Over(negated):
                if is_over == negated:
                    return "the game is over" if is_over else "the game is not over"
                return None
            case Winning():
                return self._undecided(cells, is_over, would=claim.would) or self._winning(claim, cells)
            case Ranked():
                return self._undecided(cells, is_over, would=claim.would) or self._ranked(claim, cells)
            case Seeing():
                return self._seeing(claim, cells)

    def is_over(self, cells: Cells) -> bool:
        """Is the game over, and not just the example?"""
        node = self._game.executor.node(cells)
        return isinstance(node, End) and node.group != "example"

    # --------------------------------------------------------------------------------------------------- the end

    def _undecided(self, cells: Cells, is_over: bool, *, would: bool) -> str | None:
        """Why nothing can be said of the end, if it cannot."""
        if is_over:
            return None
        if not would:
            return "the game is not over (`would win` and `would come` speak of how things stand)"
        scoring = self._game.program.scoring
        if not cells[self._regions["decided"].base] and not scoring.lines and scoring.eligible is None:
            return "the game is not over: nobody has won or lost yet"
        return None

    def _winners(self, cells: Cells) -> tuple[int, ...]:
        return winners(self._game, cells, standings(self._game, cells))

    def _winning(self, claim: Winning, cells: Cells) -> str | None:
        won, seats = set(self._winners(cells)), set(claim.seats)
        if claim.form == "just these":
            holds = won == seats
        elif claim.form == "among others":
            holds = won >= seats
        elif claim.form == "not alone":
            holds = won > seats
        else:
            holds = not won & seats
        if holds:
            return None
        should = {"not these": "should not win", "not alone": "should share the win"}.get(claim.form, "should win")
        return f"{self._names(seats)} {should}: {self._won(won)}"

    def _won(self, won: set[int]) -> str:
        return f"it is {self._names(won)} who {'wins' if len(won) < 2 else 'win'}"

    def _names(self, seats: set[int]) -> str:
        return " and ".join(self._game.players[seat] for seat in sorted(seats)) or "nobody"

    def _ranked(self, claim: Ranked, cells: Cells) -> str | None:
        places = self._places(cells)
        rank = claim.rank if claim.rank > 0 else max(places)
        found = {seat for seat, place in enumerate(places) if place == rank}
        if found == set(claim.seats):
            return None
        order = ", ".join(
            f"{self._names({seat})} {_ordinal(place)}" for place, seat in sorted((p, s) for s, p in enumerate(places))
        )
        return f"this is not the order at the end: {order}"

    def _places(self, cells: Cells) -> list[int]:
        """The place of each player: one more than there are players before."""
        ranked, lines = standings(self._game, cells), self._game.program.scoring.lines
        won = winners(self._game, cells, ranked)
        keys = []
        for seat, (may_win, found) in enumerate(ranked):
            values = [value if line.highest else -value for line, value in zip(lines, found, strict=True)]
            keys.append((seat in won, may_win, *values))
        return [1 + sum(other > key for other in keys) for key in keys]

    # ---------------------------------------------------------------------------------------------------- sight

    def _seeing(self, claim: Seeing, cells: Cells) -> str | None:
        things = tuple(members(self._game.executor.evaluate(cells, claim.things)))
        if not things:
            return "there is nothing of the kind to be seen"
        seen = [self._sees(cells, claim.seat, thing, tokens=claim.tokens) for thing in things]
        holds = {"all": all(seen), "some": any(seen), "none": not any(seen), "not all": not all(seen)}[claim.amount]
        if holds:
            return None
        who, count = self._game.players[claim.seat], sum(seen)
        return f"{who} sees {'all' if count == len(things) else count or 'none'} of {len(things)}"

    def _sees(self, cells: Cells, seat: int, thing: int, *, tokens: bool) -> bool:
        sight = self._game.sight
        if tokens:
            return bool(sight.token_audience(thing) >> seat & 1)
        return sight.sees_piece(cells, seat, thing) or bool(self._shown[seat] >> thing & 1)


def _ordinal(place: int) -> str:
    return _ORDINALS[place - 1] if place <= len(_ORDINALS) else f"{place}th"
