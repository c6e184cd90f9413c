"""One rulebook of the command line, read and compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import IO, Any, TypeVar

import click

from rulelang.cli.exits import Found
from rulelang.cli.reading import read_rules
from rulelang.cli.reporting import Case
from rulelang.cli.showing import counted, listed, rendered, so_many_players
from rulelang.compile import Compilation, compile_rulebook
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.graph.node_link import is_graph
from rulelang.graph.node_link import read as read_graph
from rulelang.graph.program import Program
from rulelang.graph.verify.problems import Problems
from rulelang.rulebook.beside_play import errors_of_play
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import SourceFile
from rulelang.tree import nodes as tree

Result = TypeVar("Result")


class Unusable(Found):
    """A rulebook has mistakes, so that it cannot be played."""

    def __init__(self, path: str, found: Sequence[Diagnostic]) -> None:
        self.path = path
        self.errors = [diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR]
        super().__init__(f"{path} has {counted(len(self.errors), 'error')} and cannot be used.")

    def show(self, file: IO[Any] | None = None) -> None:
        """Say what is wrong with it."""
        click.echo(rendered(self.errors, "text"), err=True, nl=False)
        click.echo(f"\n{self.message}", err=True)

    def case(self) -> Case:
        """The same for a build server."""
        return Case("can be played", self.path, 0.0, self.message, rendered(self.errors, "plain"))


def each_usable(paths: Iterable[str], work: Callable[[str], Result]) -> tuple[list[Result], list[Unusable]]:
    """What comes of the rulebooks, one by one; of those that cannot be played it is said at once, and the others are
    gone on with."""
    results, unusable = [], []
    for path in paths:
        try:
            results.append(work(path))
        except Unusable as broken:
            broken.show()
            unusable.append(broken)
    return results, unusable


def load_rulebook(path: str) -> WrittenRulebook:
    """A rulebook whose sentences could all be read. Ends the command with the findings otherwise."""
    return rulebook_of(path, read_rules(path))


def rulebook_of(path: str, source: SourceFile, to_play: bool = False) -> WrittenRulebook:
    """The same of what was read already. To play it, its examples need not be readable."""
    if is_graph(source.text):
        raise needs_the_rulebook(path)
    rulebook, found = load(source)
    wrong = [one for one in found if one.severity is Severity.ERROR]
    if errors_of_play(wrong) if to_play else wrong:
        raise Unusable(path, found)
    if wrong:
        click.echo(f"Examples of {path} cannot be read: `rulelang check` says why. The game is played.", err=True)
    if not isinstance(rulebook.header, tree.RulebookHeader):
        raise click.ClickException(f"{path} is only a part of a rulebook: it does not begin with `rulebook`.")
    return rulebook


def needs_the_rulebook(path: str) -> click.ClickException:
    """A state graph has no sentences, tables and headings, which some commands are about."""
    return click.ClickException(f"{path} is a state graph, not a rulebook: this command needs the rulebook itself.")


def setting_of_graph(
    path: str, graph: tuple[int, tuple[str, ...]], players: int | None, variants: tuple[str, ...]
) -> tuple[int, tuple[str, ...]]:
    """The players and variants of a graph, the only ones it can be played with; ends the command if it is asked for
    others."""
    only, chosen = graph
    if players not in (None, only):
        raise click.UsageError(f"{path} is a graph for {only} players, not for {players}.")
    if variants and {name.casefold() for name in variants} != {name.casefold() for name in chosen}:
        raise click.UsageError(f"{path} is a graph with these variants: {listed(chosen) or 'none'}.")
    return graph


def players_of(rulebook: WrittenRulebook, players: int | None) -> int:
    """A number of players the rulebook is for; the fewest if none is given."""
    if players is None:
        return rulebook.seats[0]
    if players not in rulebook.seats:
        raise click.UsageError(f"{rulebook.title} is for {so_many_players(rulebook.seats)}, not for {players}.")
    return players


def variants_of(rulebook: WrittenRulebook, variants: tuple[str, ...]) -> tuple[str, ...]:
    """The names of variants as the rulebook writes them."""
    known = {name.casefold(): name for name in rulebook.variants}
    for name in variants:
        if name.casefold() not in known:
            offered = f"Its variants are {listed(rulebook.variants)}." if rulebook.variants else "It has no variants."
            raise click.UsageError(f"{rulebook.title} has no variant {name}. {offered}")
    return tuple(known[name.casefold()] for name in variants)


def compile_for(
    path: str, players: int | None, variants: tuple[str, ...], *, examples: bool = False
) -> tuple[WrittenRulebook, Compilation, Program]:
    """Read and compile. Ends the command with the findings when there are errors."""
    rulebook = load_rulebook(path)
    setting = players_of(rulebook, players), variants_of(rulebook, variants)
    compilation = compile_rulebook(rulebook, *setting, examples=examples)
    if compilation.program is None:
        raise Unusable(path, compilation.diagnostics)
    return rulebook, compilation, compilation.program


def program_of(path: str, players: int | None, variants: tuple[str, ...], *, examples: bool = False) -> Program:
    """The program of a rulebook, or of a state graph that was written as JSON. Ends the command if there is none."""
    source = read_rules(path)
    if not is_graph(source.text):
        return compile_for(path, players, variants, examples=examples)[2]
    found = read_graph(source.text)
    if isinstance(found, Problems):
        raise click.ClickException(f"{path} cannot be played:\n{found}")
    setting_of_graph(path, (found.players, found.variants), players, variants)
    return found
