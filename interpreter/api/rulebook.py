"""Loading a rulebook, or the graph of one, and building games of it. Reading and compiling is `rulelang`'s; nothing is
parsed here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from interpreter.api.sources import (
    Changes,
    GraphSource,
    Setting,
    Source,
    Texts,
    checksums,
    graph_source,
    judged,
    text_source,
)
from interpreter.engine.executors import AUTO, resolved
from rulelang.diagnostics import Diagnostic
from rulelang.graph.node_link import is_graph
from rulelang.graph.program import Program
from rulelang.rulebook.beside_play import errors_of_play
from rulelang.source import SourceFile, read_source, source_from_text

if TYPE_CHECKING:
    from networkx import MultiDiGraph

    from interpreter.api.game import Game
    from interpreter.api.session import Session
    from interpreter.saves.parse import Rejected
    from rulelang.rulebook.numbers import NumberPlace


class BrokenRulebook(Exception):
    """A game of a rulebook with errors was asked for; `diagnostics` says what is wrong and where."""

    def __init__(self, title: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(title, diagnostics)
        self.title = title
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        from rulelang.diagnostics.render import render_text

        return f"{self.title} cannot be played:\n{render_text(self.diagnostics)}"


class Rulebook:
    """A rulebook as loaded. It may have errors: look at `diagnostics` before asking for a game."""

    def __init__(self, source: Source, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        self._source: Final = source
        self._games: Final[dict[tuple[object, ...], Game]] = {}
        self._building: Final = RLock()
        self.diagnostics: Final = diagnostics

    @property
    def title(self) -> str:
        """What the game is called."""
        return self._source.title

    @property
    def players(self) -> range:
        """The numbers of players the rulebook is for."""
        return self._source.players

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants it offers."""
        return self._source.variants

    @property
    def is_graph(self) -> bool:
        """Was a state graph loaded instead of a rulebook? A tool may have changed it."""
        return isinstance(self._source, GraphSource)

    @property
    def digest(self) -> str:
        """Changes when a word of the rulebook changes; saved games carry it."""
        return self._source.digest

    @property
    def files(self) -> tuple[str, ...]:
        """The files it was read from, the first one first."""
        return tuple(file.path for file in self._source.files)

    @property
    def texts(self) -> Texts:
        """The paths and texts of its files, the first one first."""
        return self._source.texts

    @property
    def numbers(self) -> tuple[NumberPlace, ...]:
        """The numbers that its rules depend on, each with the name an author has for it: `Take Income / 4`. A graph has
        none: its numbers are worked out."""
        return self._source.numbers

    def changed(self, values: Mapping[str, int]) -> Rulebook:
        """The rulebook with other numbers, named as in `numbers`. Raises `ValueError` for a number it does not have."""
        return Rulebook(self._source.changed(values), self.diagnostics)

    @property
    def file_digests(self) -> dict[str, str]:
        """A checksum of every file, by its name: what changed between two versions."""
        return checksums(self._source.files)

    @property
    def example_settings(self) -> tuple[Setting, ...]:
        """The numbers of players and variants its examples need."""
        return tuple(self.example_titles())

    def example_titles(self, wanted: Callable[[str], bool] = lambda _: True) -> dict[Setting, tuple[str, ...]]:
        """The titles of its examples (those that are wanted), for each number of players and variants they need."""
        return self._source.example_titles(wanted)

    def game(
        self,
        players: int | None = None,
        variants: Iterable[str] = (),
        executor: str = AUTO,
        *,
        examples: bool | Iterable[str] = False,
    ) -> Game:
        """The game for this many players (the fewest if not given) and these variants.

        `executor` is "auto" (Python at first, C once the game is played a lot), "native" (C at once; Python where there
        is no compiler), "python" (generated Python), "reference" (slow and obvious) or "remembering" (the reference,
        which works nothing out twice: for examples); all play alike. `examples` compiles the rulebook's examples too,
        all or those with these titles. Games are kept: asking twice gives the same one. Raises `BrokenRulebook` if the
        rulebook has errors, `ValueError` for a number of players, a variant or an executor that does not exist.
        """
        from interpreter.api.game import Game

        seats = players if players is not None else (self.players[0] if self.players else 2)
        chosen = tuple(sorted(set(variants))) or self._source.always
        self._ask_for(seats, chosen)
        executor = resolved(executor)
        titles = examples if isinstance(examples, bool) else frozenset(examples)
        key = (seats, chosen, executor, titles)
        with self._building:
            if key not in self._games:
                self._games[key] = Game(self, self._program((seats, frozenset(chosen)), titles), executor, titles)
            return self._games[key]

    def resume(self, saved: str, *, other_versions: bool = False) -> Session | Rejected:
        """Continue a saved game, for as many players and with the variants it was saved with: `Game.resume`."""
        from interpreter.saves.parse import Rejected, read

        record = read(saved)
        if isinstance(record, Rejected):
            return record
        try:
            game = self.game(record.players, record.variants)
        except ValueError as problem:
            return Rejected(str(problem))
        return game.resume(saved, other_versions=other_versions)

    def _ask_for(self, seats: int, variants: tuple[str, ...]) -> None:
        if self.players and seats not in self.players:
            raise ValueError(f"{self.title} is for {_counts(self.players)} players, not for {seats}")
        unknown = [name for name in variants if name not in self.variants]
        if unknown:
            offered = ", ".join(self.variants) or "none"
            raise ValueError(f"{self.title} has no variant {unknown[0]!r}; it offers: {offered}")

    def _program(self, setting: Setting, examples: bool | frozenset[str]) -> Program:
        found = self._source.program(setting, examples)
        wrong = any(one.severity.name == "ERROR" for one in self.diagnostics)
        if not isinstance(found, Program) or (wrong if examples else errors_of_play(self.diagnostics)):
            raise BrokenRulebook(self.title, (*self.diagnostics, *(found if isinstance(found, tuple) else ())))
        return found

    def __reduce__(self) -> tuple[object, ...]:
        """Sent to another process, it goes as the texts it was read from: nobody there looks for the files again."""
        _SENT.setdefault((self.texts, self._source.changes), self)
        return from_texts, (self.texts, self._source.changes)

    def __copy__(self) -> Rulebook:
        return self

    def __deepcopy__(self, memo: object) -> Rulebook:
        return self

    def __repr__(self) -> str:
        return f"Rulebook({self.title!r})"


