"""One rulebook of the command line, read and compiled."""

from __future__ import annotations

import sys

import click

from rulelang.command.exits import Exit
from rulelang.command.reading import read_rules
from rulelang.command.showing import counted, listed, rendered, spanned
from rulelang.diagnostics import Severity
from rulelang.graph import Compilation, compile_rulebook
from rulelang.graph.program import Program
from rulelang.rulebook.loading import Rulebook, load
from rulelang.tree import nodes as tree


def load_rulebook(path: str) -> Rulebook:
    """A rulebook whose sentences could all be read. Ends the command with the findings otherwise."""
    rulebook, found = load(read_rules(path))
    if any(diagnostic.severity is Severity.ERROR for diagnostic in found):
        click.echo(rendered(found, "text"), err=True, nl=False)
        click.echo(f"\n{path} has {counted(len(found), 'finding')} and cannot be used.", err=True)
        sys.exit(Exit.FINDINGS)
    if not isinstance(rulebook.header, tree.RulebookHeader):
        raise click.ClickException(f"{path} is only a part of a rulebook: it does not begin with `rulebook`.")
    return rulebook


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
        click.echo(rendered(compilation.diagnostics, "text"), err=True, nl=False)
        click.echo(f"\n{path} has {counted(len(compilation.diagnostics), 'finding')} and cannot be used.", err=True)
        sys.exit(Exit.FINDINGS)
    return rulebook, compilation, compilation.program
