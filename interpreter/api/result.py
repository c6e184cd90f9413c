"""How a game stands and how it ended: scores line by line, the ranking, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from interpreter.wording.names import phrase
from rulelang.graph.bit_sets import members
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.engine.executor import Vector
    from rulelang.graph.program import Scoring

#: May a seat win, and what the criteria of the ranking give for it, in their order.
Standing: TypeAlias = tuple[bool, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Score:
    """One player's values of the criteria of the ranking, in their order: name and value."""

    seat: int
    player: str
    lines: tuple[tuple[str, int], ...]
    eligible: bool
    _game: Game = field(compare=False, repr=False)

    @property
    def total(self) -> int:
        """The value of the first criterion; 0 if the game has none."""
        return self.lines[0][1] if self.lines else 0

    def text(self, language: str = "en") -> str:
        """The same in a language of the rulebook."""
        names = self._game.names(language)
        lines = ", ".join(f"{names.term(name)} {value}" for name, value in self.lines)
        return f"{names.player(self.seat)}: {lines or phrase('no score', names.language)}"

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `decided`: a rule named the winners; otherwise the ranking did. `shares`: each player's part of
    the win; 1 or 0 for everybody where all win or lose together."""

    winners: tuple[str, ...]
    scores: tuple[Score, ...]
    shares: tuple[float, ...]
    decided: bool
    _game: Game = field(compare=False, repr=False)

    def text(self, language: str = "en") -> str:
        """The same in a language of the rulebook."""
        names = self._game.names(language)
        if not self.winners:
            return phrase("nobody wins", names.language)
        form = "{} wins" if len(self.winners) == 1 else "{} win"
        return phrase(form, names.language).format(names.joined([names.term(winner) for winner in self.winners]))

    def __str__(self) -> str:
        return self.text()


def standings(game: Game, cells: Vector) -> list[Standing]:
    """How each seat stands now, whether the game is over or not."""
    standing, playing = game.executor.standing, cells[game.program.layout.regions["players in"].base]
    found = (standing(cells, seat) for seat in range(game.program.players))
    return [(may_win and bool(playing >> seat & 1), values) for seat, (may_win, values) in enumerate(found)]


def scores(game: Game, cells: Vector) -> tuple[Score, ...]:
    """The same with names."""
    return _named(game, standings(game, cells))


def _named(game: Game, ranked: Sequence[Standing]) -> tuple[Score, ...]:
    criteria = [line.name for line in game.program.scoring.lines]
    found = zip(game.program.seats, ranked, strict=True)
    return tuple(
        Score(seat, player, tuple(zip(criteria, values, strict=True)), may_win, game)
        for seat, (player, (may_win, values)) in enumerate(found)
    )


def leaders(scoring: Scoring, ranked: Sequence[Standing]) -> tuple[int, ...]:
    """The seats that lead by the ranking."""
    if not scoring.lines and scoring.eligible is None:
        return ()
    running = [seat for seat, (may_win, _) in enumerate(ranked) if may_win]
    for position, line in enumerate(scoring.lines):
        if len(running) < 2:
            break
        values = [ranked[seat][1][position] for seat in running]
        best = max(values) if line.highest else min(values)
        running = [seat for seat, value in zip(running, values, strict=True) if value == best]
    return tuple(running)


def winners(game: Game, cells: Vector, ranked: Sequence[Standing]) -> tuple[int, ...]:
    """The seats that win a game that is over: those a rule named, or those that lead."""
    regions = game.program.layout.regions
    if cells[regions["decided"].base]:
        return tuple(members(cells[regions["winners"].base]))
    return leaders(game.program.scoring, ranked)


def result(game: Game, cells: Vector) -> Result:
    """The result of a game that is over."""
    ranked = standings(game, cells)
    won = winners(game, cells, ranked)
    decided = bool(cells[game.program.layout.regions["decided"].base])
    named = tuple(game.players[seat] for seat in won)
    return Result(named, _named(game, ranked), shares(won, len(game.players), together=game.together), decided, game)


def shares(won: Sequence[int], players: int, *, together: bool = False) -> tuple[float, ...]:
    """Each player's part of the win; a game that nobody wins is shared by all. Where all win or lose together, each
    has the whole win or nothing: otherwise whoever plays for it could not tell one from the other."""
    if together:
        return (float(bool(won)),) * players
    among = won or range(players)
    return tuple(1 / len(among) if seat in among else 0.0 for seat in range(players))
