"""Checking a set of files: rulebooks whole, parts of rulebooks through the rulebooks that use them; and making the
safe fixes of what was found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from rulelang.checks import check_rulebook
from rulelang.cli.compiling import needs_the_rulebook
from rulelang.cli.reading import STANDARD_INPUT, USES, read_rules, read_with_damage, write_file
from rulelang.cli.showing import progress
from rulelang.diagnostics import Diagnostic, Edit, Fix, in_reading_order
from rulelang.diagnostics.catalogue.single_signs import damaged_text
from rulelang.diagnostics.fixes import apply_edits
from rulelang.graph.node_link import is_graph
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import SUFFIX, read_source
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass, field

#: Into so many steps the check of one rulebook is cut, where it is shown how far it has come.
_PARTS: Final = 100


@dataclass(slots=True)
class Checked:
    """What was looked at, and what was found."""

    diagnostics: tuple[Diagnostic, ...] = ()
    rulebooks: list[WrittenRulebook] = field(default_factory=list)
    files: set[str] = field(default_factory=set)
    read_only: list[str] = field(default_factory=list)


def check_files(paths: Sequence[str]) -> Checked:
    """Check every rulebook among the files, and the parts that no rulebook among them uses."""
    if len(paths) > 1:
        with progress("Checking", len(paths), "files") as done:
            return _checked(paths, done)
    # Nearly every rulebook is checked within a second: then nothing flashes up.
    with progress("Checking", _PARTS, "steps", after=1.0) as done:
        return _checked(paths, lambda _: None, done)


def _checked(
    paths: Sequence[str], done: Callable[[int], None], within: Callable[[int], None] = lambda _: None
) -> Checked:
    """`done` is told of each file, `within` of the steps in each rulebook."""
    checked = Checked()
    found: list[Diagnostic] = []
    parts: list[tuple[str, WrittenRulebook, tuple[Diagnostic, ...]]] = []
    for path in paths:
        read = read_with_damage(path)
        if is_graph(read.source.text):
            raise needs_the_rulebook(path)
        rulebook, reading = load(read.source)
        reading = (*reading, *map(damaged_text, read.damaged))
        if isinstance(rulebook.header, tree.RulebookHeader):
            found.extend(_whole(rulebook, reading, checked, within))
        else:
            parts.append((path, rulebook, reading))
        done(1)
    for path, part, reading in parts:
        if _key(path) not in checked.files:
            found.extend(_part(path, part, reading, checked))
    checked.diagnostics = in_reading_order(found)
    return checked


def _whole(
    rulebook: WrittenRulebook, reading: tuple[Diagnostic, ...], checked: Checked, within: Callable[[int], None]
) -> tuple[Diagnostic, ...]:
    checked.rulebooks.append(rulebook)
    checked.files.update(_key(file.path) for file in rulebook.files)
    told = 0

    def tell(part: float) -> None:
        nonlocal told
        told, before = int(part * _PARTS), told
        within(told - before)

    return check_rulebook(rulebook, reading, tell)


def _part(path: str, part: WrittenRulebook, reading: tuple[Diagnostic, ...], checked: Checked) -> list[Diagnostic]:
    """A part that was named alone is looked at through the rulebooks beside it; only what stands in it is told.

    It may be a rulebook itself whose first line cannot be read."""
    users = _users(path) if path != STANDARD_INPUT else []
    checked.files.add(_key(path))
    if not users:
        checked.read_only.append(path)
        return list(reading)
    found: list[Diagnostic] = []
    for user in users:
        rulebook, user_reading = load(read_rules(user)) if _key(user) != _key(path) else (part, reading)
        checked.rulebooks.append(rulebook)
        for diagnostic in check_rulebook(rulebook, user_reading):
            if _key(diagnostic.span.source.path) == _key(path):
                found.append(diagnostic)
    return found


def _users(path: str) -> list[str]:
    """The rulebooks in the same folder that use a part, directly or through another part."""
    folder, wanted = Path(path).parent, Path(path).name
    uses: dict[str, set[str]] = {}
    heads: list[str] = []
    for file in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            if not file.is_file():
                continue
            text = read_source(file).source.text
        except OSError:
            continue
        uses[file.name] = {Path(name).name for name in USES.findall(text)}
        if re.search(r"^rulebook\s", text, re.MULTILINE):
            heads.append(file.name)
    return [str(folder / head) for head in heads if wanted in _reached(head, uses)]


def _reached(head: str, uses: dict[str, set[str]]) -> set[str]:
    reached, waiting = {head}, [head]
    while waiting:
        for name in uses.get(waiting.pop(), set()) - reached:
            reached.add(name)
            waiting.append(name)
    return reached


def _key(path: str) -> str:
    return str(Path(path).resolve()) if not path.startswith("<") else path


def apply_safe_fixes(diagnostics: Iterable[Diagnostic]) -> int:
    """Write the files with every safe fix that does not touch another one; how many were made.

    A file named by a path that cannot be written (standard input) is left alone by the caller.
    """
    edits: dict[str, list[Edit]] = {}
    texts: dict[str, str] = {}
    made = 0
    for fix in _safe(diagnostics):
        if any(_touches(edit, other) for edit in fix.edits for other in edits.get(edit.span.source.path, ())):
            continue
        for edit in fix.edits:
            edits.setdefault(edit.span.source.path, []).append(edit)
            texts[edit.span.source.path] = edit.span.source.text
        made += 1
    for path, wanted in edits.items():
        write_file(path, apply_edits(texts[path], wanted))
    return made


def _safe(diagnostics: Iterable[Diagnostic]) -> Iterable[Fix]:
    return (fix for diagnostic in diagnostics for fix in diagnostic.fixes if fix.safety == "safe")


def _touches(one: Edit, other: Edit) -> bool:
    return one.span.start <= other.span.end and other.span.start <= one.span.end
