"""How a game stands and how it ended: scores line by line, the ranking, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.wording.phrases import phrase
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.engine.executor import Vector


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
    """How a game ended. `decided`: a rule named the winners; otherwise the ranking did."""

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


def scores(game: Game, cells: Vector) -> tuple[Score, ...]:
    """What the criteria of the ranking give for each player now, whether the game is over or not."""
    program, standing = game.program, game.executor.standing
    playing = cells[program.layout.regions["players in"].base]
    found = []
    for seat, player in enumerate(program.seats):
        may_win, values = standing(cells, seat)
        lines = tuple((line.name, value) for line, value in zip(program.scoring.lines, values, strict=True))
        found.append(Score(seat, player, lines, may_win and bool(playing >> seat & 1), game))
    return tuple(found)


def leaders(game: Game, ranked: Sequence[Score]) -> tuple[int, ...]:
    """The seats that lead by the ranking."""
    scoring = game.program.scoring
    if not scoring.lines and scoring.eligible is None:
        return ()
    running = [score for score in ranked if score.eligible]
    for position, line in enumerate(scoring.lines):
        values = [score.lines[position][1] for score in running]
        if values:
            best = max(values) if line.highest else min(values)
            running = [score for score in running if score.lines[position][1] == best]
    return tuple(score.seat for score in running)


def result(game: Game, cells: Vector) -> Result:
    """The result of a game that is over."""
    regions = game.program.layout.regions
    decided = bool(cells[regions["decided"].base])
    ranked = scores(game, cells)
    if decided:
        named = cells[regions["winners"].base]
        winners = tuple(seat for seat in range(len(game.players)) if named >> seat & 1)
    else:
        winners = leaders(game, ranked)
    named_winners = tuple(game.players[seat] for seat in winners)
    return Result(named_winners, ranked, shares(winners, len(game.players)), decided, game)


def shares(winners: Sequence[int], players: int) -> tuple[float, ...]:
    """Each player's part of the win; a game that nobody wins is shared by all."""
    among = winners or range(players)
    return tuple(1 / len(among) if seat in among else 0.0 for seat in range(players))
