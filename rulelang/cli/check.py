"""`rulelang check`"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulelang.cli.checking import Checked, apply_safe_fixes, check_files
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE, STANDARD_INPUT, rules_files
from rulelang.cli.settings import FAIL_LEVELS, FORMATS, read_settings
from rulelang.cli.showing import counted, listed, rendered, so_many_players
from rulelang.cli.watching import watch
from rulelang.diagnostics import Diagnostic, Severity, worst

_MOST_ROUNDS = 10
_FOR_PEOPLE = ("text", "plain", "concise")

#: Programs get every open question; people and pull requests a number, unless they ask.
_ALWAYS_WHOLE = ("json", "sarif", "junit")


@click.command("check")
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option("--format", "form", type=click.Choice(FORMATS), help="How to print what is found.")
@click.option("--fix", is_flag=True, help="Make the fixes that are marked safe.")
@click.option("--select", multiple=True, metavar="CODE", help="Only these codes; RL07 is all that begin with it.")
@click.option("--ignore", multiple=True, metavar="CODE", help="Leave out these codes.")
@click.option("--fail-level", type=click.Choice(FAIL_LEVELS), help="The mildest finding that fails. [warning]")
@click.option("--unproved", is_flag=True, help="Also list the questions that could not be answered.")
@click.option("--config", type=FILE, metavar="FILE", help="Take settings from this file.")
@click.option("--limits", is_flag=True, help="Stop after a minute, or beyond 2 GB: for rulebooks of strangers.")
@click.option("--watch", "watching", is_flag=True, help="Check again whenever a rulebook changes.")
def command(
    paths: tuple[str, ...],
    form: str | None,
    fix: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_level: str | None,
    unproved: bool,
    config: str | None,
    limits: bool,
    watching: bool,
) -> int:
    """Find mistakes in rulebooks, without playing them.

    PATH is a file, a folder (every .rules file in it), or - for standard input. Every number of players and every
    variant is checked. Settings are read from rulelang.toml, or from [tool.rulelang] of pyproject.toml.

    Some questions have no certain answer: does a loop always end, is there always something to choose? What could not
    be proved either way is counted in the last line and listed by --unproved (always in json, sarif and junit). It
    never fails, unless --fail-level unproved asks for proof: then the command ends with code 4.

    \b
    rulelang check my_game.rules
    rulelang check rulebooks --format github --fail-level error
    rulelang check my_game.rules --unproved
    """
    settings = read_settings(Path.cwd(), config)
    chosen = _Chosen(_codes(select) or settings.select, _codes(ignore) or settings.ignore)
    _known(chosen.select + chosen.ignore)
    form, level = form or settings.format, Severity(fail_level or settings.fail_level)
    if STANDARD_INPUT in paths and (fix or watching):
        raise click.UsageError("Standard input can be neither fixed nor watched.")
    if limits and watching:
        raise click.UsageError("--limits is for a single check; leave out --watch.")
    if limits:
        from rulelang.cli.bounds import within

        done = within(
            f"{__name__}:check_apart", [paths, form, fix, chosen.select, chosen.ignore, level.value, unproved]
        )
        click.echo(done.out, nl=False)
        click.echo(done.err, nl=False, err=True)
        return done.code
    if not watching:
        return _once(paths, form, fix, chosen, level, unproved)

    def work() -> None:
        _once(paths, form, fix, chosen, level, unproved)

    watch(paths, work)
    return Exit.CLEAN


def check_once(path: str) -> int:
    """Check one rulebook as the settings of its folder say, and print what is found; the exit code."""
    settings = read_settings(Path.cwd(), None)
    chosen = _Chosen(settings.select, settings.ignore)
    return _once((path,), settings.format, False, chosen, Severity(settings.fail_level), False)


def check_apart(
    paths: list[str], form: str, fix: bool, select: list[str], ignore: list[str], level: str, unproved: bool
) -> int:
    """The same in a process of its own."""
    return _once(tuple(paths), form, fix, _Chosen(select, ignore), Severity(level), unproved)


class _Chosen:
    """Which codes are told."""

    def __init__(self, select: Sequence[str], ignore: Sequence[str]) -> None:
        self.select, self.ignore = tuple(select), tuple(ignore)

    def of(self, diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
        return tuple(
            found
            for found in diagnostics
            if (not self.select or found.code.startswith(self.select))
            and not found.code.startswith(self.ignore or ("-",))
        )


def _codes(given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code.strip().upper() for text in given for code in text.split(",") if code.strip())


def _known(codes: tuple[str, ...]) -> None:
    """A code that no finding has is a slip of the pen, and would say that all is well."""
    if not codes:
        return
    from rulelang.diagnostics.catalogue import all_codes
    from rulelang.diagnostics.spelling import closest

    known = all_codes()
    for code in codes:
        if not any(one.startswith(code) for one in known):
            meant = closest(code, known)
            hint = f" Did you mean {meant}?" if meant else ""
            raise click.UsageError(f"No finding has a code that begins with {code}.{hint}")


def _once(paths: tuple[str, ...], form: str, fix: bool, chosen: _Chosen, level: Severity, unproved: bool) -> int:
    files = rules_files(paths)
    checked = check_files(files)
    fixed = 0
    if fix:
        for _ in range(_MOST_ROUNDS):
            made = apply_safe_fixes(chosen.of(checked.diagnostics))
            if not made:
                break
            fixed += made
            checked = check_files(files)
    found = chosen.of(checked.diagnostics)
    whole = unproved or level is Severity.UNPROVED or form in _ALWAYS_WHOLE
    shown = found if whole else tuple(one for one in found if one.severity is not Severity.UNPROVED)
    for_people = form in _FOR_PEOPLE
    click.echo(rendered(shown, form), nl=False)
    summary = _summary(checked, found, fixed) + _open_questions(found, len(found) > len(shown))
    click.echo(("\n" if shown and for_people else "") + summary, err=not for_people)
    gravest = worst(found)
    if gravest is None or gravest.rank > level.rank:
        return Exit.CLEAN
    return Exit.INCONCLUSIVE if gravest is Severity.UNPROVED else Exit.FINDINGS


def _open_questions(found: Sequence[Diagnostic], hidden: bool) -> str:
    number = sum(one.severity is Severity.UNPROVED for one in found)
    if not number:
        return ""
    return f" {counted(number, 'question')} left unproved{': list with --unproved' if hidden else ''}."


def _summary(checked: Checked, found: Sequence[Diagnostic], fixed: int) -> str:
    counts = [
        counted(sum(one.severity is severity for one in found), severity.value)
        for severity in (Severity.ERROR, Severity.WARNING, Severity.NOTE)
        if any(one.severity is severity for one in found)
    ]
    variants = sum(len(rulebook.variants) for rulebook in checked.rulebooks)
    looked = [counted(len(checked.rulebooks), "rulebook")] if checked.rulebooks else []
    looked.append(counted(len(checked.files), "file"))
    seats = {players for rulebook in checked.rulebooks for players in rulebook.seats}
    if seats:
        looked.append(f"for {so_many_players(seats)}")
    if variants:
        looked.append(f"with {counted(variants, 'variant')}")
    mended = f" Fixed {counted(fixed, 'finding')}." if fixed else ""
    only = (
        f" Only the sentences of {listed(checked.read_only)} were read: no rulebook uses it."
        if checked.read_only
        else ""
    )
    result = f"Found {listed(counts)}" if counts else "All is well"
    return f"{result}: checked {', '.join(looked)}.{mended}{only}"
