"""Rulebooks and saved games of the command line, with messages instead of faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from interpreter.api.game import Game
from interpreter.api.rulebook import BrokenRulebook, Rulebook
from interpreter.api.session import Session
from interpreter.api.sources import TextSource
from interpreter.engine.executors import AUTO, choices
from interpreter.saves.parse import Rejected
from rulelang.cli.compiling import Unusable, load_rulebook, players_of, variants_of
from rulelang.cli.reading import unreadable
from rulelang.graph.program import Origin
from rulelang.rulebook.loading import Rulebook as WrittenRulebook
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
    """A rulebook as written, and as it is played."""

    written: WrittenRulebook
    rulebook: Rulebook


def load_playable(path: str) -> Loaded:
    """A rulebook without mistakes in its sentences; ends the command otherwise."""
    written = load_rulebook(path)
    return Loaded(written, Rulebook(TextSource(written)))


def game_of(
    loaded: Loaded, players: int | None, variants: tuple[str, ...], *, examples: bool | Iterable[str] = False
) -> Game:
    """A game of it; ends the command with the findings if it cannot be played.

    With its examples it is played by the reference if nothing else is asked for: they make few moves, and there is no
    code to be written for each of their positions first."""
    seats, chosen = players_of(loaded.written, players), variants_of(loaded.written, variants)
    try:
        return loaded.rulebook.game(seats, chosen, _executor(examples), examples=examples)
    except BrokenRulebook as broken:
        raise Unusable(loaded.written.source.path, broken.diagnostics) from broken


def _executor(examples: bool | Iterable[str]) -> str:
    context = click.get_current_context(silent=True)
    asked = None if context is None else context.find_root().meta.get(_EXECUTOR)
    return asked or ("reference" if examples else AUTO)


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
