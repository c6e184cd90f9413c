"""What games are made of: the text of a rulebook, which `rulelang` compiles, or a finished state graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from rulelang.diagnostics import Diagnostic, Label, Severity
from rulelang.graph.program import Program
from rulelang.graph.verify.problems import MOST_TOLD, Problems
from rulelang.source import SourceFile
from rulelang.tuning.fast_dataclass import replace

if TYPE_CHECKING:
    from rulelang.rulebook.loading import WrittenRulebook
    from rulelang.rulebook.numbers import NumberPlace

#: A number of players, and variants.
Setting: TypeAlias = tuple[int, frozenset[str]]
#: The paths and texts of the files of a rulebook; numbers of it that are changed.
Texts: TypeAlias = tuple[tuple[str, str], ...]
Changes: TypeAlias = tuple[tuple[str, int], ...]


class Source(Protocol):
    """Where the games of a `Rulebook` come from."""

    @property
    def title(self) -> str:
        """What the game is called."""

    @property
    def players(self) -> range:
        """The numbers of players there are games for."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that are offered."""

    @property
    def always(self) -> tuple[str, ...]:
        """The variants that are played if nobody names any."""

    @property
    def digest(self) -> str:
        """Changes when the rules do."""

    @property
    def files(self) -> tuple[SourceFile, ...]:
        """What it was read from."""

    def example_titles(self, wanted: Callable[[str], bool]) -> dict[Setting, tuple[str, ...]]:
        """The titles of the examples that are wanted, for each setting they need."""

    def program(self, setting: Setting, examples: bool | frozenset[str]) -> Program | tuple[Diagnostic, ...]:
        """The program for a setting that is offered, with examples if they are asked for, or what is wrong."""

    @property
    def texts(self) -> Texts:
        """The paths and texts that give the same again, in another process, too."""

    @property
    def changes(self) -> Changes:
        """The numbers that are other ones than those in the texts."""

    @property
    def numbers(self) -> tuple[NumberPlace, ...]:
        """The numbers that can be changed."""

    def changed(self, values: Mapping[str, int]) -> Source:
        """The same with other numbers. Raises `ValueError` for a number there is not."""


class TextSource:
    """A rulebook as written."""

    def __init__(self, written: WrittenRulebook, changes: Changes = ()) -> None:
        self._written: Final = written
        self.changes: Final = changes
        self.title: Final = written.title
        self.players: Final = written.seats
        self.variants: Final = written.variants
        self.always: Final[tuple[str, ...]] = ()

    @property
    def digest(self) -> str:
        """Changes when a word of the rulebook changes."""
        return self._written.digest

    @property
    def files(self) -> tuple[SourceFile, ...]:
        """The files it was read from, the first one first."""
        return self._written.files

    def example_titles(self, wanted: Callable[[str], bool]) -> dict[Setting, tuple[str, ...]]:
        """The titles of the examples that are wanted, for each setting they need."""
        from rulelang.compile.examples import titles_by_setting

        return titles_by_setting(self._written, wanted)

    def program(self, setting: Setting, examples: bool | frozenset[str]) -> Program | tuple[Diagnostic, ...]:
        """The rulebook compiled, or what is wrong with it."""
        from rulelang.compile import compile_rulebook

        compiled = compile_rulebook(self._written, *setting, examples=examples)
        return compiled.program or compiled.diagnostics

    @property
    def texts(self) -> Texts:
        """The files as they were read: nobody looks for them again."""
        return tuple((file.path, file.text) for file in self.files)

    @property
    def numbers(self) -> tuple[NumberPlace, ...]:
        """The numbers that its rules hang on."""
        from rulelang.rulebook.numbers import numbers

        return numbers(self._written)

    def changed(self, values: Mapping[str, int]) -> Source:
        """The rulebook with other numbers."""
        from rulelang.rulebook.numbers import changed

        return TextSource(changed(self._written, values), (*self.changes, *sorted(values.items())))


