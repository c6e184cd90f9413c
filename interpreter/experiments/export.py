"""Games as tables for other programs: CSV with the standard library, Parquet with DuckDB.

games.*   one row for each game        seats.*   one for each seat of a game
uses.*    one for whatever a seat was offered in a game"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from interpreter.experiments.compare import Games
from interpreter.experiments.metrics import METRICS
from interpreter.experiments.played import Played

FORMATS: Final = ("csv", "parquet")
_BESIDE: Final = ".export-"
Row: TypeAlias = tuple[Any, ...]

_CELL: Final = ("cell", "book", "players", "variants", "bots", "changes")
_COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "games": (*_CELL, "number", "ending", "fault", "failure", *(metric.name.replace("-", "_") for metric in METRICS)),
    "seats": (*_CELL, "number", "seat", "bot", "share", "won", "score"),
    "uses": (*_CELL, "number", "seat", "sort", "name", "offered", "taken", "expected", "chance"),
}
_TEXTS: Final = {*_CELL, "ending", "fault", "failure", "bot", "sort", "name"} - {"players"}


class ExportProblem(Exception):
    """Tables cannot be written; the message says why."""


def export(all_games: Sequence[Games], folder: Path, form: str) -> list[Path]:
    """Write the tables into a folder. Older ones are replaced when the new ones are whole."""
    if form == "parquet" and find_spec("duckdb") is None:
        raise ExportProblem("Parquet needs DuckDB: pip install 'rulelang[experiments]'.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(f"{_BESIDE}*"):
            # Of a process that was killed.
            rmtree(left)
        with TemporaryDirectory(dir=folder, prefix=_BESIDE) as beside:
            made = [_table(name, all_games, Path(beside), form) for name in _COLUMNS]
            return [path.replace(folder / path.name) for path in made]
    except OSError as problem:
        raise ExportProblem(f"The tables cannot be written to {folder}: {problem.strerror}.") from problem


def _table(name: str, all_games: Sequence[Games], folder: Path, form: str) -> Path:
    path = folder / f"{name}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(_COLUMNS[name])
        rows.writerows(_ROWS[name](all_games))
    return path if form == "csv" else _parquet(path, _COLUMNS[name])


def _parquet(path: Path, columns: Sequence[str]) -> Path:
    import duckdb

    types = {name: "VARCHAR" if name in _TEXTS else "DOUBLE" for name in columns}
    types |= {name: "BIGINT" for name in ("players", "number", "seat", "offered", "taken") if name in types}
    target = path.with_suffix(".parquet")
    with duckdb.connect() as base:
        table = base.read_csv(str(path), header=True, dtype=types, na_values=[""])
        table.write_parquet(str(target))
    return target


def _cell(games: Games) -> Row:
    cell = games[0]
    setting = cell.setting
    return setting.key, cell.book, setting.players, ", ".join(setting.variants), cell.bots, cell.changes


def _games(all_games: Sequence[Games]) -> Iterator[Row]:
    for cell in all_games:
        for game in cell[1]:
            found = (metric.value(game) for metric in METRICS)
            yield (*_cell(cell), game.number, game.ending, game.fault, game.failure, *found)


def _seats(all_games: Sequence[Games]) -> Iterator[Row]:
    for cell in all_games:
        bots = cell[0].setting.bots
        for game in cell[1]:
            for seat, share in enumerate(game.shares):
                score = game.scores[seat] if game.scores else None
                yield *_cell(cell), game.number, seat, _bot(bots, game, seat), share, int(seat in game.winners), score


def _bot(bots: Sequence[str], game: Played, seat: int) -> str:
    return bots[game.seats[seat]]


def _uses(all_games: Sequence[Games]) -> Iterator[Row]:
    for cell in all_games:
        for game in cell[1]:
            for key, uses in game.uses.items():
                sort, _, name = key.partition("/")
                for seat, use in enumerate(uses):
                    if use.offered:
                        yield *_cell(cell), game.number, seat, sort, name, *use


_ROWS: Final = {"games": _games, "seats": _seats, "uses": _uses}
