"""`rulelang fmt`"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from itertools import accumulate

import click

from rulelang.cli.compiling import needs_the_rulebook
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE, STANDARD_INPUT, read_rules, rules_files, write_file
from rulelang.cli.reporting import REPORTS, Case, finding, junit
from rulelang.cli.showing import counted, rendered
from rulelang.diagnostics import Diagnostic, Edit, Fix, Severity
from rulelang.graph.node_link import is_graph
from rulelang.source import SourceFile
from rulelang.tuning.fast_dataclass import dataclass, replace

_FOR_PEOPLE = ("text", "plain")


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option("--check", "only_check", is_flag=True, help="Change nothing; say which files would change.")
@click.option("--diff", "show_diff", is_flag=True, help="Change nothing; show what would change.")
@click.option("--format", "form", type=click.Choice(REPORTS), help="How --check prints what it finds. [text]")
def command(paths: tuple[str, ...], only_check: bool, show_diff: bool, form: str | None) -> int:
    """Write rulebooks in the one common layout. Remarks stay, and the meaning stays the same.

    \b
    rulelang fmt samurai.rules
    rulelang fmt --check rulebooks
    rulelang fmt --check rulebooks --format github
    """
    if form is not None and (show_diff or not only_check):
        raise click.UsageError("--format says how to print what --check finds; give --check with it, and no --diff.")
    looked = [_look(path) for path in rules_files(paths)]
    if only_check and not show_diff:
        click.echo(_report(looked, form or "text"), nl=False)
    for one in looked:
        if one.mistakes:
            if form is None or form in _FOR_PEOPLE:
                click.echo(f"{one.path}: has mistakes, left as it is (see `rulelang check {one.path}`)", err=True)
        elif show_diff and one.changes:
            before, after = one.source.text.splitlines(keepends=True), one.text.splitlines(keepends=True)
            click.echo("".join(difflib.unified_diff(before, after, one.path, one.path)), nl=False)
        elif show_diff or only_check:
            continue
        elif one.path == STANDARD_INPUT:
            click.echo(one.text, nl=False)
        elif one.changes:
            write_file(one.path, one.text)
            click.echo(f"{one.path}: laid out")
    changing = (only_check or show_diff) and any(one.changes for one in looked)
    return Exit.FINDINGS if changing or any(one.mistakes for one in looked) else Exit.CLEAN


@dataclass(frozen=True, slots=True)
class _Looked:
    """A file, its text in the common layout, and the mistakes that keep it from being laid out."""

    path: str
    source: SourceFile
    text: str
    mistakes: tuple[Diagnostic, ...] = ()

    @property
    def changes(self) -> bool:
        """Is the file in another layout?"""
        return self.text != self.source.text


def _look(path: str) -> _Looked:
    from rulelang.formatting import FormattingFault, format_source
    from rulelang.tree import parse

    source = read_rules(path)
    if is_graph(source.text):
        raise needs_the_rulebook(path)
    mistakes = parse(source).diagnostics
    if mistakes:
        return _Looked(path, source, source.text, mistakes)
    try:
        return _Looked(path, source, format_source(source))
    except FormattingFault as fault:
        raise click.ClickException(f"{path}: {fault}; left as it is. This is a mistake in RuleLang.") from fault


# ---------------------------------------------------------------------------------------------------------- report


def _report(looked: Sequence[_Looked], form: str) -> str:
    """What --check found: a file in another layout is a finding at the first line that differs; where programs read
    it, so is what keeps a file from being laid out."""
    if form == "junit":
        return junit("rulelang fmt", [_case(one) for one in looked])
    changing = [one for one in looked if one.changes]
    if form not in _FOR_PEOPLE:
        found = [_finding(one, _hunks(one)) for one in changing]
        return rendered([*found, *(mistake for one in looked for mistake in one.mistakes)], form)
    if not changing:
        return ""
    return f"{rendered([_in_short(one) for one in changing], form)}\n{counted(len(changing), 'file')} would change.\n"


def _finding(one: _Looked, shown: Sequence[Edit], notes: Sequence[str] = ()) -> Diagnostic:
    first = min(shown[0].span.line, one.source.line_count)
    message = "this file is not in the common layout"
    found = finding("layout", Severity.WARNING, message, one.source.line_span(first), notes)
    return replace(found, fixes=(Fix(f"lay it out: rulelang fmt {one.path}", tuple(shown), "safe"),))


def _in_short(one: _Looked) -> Diagnostic:
    """For people: the first place in full, and how many more there are."""
    hunks = _hunks(one)
    more = counted(len(hunks) - 1, "more place differs", "more places differ")
    return _finding(one, hunks[:1], [f"{more} (rulelang fmt --diff {one.path})"] if len(hunks) > 1 else [])


def _hunks(one: _Looked) -> list[Edit]:
    """The lines that differ, neighbours together, from the first to the last."""
    before, after = one.source.text.splitlines(keepends=True), one.text.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, before))]
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    return [
        Edit(one.source.span(starts[begin], starts[end]), "".join(after[new_begin:new_end]))
        for kind, begin, end, new_begin, new_end in matcher.get_opcodes()
        if kind != "equal"
    ]


def _case(one: _Looked) -> Case:
    if one.mistakes:
        return Case(one.path, "rulelang fmt", failure="has mistakes", details=rendered(one.mistakes, "plain"))
    if one.changes:
        found = _in_short(one)
        return Case(one.path, "rulelang fmt", failure=found.message, details=rendered([found], "plain"))
    return Case(one.path, "rulelang fmt")