class GraphSource:
    """A state graph: the game for one number of players, and always with the same variants."""

    def __init__(self, program: Program) -> None:
        self._program: Final = program
        self.title: Final = program.title
        self.players: Final = range(program.players, program.players + 1)
        self.variants: Final = program.variants
        self.always: Final = program.variants
        self.digest: Final = program.digest
        self.files: Final[tuple[SourceFile, ...]] = ()
        self.changes: Final[Changes] = ()
        self.numbers: Final[tuple[NumberPlace, ...]] = ()

    def example_titles(self, wanted: Callable[[str], bool]) -> dict[Setting, tuple[str, ...]]:
        """The titles of the examples it carries."""
        titles = tuple(example.title for example in self._program.examples if wanted(example.title))
        return {(self._program.players, frozenset(self.variants)): titles} if titles else {}

    def program(self, setting: Setting, examples: bool | frozenset[str]) -> Program | tuple[Diagnostic, ...]:
        """The one program there is."""
        if isinstance(examples, bool):
            return self._program
        chosen = tuple(example for example in self._program.examples if example.title in examples)
        return replace(self._program, examples=chosen)

    @property
    def texts(self) -> Texts:
        """The graph as text."""
        from rulelang.graph.node_link import write

        return ((self.title, write(self._program)),)

    def changed(self, values: Mapping[str, int]) -> Source:
        """A graph has no numbers with names."""
        return _unchanged(self, values)


class NoSource:
    """A graph that cannot be played."""

    title: Final = ""
    players: Final = range(0)
    variants: Final[tuple[str, ...]] = ()
    always: Final[tuple[str, ...]] = ()
    digest: Final = ""
    changes: Final[Changes] = ()
    numbers: Final[tuple[NumberPlace, ...]] = ()

    def __init__(self, file: SourceFile) -> None:
        self.files: Final = (file,)

    def example_titles(self, wanted: Callable[[str], bool]) -> dict[Setting, tuple[str, ...]]:
        """There are none."""
        return {}

    def program(self, setting: Setting, examples: bool | frozenset[str]) -> Program | tuple[Diagnostic, ...]:
        """There is none."""
        return ()

    @property
    def texts(self) -> Texts:
        """The text as it is."""
        return tuple((file.path, file.text) for file in self.files)

    def changed(self, values: Mapping[str, int]) -> Source:
        """It has no numbers with names."""
        return _unchanged(self, values)


def _unchanged(source: Source, values: Mapping[str, int]) -> Source:
    if values:
        raise ValueError(f"a graph has no numbers with names, so {next(iter(values))!r} cannot be changed")
    return source


def graph_source(file: SourceFile) -> tuple[Source, tuple[Diagnostic, ...]]:
    """A graph that was written as JSON, and what is wrong with it."""
    from rulelang.graph.node_link import read

    return judged(read(file.text), file)


def judged(found: Program | Problems, file: SourceFile) -> tuple[Source, tuple[Diagnostic, ...]]:
    """A program as a source of games, or a source without any and why there are none."""
    if isinstance(found, Program):
        return GraphSource(found), ()
    beginning = file.span(0, 0)
    diagnostics = tuple(
        Diagnostic("graph-damaged", Severity.ERROR, str(problem), Label(beginning))
        for problem in found.found[:MOST_TOLD]
    )
    return NoSource(file), diagnostics


def text_source(file: SourceFile, others: Iterable[SourceFile] | None = None) -> tuple[Source, tuple[Diagnostic, ...]]:
    """A rulebook from its text, and what is wrong with its sentences. The files it uses are read from where it lies,
    or taken from `others`."""
    from rulelang.rulebook.loading import load as read

    if others is None:
        written, diagnostics = read(file)
    else:
        known = {Path(other.path): other for other in others}
        written, diagnostics = read(file, lambda name: known.get(Path(file.path).parent / name))
    return TextSource(written), diagnostics


def checksums(files: Iterable[SourceFile]) -> dict[str, str]:
    """A checksum of every file, by its name."""
    return {Path(file.path).name: blake2b(file.text.encode(), digest_size=8).hexdigest() for file in files}
