"""Rulebooks and saved games of the command line, with messages instead of faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from interpreter.api.game import Game
from interpreter.api.rulebook import BrokenRulebook, Rulebook
from interpreter.api.session import Session
from interpreter.api.sources import TextSource, graph_source
from interpreter.engine.executor import Fault, Stuck
from interpreter.engine.executors import AUTO, REMEMBERING, choices
from interpreter.saves.parse import Rejected
from rulelang.cli.compiling import Unusable, needs_the_rulebook, players_of, rulebook_of, setting_of_graph, variants_of
from rulelang.cli.exits import Found
from rulelang.cli.reading import read_rules, unreadable
from rulelang.graph.node_link import is_graph
from rulelang.graph.program import Origin
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.source import SourceFile
from rulelang.tuning.fast_dataclass import dataclass

#: Where the command line keeps which executor was asked for.
_EXECUTOR: Final = "rulelang.executor"

Function = TypeVar("Function", bound=Callable[..., Any])


def _note_executor(context: click.Context, _: click.Parameter, name: str | None) -> None:
    context.find_root().meta[_EXECUTOR] = name


def setting_options(function: Function) -> Function:
    """`--players`, `--variant` and `--executor`."""
    function = click.option(
        "--executor", type=click.Choice(choices()), expose_value=False, callback=_note_executor,
        help="What plays the game; all play alike. [auto: Python, then C once it pays]",
    )(function)  # fmt: skip
    function = click.option("--variant", "variants", multiple=True, metavar="NAME", help="With this variant.")(function)
    return click.option("--players", "-n", type=int, metavar="N", help="How many players. [the fewest]")(function)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A rulebook as it is played, and as written; or a state graph (`rulelang graph -o game.json`), which has only the
    first. `source` is the file it was read from."""

    rulebook: Rulebook
    source: SourceFile
    read: WrittenRulebook | None

    @property
    def written(self) -> WrittenRulebook:
        """The rulebook as written; ends the command if there is none."""
        if self.read is None:
            raise needs_the_rulebook(self.source.path)
        return self.read


def load_playable(path: str, *, examples: bool = False) -> Loaded:
    """A rulebook without mistakes in its sentences, or a graph without any; ends the command otherwise. Mistakes in
    examples count only where `examples` are wanted."""
    source = read_rules(path)
    if is_graph(source.text):
        rulebook = Rulebook(*graph_source(source))
        if rulebook.diagnostics:
            told = "\n".join(found.message for found in rulebook.diagnostics)
            raise click.ClickException(f"{path} cannot be played:\n{told}")
        return Loaded(rulebook, source, None)
    written = rulebook_of(path, source, to_play=not examples)
    return Loaded(Rulebook(TextSource(written)), written.source, written)


def game_of(
    loaded: Loaded,
    players: int | None,
    variants: tuple[str, ...],
    *,
    examples: bool | Iterable[str] = False,
    suited: str = AUTO,
) -> Game:
    """A game of it; ends the command with the findings if it cannot be played.

    If no other executor is asked for, it is played by the one that is `suited`, and with its examples by the one that
    suits these."""
    if loaded.read is None:
        graph = loaded.rulebook.players[0], loaded.rulebook.variants
        setting = setting_of_graph(loaded.source.path, graph, players, variants)
    else:
        setting = players_of(loaded.read, players), variants_of(loaded.read, variants)
    try:
        return loaded.rulebook.game(*setting, _executor(REMEMBERING if examples else suited), examples=examples)
    except BrokenRulebook as broken:
        raise Unusable(loaded.source.path, broken.diagnostics) from broken


def _executor(suited: str) -> str:
    context = click.get_current_context(silent=True)
    asked = None if context is None else context.find_root().meta.get(_EXECUTOR)
    return asked or suited


def read_text(path: str) -> str:
    """The text of a saved game."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise click.ClickException(unreadable(path, error)) from error
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{path} is not a saved game: it is not text.") from error


def resume_game(loaded: Loaded, path: str) -> Session:
    """A saved game, continued."""
    from interpreter.saves.parse import read

    text = read_text(path)
    saved = read(text)
    if isinstance(saved, Rejected):
        raise click.ClickException(f"{path} cannot be continued: {saved}")
    game = game_of(loaded, saved.players, tuple(saved.variants))
    session = game.resume(text)
    if isinstance(session, Rejected):
        raise click.ClickException(f"{path} cannot be continued: {session}")
    return session


def place_record(origin: Origin | None) -> dict[str, str]:
    """Where in the rulebook something comes from, for programs."""
    span = origin.span if origin is not None else None
    return {"place": str(span) if span is not None else "", "cite": origin.cite if origin is not None else ""}


# Rules that lead nowhere while a game is played: a finding about the rulebook, told at the sentence it showed at.


@contextmanager
def rules_hold(game: Game) -> Iterator[None]:
    """Ends the command with the finding where they do not."""
    try:
        yield
    except Fault as fault:
        raise Found(told(game, fault)) from fault


def begin(game: Game, seed: int | None) -> Session:
    """A new game, as far as its rules lead to a first decision."""
    with rules_hold(game):
        return game.start(seed)


def sentence_of(game: Game, fault: Fault) -> Origin:
    """The sentence at which the rules break; where that is not known, the one its node comes from."""
    node = next((node for node in game.program.nodes if node.number == fault.node), None)
    return fault.said or (node.origin if node is not None else Origin(None))


def told(game: Game, fault: Fault) -> str:
    """What went wrong, and the sentence of the rulebook."""
    lines = [f"The rules break here: {fault.message}"]
    if isinstance(fault, Stuck):
        who = game.players[fault.seat] if fault.seat >= 0 else "Somebody"
        lines = [f"{who} has to choose, and nothing is possible"]
    span = sentence_of(game, fault).span
    if span is not None:
        lines += [f"  --> {span}", f"   | {span.source.line_text(span.line).strip()}"]
    if isinstance(fault, Stuck):
        lines.append("   = help: Write `if possible` behind it, or offer something that is always there.")
    return "\n".join(lines)
