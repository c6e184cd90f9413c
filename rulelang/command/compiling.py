"""One rulebook of the command line, read and compiled."""

from __future__ import annotations

from collections.abc import Sequence

import click

from rulelang.command.exits import Exit
from rulelang.command.reading import read_rules
from rulelang.command.showing import counted, listed, rendered, spanned
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.graph import Compilation, compile_rulebook
from rulelang.graph.program import Program
from rulelang.rulebook.loading import Rulebook, load
from rulelang.tree import nodes as tree


def load_rulebook(path: str) -> Rulebook:
    """A rulebook whose sentences could all be read. Ends the command with the findings otherwise."""
    rulebook, found = load(read_rules(path))
    if any(diagnostic.severity is Severity.ERROR for diagnostic in found):
        raise unusable(path, found)
    if not isinstance(rulebook.header, tree.RulebookHeader):
        raise click.ClickException(f"{path} is only a part of a rulebook: it does not begin with `rulebook`.")
    return rulebook


def unusable(path: str, found: Sequence[Diagnostic]) -> click.exceptions.Exit:
    """Say what is wrong with a rulebook; what this gives ends the command when it is raised."""
    errors = [diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR]
    click.echo(rendered(errors, "text"), err=True, nl=False)
    click.echo(f"\n{path} has {counted(len(errors), 'error')} and cannot be used.", err=True)
    return click.exceptions.Exit(Exit.FINDINGS)


def players_of(rulebook: Rulebook, players: int | None) -> int:
    """A number of players the rulebook is for; the fewest if none is given."""
    if players is None:
        return rulebook.seats[0]
    if players not in rulebook.seats:
        raise click.UsageError(f"{rulebook.title} is for {spanned(rulebook.seats)} players, not for {players}.")
    return players


def variants_of(rulebook: Rulebook, variants: tuple[str, ...]) -> tuple[str, ...]:
    """The names of variants as the rulebook writes them."""
    known = {name.casefold(): name for name in rulebook.variants}
    for name in variants:
        if name.casefold() not in known:
            offered = f"Its variants are {listed(rulebook.variants)}." if rulebook.variants else "It has no variants."
            raise click.UsageError(f"{rulebook.title} has no variant {name}. {offered}")
    return tuple(known[name.casefold()] for name in variants)


def compile_for(path: str, players: int | None, variants: tuple[str, ...]) -> tuple[Rulebook, Compilation, Program]:
    """Read and compile. Ends the command with the findings when there are errors."""
    rulebook = load_rulebook(path)
    compilation = compile_rulebook(rulebook, players_of(rulebook, players), variants_of(rulebook, variants))
    if compilation.program is None:
        raise unusable(path, compilation.diagnostics)
    return rulebook, compilation, compilation.program
