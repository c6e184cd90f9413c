"""Loading a rulebook and building games of it. Reading and compiling is `rulelang`'s; nothing is parsed here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Final, TypeAlias
from weakref import WeakValueDictionary

from interpreter.engine.executors import AUTO, resolved
from rulelang.diagnostics import Diagnostic

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.saves.replay import Rejected
    from interpreter.session import Session
    from rulelang.rulebook.loading import Rulebook as WrittenRulebook
    from rulelang.rulebook.numbers import NumberPlace

#: The paths and texts of the files of a rulebook; numbers of it that are changed.
Texts: TypeAlias = tuple[tuple[str, str], ...]
Changes: TypeAlias = tuple[tuple[str, int], ...]


class BrokenRulebook(Exception):
    """A game of a rulebook with errors was asked for; `diagnostics` tells what is wrong and where."""

    def __init__(self, title: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(title, diagnostics)
        self.title = title
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        from rulelang.diagnostics.render import render_text

        return f"{self.title} cannot be played:\n{render_text(self.diagnostics)}"


class Rulebook:
    """A rulebook as loaded. It may have errors: look at `diagnostics` before asking for a game."""

    def __init__(self, written: WrittenRulebook, diagnostics: tuple[Diagnostic, ...], changes: Changes = ()) -> None:
        self._written: Final = written
        self._changes: Final = changes
        self._games: Final[dict[tuple[object, ...], Game]] = {}
        self._building: Final = RLock()
        self.diagnostics: Final = diagnostics

    @property
    def title(self) -> str:
        """What the game is called."""
        return self._written.title

    @property
    def players(self) -> range:
        """The numbers of players the rulebook is for."""
        return self._written.seats

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants it offers."""
        return self._written.variants

    @property
    def digest(self) -> str:
        """Changes when a word of the rulebook changes; saved games carry it."""
        return self._written.digest

    @property
    def files(self) -> tuple[str, ...]:
        """The files it was read from, the first one first."""
        return tuple(file.path for file in self._written.files)

    @property
    def texts(self) -> Texts:
        """The paths and texts of its files, the first one first."""
        return tuple((file.path, file.text) for file in self._written.files)

    @property
    def numbers(self) -> tuple[NumberPlace, ...]:
        """The numbers that its rules hang on, each with the name an author has for it: `Take Income / 4`."""
        from rulelang.rulebook.numbers import numbers

        return numbers(self._written)

    def changed(self, values: Mapping[str, int]) -> Rulebook:
        """The rulebook with other numbers, named as in `numbers`. Raises `ValueError` for a number it does not have."""
        from rulelang.rulebook.numbers import changed

        changes = tuple(sorted(values.items()))
        return Rulebook(changed(self._written, values), self.diagnostics, (*self._changes, *changes))

    @property
    def file_digests(self) -> dict[str, str]:
        """A checksum of every file, by its name: what changed between two versions."""
        files = self._written.files
        return {Path(file.path).name: blake2b(file.text.encode(), digest_size=8).hexdigest() for file in files}

    @property
    def example_settings(self) -> tuple[tuple[int, frozenset[str]], ...]:
        """The numbers of players and variants its examples need."""
        from rulelang.compile.examples import settings_of

        return tuple(settings_of(self._written))

    def example_titles(
        self, wanted: Callable[[str], bool] = lambda _: True
    ) -> dict[tuple[int, frozenset[str]], tuple[str, ...]]:
        """The titles of its examples (those that are wanted), for each number of players and variants they need."""
        from rulelang.compile.examples import titles_by_setting

        return titles_by_setting(self._written, wanted)

    def game(
        self,
        players: int | None = None,
        variants: Iterable[str] = (),
        executor: str = AUTO,
        *,
        examples: bool | Iterable[str] = False,
    ) -> Game:
        """The game for so many players (the fewest, if not said) and these variants.

        `executor` is "auto" (the fastest there is), "python" (generated Python) or "reference" (slow and obvious); all
        play alike. `examples` compiles the rulebook's examples too, all or those with these titles. Games are kept:
        asking twice gives the same one. Raises `BrokenRulebook` if the rulebook has errors, `ValueError` for a number
        of players, a variant or an executor there is not.
        """
        from interpreter.game import Game

        seats = players if players is not None else (self.players[0] if self.players else 2)
        chosen = tuple(sorted(set(variants)))
        self._ask_for(seats, chosen)
        executor = resolved(executor)
        titles = examples if isinstance(examples, bool) else frozenset(examples)
        key = (seats, chosen, executor, titles)
        with self._building:
            if key not in self._games:
                self._games[key] = Game(self, self._compile(seats, chosen, examples=titles), executor, titles)
            return self._games[key]

    def resume(self, saved: str, *, other_versions: bool = False) -> Session | Rejected:
        """Continue a saved game, for as many players and with the variants it was saved with: `Game.resume`."""
        from interpreter.saves.replay import Rejected, read

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

    def _compile(self, seats: int, variants: tuple[str, ...], *, examples: bool | frozenset[str]) -> Program:
        from rulelang.compile import compile_rulebook

        compiled = compile_rulebook(self._written, seats, variants, examples=examples)
        if compiled.program is None or any(found.severity.name == "ERROR" for found in self.diagnostics):
            raise BrokenRulebook(self.title, (*self.diagnostics, *compiled.diagnostics))
        return compiled.program

    def __reduce__(self) -> tuple[object, ...]:
        """Sent to another process, it goes as the texts it was read from: nobody there looks for the files again."""
        _SENT.setdefault((self.texts, self._changes), self)
        return from_texts, (self.texts, self._changes)

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
    from rulelang.rulebook.loading import load as read
    from rulelang.source import SourceFile

    known = _SENT.get((texts, changes))
    if known is None:
        files = {Path(path): SourceFile(path, text) for path, text in texts}
        first = next(iter(files))
        rulebook = Rulebook(*read(files[first], lambda name: files.get(first.parent / name)))
        known = _SENT.setdefault((texts, changes), rulebook.changed(dict(changes)) if changes else rulebook)
    return known


def load(source: str | Path) -> Rulebook:
    """Load a rulebook from a file, or from its text (any string with a line end is text).

    Mistakes in the rulebook are in `diagnostics`; only the file system raises (`OSError`).
    """
    from rulelang.rulebook.loading import load as read
    from rulelang.source import read_source, source_from_text

    if isinstance(source, str) and "\n" in source:
        file = source_from_text("<text>", source)
    else:
        file = read_source(source).source
    return Rulebook(*read(file))


def _counts(players: range) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"


if TYPE_CHECKING:
    from rulelang.graph.program import Program
