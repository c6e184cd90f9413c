"""`rulelang migrate`"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import click

from interpreter.cli.loading import load_playable
from interpreter.cli.testing import ShownFailure, run_tests
from rulelang import __version__
from rulelang.cli.checking import apply_safe_fixes, check_files
from rulelang.cli.compiling import Unusable
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE, STANDARD_INPUT, rulebook_files, write_file
from rulelang.cli.showing import counted
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.tuning.fast_dataclass import dataclass

# Rewriting a rulebook of an earlier version: by the safe fixes of its findings, and by what its examples come to.
# What changed from 0.1.0 to 0.2.0: - forms of words that are written otherwise now (`in a circle`, `the top Card`): a
# finding with a safe fix knows each; - `then Ann wins` meant that Ann would win as things stand; now it means that
# the game is over and Ann alone has won.


_WINS: Final = re.compile(r"^(?P<before>\s*then )(?P<who>.+?)(?: alone)? wins?(?P<behind>\s*(?:\[.*\])?\s*)$")
_MOST_ROUNDS: Final = 50


@dataclass(frozen=True, slots=True)
class RewrittenLine:
    """A line that was rewritten."""

    place: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Left:
    """Something that was not, and why."""

    place: str
    reason: str


class Migration:
    """One rulebook on its way. Its files are put back if they are not to be kept, or if anything breaks."""

    def __init__(self, path: str, *, keep: bool) -> None:
        self.path, self._keep = path, keep
        self.changes: list[RewrittenLine] = []
        self.left: list[Left] = []
        self.code: int = Exit.CLEAN
        self._before: dict[str, str] = {}

    def __enter__(self) -> Self:
        checked = check_files([self.path])
        self._before = {str(Path(file)): _read(file) for file in sorted(checked.files)}
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        if kind is None:
            self.changes = [change for file, text in self._before.items() for change in _changes(file, text)]
        if not self._keep or kind is not None:
            for file, text in self._before.items():
                if _read(file) != text:
                    write_file(file, text)

    def run(self) -> None:
        """Rewrite what can be rewritten, and note what is left."""
        errors = self._words()
        if errors:
            self.left = [Left(str(one.span), one.message) for one in errors]
            self.code = Exit.FINDINGS
            return
        try:
            failures = self._examples()
        except Unusable as broken:
            self.left = [Left(str(one.span), one.message) for one in broken.errors]
            self.code = Exit.FINDINGS
            return
        self.left = [Left(_place(failure), failure.reason) for failure in failures]
        self.code = Exit.TESTS_FAILED if failures else Exit.CLEAN

    def _words(self) -> list[Diagnostic]:
        """Make the safe fixes; the mistakes that stay."""
        for _ in range(_MOST_ROUNDS):
            found = check_files([self.path]).diagnostics
            errors = [one for one in found if one.severity is Severity.ERROR]
            if not errors or not apply_safe_fixes(errors):
                return errors
        return errors

    def _examples(self) -> list[ShownFailure]:
        """Say who would win where nobody has won yet; the failures that stay."""
        tried: dict[tuple[str, int], list[str]] = {}
        for _ in range(_MOST_ROUNDS):
            failures = self._failures()
            rewritten = [self._otherwise(failure, tried) for failure in failures]
            if not any(rewritten):
                return failures
        return failures

    def _failures(self) -> list[ShownFailure]:
        tested = run_tests(load_playable(self.path, examples=True), self.path, (), 0)
        return [outcome.failure for outcome in tested.outcomes if outcome.failure is not None]

    def _otherwise(self, failure: ShownFailure, tried: dict[tuple[str, int], list[str]]) -> bool:
        """Try the next way to say a line that does not hold; when none is left it is as it was."""
        span = failure.origin.span
        if span is None:
            return False
        file, number = span.source.path, span.line
        lines = _read(file).splitlines(keepends=True)
        line = lines[number - 1].rstrip("\n")
        left = tried.setdefault((file, number), [*_ways(line), line] if _WINS.match(line) else [])
        if not left:
            return False
        lines[number - 1] = left.pop(0) + "\n"
        write_file(file, "".join(lines))
        return bool(left)


def _ways(line: str) -> Iterator[str]:
    """How things stand: alone, or with others."""
    found = _WINS.match(line)
    assert found is not None
    before, who, behind = found["before"], found["who"], found["behind"]
    if who not in ("nobody", "everybody"):
        yield f"{before}{who} alone would win{behind}"
    yield f"{before}{who} would win{behind}"


def _read(file: str) -> str:
    return Path(file).read_text(encoding="utf-8")


def _place(failure: ShownFailure) -> str:
    return str(failure.origin.span) if failure.origin.span is not None else ""


def _changes(file: str, before: str) -> Iterator[RewrittenLine]:
    old, new = before.splitlines(), _read(file).splitlines()
    for tag, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            for number, (was, now) in enumerate(zip_longest(old[start:end], new[first:last], fillvalue=""), first + 1):
                yield RewrittenLine(f"{file}:{number}", was.strip(), now.strip())


@click.command("migrate")
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option("--dry-run", is_flag=True, help="Say what would change and leave the files alone.")
def command(paths: tuple[str, ...], dry_run: bool) -> int:
    """Rewrite rulebooks of an earlier version so that they mean the same in this one.

    It rewrites forms of words that have changed, and examples that ask who wins before the game is over. What it cannot
    rewrite safely it lists, each with its place. The changelog tells what changed in the language.

    Exit code 0 if nothing is left to do, 1 if something is, and 3 if that is only examples.

    \b
    rulelang migrate my_game.rules
    rulelang migrate rulebooks --dry-run
    """
    if STANDARD_INPUT in paths:
        raise click.UsageError("Rulebooks are rewritten where they lie: name files.")
    code: int = Exit.CLEAN
    for path in rulebook_files(paths):
        with Migration(path, keep=not dry_run) as migration:
            migration.run()
        for change in migration.changes:
            click.echo(f"{change.place}\n  - {change.before}\n  + {change.after}")
        for left in migration.left:
            click.echo(f"{left.place}: left as it is: {left.reason}")
        done = "would be rewritten" if dry_run else "rewritten"
        open_ = f", {counted(len(migration.left), 'place')} left to you" if migration.left else ""
        click.echo(f"{path}: {counted(len(migration.changes), 'line')} {done} for {__version__}{open_}.")
        code = max(code, migration.code, key=(Exit.CLEAN, Exit.TESTS_FAILED, Exit.FINDINGS).index)
    return code
