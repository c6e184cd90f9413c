"""What has been played, in a file of SQLite: written while it is played, so that nothing is lost and nothing is played
twice, wherever it is stopped."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from interpreter.experiments.cells import ExperimentCell
from interpreter.experiments.played import Played, read, written
from interpreter.experiments.setting import Looks, Setting
from rulelang import __version__
from rulelang.tuning.fast_dataclass import fields

_SHAPE: Final = 1
_TABLES: Final = (
    "create table if not exists about (name text primary key, value text not null) without rowid",
    "create table if not exists texts (key text primary key, text text not null) without rowid",
    (
        "create table if not exists cells (key text primary key, place integer not null, book text not null, "
        "games integer not null, until text not null, setting text not null) without rowid"
    ),
    (
        "create table if not exists games (cell text not null, number integer not null, record text not null, "
        "primary key (cell, number)) without rowid"
    ),
)


class StoreProblem(Exception):
    """The file cannot be used or written; the message says why, and how to go on."""


class ResultStore:
    """Cells and their games. Use it in a `with` block."""

    def __init__(self, path: Path, *, must_exist: bool = False) -> None:
        self.path: Final = path
        if must_exist and not path.is_file():
            raise StoreProblem(f"There is no file {path} with games that were played.")
        with self._told():
            self._base: Final = sqlite3.connect(path, timeout=30)
            self._base.execute("pragma journal_mode = wal")
            for table in _TABLES:
                self._base.execute(table)
            self._base.execute("insert or ignore into about values ('shape', ?), ('made by', ?)", (_SHAPE, __version__))
            self._base.commit()
            shape = self._base.execute("select value from about where name = 'shape'").fetchone()[0]
        if int(shape) != _SHAPE:
            raise StoreProblem(f"{path} was written by another version of RuleLang; give another name with --store.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Put everything into the one file."""
        # If that fails, what is kept beside the file is found there when it is next opened.
        with suppress(sqlite3.Error):
            self._base.execute("pragma wal_checkpoint(truncate)")
        self._base.close()

    # ------------------------------------------------------------------------------------------------ writing

    def add_cells(self, cells: Sequence[ExperimentCell]) -> None:
        """Cells to be played; those it has already stay as they are."""
        with self._told(), self._base:
            place = self._base.execute("select coalesce(max(place), -1) from cells").fetchone()[0]
            for number, cell in enumerate(cells, place + 1):
                texts = json.dumps(cell.setting.texts, ensure_ascii=False)
                key = _key(texts)
                self._base.execute("insert or ignore into texts values (?, ?)", (key, texts))
                told = json.dumps(_record(cell.setting, key), ensure_ascii=False)
                row = (cell.setting.key, number, cell.book, cell.games, json.dumps(cell.until), told)
                self._base.execute("insert or ignore into cells values (?, ?, ?, ?, ?, ?)", row)

    def add(self, key: str, played: Sequence[Played]) -> None:
        """Games of a cell. One that is there already is not taken again."""
        rows = [(key, game.number, written(game)) for game in played]
        with self._told(), self._base:
            self._base.executemany("insert or ignore into games values (?, ?, ?)", rows)

    # ------------------------------------------------------------------------------------------------ reading

    def cells(self) -> list[ExperimentCell]:
        """All cells, in the order in which they came."""
        with self._told():
            texts = dict(self._base.execute("select key, text from texts"))
            rows = self._base.execute("select book, games, until, setting from cells order by place").fetchall()
        return [
            ExperimentCell(book, _setting(json.loads(told), texts), games, tuple(json.loads(until)))
            for book, games, until, told in rows
        ]

    def numbers(self, key: str) -> set[int]:
        """Which games of a cell have been played."""
        with self._told():
            return {row[0] for row in self._base.execute("select number from games where cell = ?", (key,))}

    def games(self, key: str, most: int | None = None) -> list[Played]:
        """The games of a cell (the first so many), in the order of their numbers."""
        with self._told():
            asked = "select record from games where cell = ? and number < ? order by number"
            return [read(row[0]) for row in self._base.execute(asked, (key, 1 << 60 if most is None else most))]

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as problem:
            raise StoreProblem(_why(self.path, problem)) from problem


def _why(path: Path, problem: sqlite3.DatabaseError) -> str:
    told = str(problem)
    if "full" in told:
        return (
            f"There is no room left to write {path}. What was played before is kept: make room and run the same "
            "command again, and it goes on from there."
        )
    if "not a database" in told or "no such table" in told or "file is encrypted" in told:
        return f"{path} holds no games that were played, and is left as it is. Give another name with --store."
    return f"{path} cannot be used: {told}. What was played before is kept; run the same command again to go on."


def _record(setting: Setting, texts: str) -> dict[str, object]:
    looks = {field.name: getattr(setting.looks, field.name) for field in fields(setting.looks)}
    others = {field.name: getattr(setting, field.name) for field in fields(setting)}
    return {**others, "texts": texts, "looks": looks}


def _setting(record: dict[str, object], texts: dict[str, str]) -> Setting:
    from pydantic import TypeAdapter

    looks = TypeAdapter(Looks).validate_python(record["looks"])
    full = {**record, "texts": json.loads(texts[str(record["texts"])]), "looks": looks}
    return TypeAdapter(Setting).validate_python(full)


def _key(texts: str) -> str:
    from hashlib import blake2b

    return blake2b(texts.encode(), digest_size=12).hexdigest()
