"""What is different between numbers of players: every measure beside itself, and whether the difference is sure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.experiments.compare import Games
from interpreter.experiments.line_up import ranked
from interpreter.experiments.metrics import METRICS, Metric, values
from interpreter.experiments.report.figures import Estimate, measured
from interpreter.statistics.comparing import holm, welch
from interpreter.statistics.intervals import ERROR
from rulelang.tuning.fast_dataclass import dataclass

#: What is a different question at another table, and what a fair part of the wins makes different anyway.
_LEFT_OUT: Final = ("first-player", "last-player", "last-move", "won", "finished")


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """One measure with each number of players, among the same bots; `sure`: it is not the same with the fewest and with
    the most (`corrected` is the p of Welch's test, corrected for all measures)."""

    measure: str
    title: str
    unit: str
    bots: str
    found: dict[int, Estimate]
    corrected: float
    sure: bool


def by_players(cells: Sequence[Games], *, together: bool) -> tuple[ByPlayers, ...]:
    """For the weakest bots that played at more than one table."""
    tables = _same_bots(cells)
    if len(tables) < 2:
        return ()
    fewest, most = tables[min(tables)], tables[max(tables)]
    left_out = {*_LEFT_OUT, "draws"} - {"won"} if together else _LEFT_OUT
    about = [one for one in METRICS if one.name not in left_out]
    about = [one for one in about if _values(one, fewest) and _values(one, most)]
    corrected = holm([welch(_values(one, fewest), _values(one, most)).p for one in about])
    return tuple(
        ByPlayers(
            measure=one.name,
            title=one.title,
            unit=one.unit,
            bots=fewest[0].bots,
            found={players: told.found for players, games in tables.items() if (told := measured(one, games[1]))},
            corrected=p,
            sure=p < ERROR,
        )
        for one, p in zip(about, corrected, strict=True)
    )


def _same_bots(cells: Sequence[Games]) -> dict[int, Games]:
    by_bots: dict[str, dict[int, Games]] = {}
    for games in cells:
        bots = set(games[0].setting.bots)
        if len(bots) == 1 and games[1]:
            by_bots.setdefault(next(iter(bots)), {})[games[0].setting.players] = games
    several = [name for name, tables in by_bots.items() if len(tables) > 1]
    return by_bots[min(several, key=ranked)] if several else {}


def _values(one: Metric, games: Games) -> list[float]:
    return list(values(one, games[1]).values())