#: The rulebooks that were sent between processes and are still in use, by their texts: what arrives twice is the same
#: one, with its games.
_SENT: Final[WeakValueDictionary[tuple[Texts, Changes], Rulebook]] = WeakValueDictionary()


def from_texts(texts: Texts, changes: Changes = ()) -> Rulebook:
    """A rulebook from its files' paths and texts, the first file first, with some numbers changed: the same one as long
    as it is in use."""
    known = _SENT.get((texts, changes))
    if known is None:
        files = [SourceFile(path, text) for path, text in texts]
        rulebook = Rulebook(*(graph_source(files[0]) if is_graph(files[0].text) else text_source(files[0], files)))
        known = _SENT.setdefault((texts, changes), rulebook.changed(dict(changes)) if changes else rulebook)
    return known


def load(source: str | Path | MultiDiGraph) -> Rulebook:
    """Load a rulebook from a file, or from its text (any string with a line end is text).

    Its state graph will do as well, as a networkx graph or as `rulelang graph -o game.json` writes it: then nothing is
    read or compiled, and there is one game, for one number of players.

    Mistakes in the rulebook or the graph are in `diagnostics`; only the file system raises (`OSError`).
    """
    if not isinstance(source, str | Path):
        from rulelang.graph.network import program_of

        return Rulebook(*judged(program_of(source), SourceFile("<graph>", "")))
    if isinstance(source, str) and ("\n" in source or is_graph(source)):
        file = source_from_text("<text>", source)
    else:
        file = read_source(source).source
    return Rulebook(*(graph_source(file) if is_graph(file.text) else text_source(file)))


def _counts(players: range) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"
