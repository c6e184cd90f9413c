"""The list of subcommands. Each one is imported when it is called, so that `rulelang --help` starts at once."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from rulelang import __version__
from rulelang.cli.exits import DESCRIPTION
from rulelang.tuning.gc_pause import gc_paused

#: name: (module, attribute, one line of help). Modules of `interpreter` are named, never imported from here.
SUBCOMMANDS = {
    "check": ("rulelang.cli.check", "Find mistakes in rulebooks, without playing them."),
    "test": ("interpreter.cli.test", "Run the examples and invariants of rulebooks."),
    "watch": ("interpreter.cli.watch", "Check, run examples and play a few games on every save."),
    "play": ("interpreter.cli.play", "Play in the terminal, together or against bots."),
    "sim": ("interpreter.cli.sim", "Play many games and report wins, lengths and endings."),
    "experiment": ("interpreter.cli.experiment", "Plan, play, keep and compare games: is the game in balance?"),
    "cover": ("interpreter.cli.cover", "Show which rules examples and games have used."),
    "mutate": ("interpreter.cli.mutate", "Change one rule at a time: do the examples notice?"),
    "why": ("interpreter.cli.why", "Say which rules led to a position of a saved game."),
    "why-not": ("interpreter.cli.why_not", "Say which rule forbids a move in a saved game."),
    "replay": ("interpreter.cli.replay", "Play a saved game again, move by move."),
    "diff": ("interpreter.cli.diff", "Compare two rulebooks: what became possible, and what no longer is."),
    "fmt": ("rulelang.cli.fmt", "Format rulebooks in the one common layout."),
    "graph": ("rulelang.cli.graph", "Show the state graph of a rulebook."),
    "board": ("interpreter.cli.board_picture", "Draw the board as a picture, empty or as in a saved game."),
    "read": ("rulelang.cli.read", "Say each sentence back: what was understood, in plain words."),
    "book": ("rulelang.cli.book", "Print a rulebook for people, as Markdown or HTML."),
    "facts": ("rulelang.cli.facts", "Show where printed statements are carried out, and where data come from."),
    "cache": ("interpreter.cli.cache", "Show or delete the games that were compiled to machine code."),
    "explain": ("rulelang.cli.explain", "Explain a finding by its code."),
    "migrate": ("interpreter.cli.migrate", "Rewrite rulebooks of an earlier version for this one."),
    "new": ("rulelang.cli.new", "Start a rulebook from a template."),
    "docs": ("interpreter.cli.docs", "Open the documents in the browser, without a network."),
    "completion": ("rulelang.cli.completion", "Print the completion script for your shell."),
}

_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class CommandMenu(click.Group):
    """A group that knows its subcommands by name only."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*SUBCOMMANDS, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUBCOMMANDS:
            return super().get_command(ctx, cmd_name)
        module, _ = SUBCOMMANDS[cmd_name]
        if module.startswith("interpreter."):
            _look_for_the_interpreter()
        with gc_paused():
            command: Any = import_module(module).command
        if not isinstance(command, click.Command):
            raise TypeError(f"{module}.command is no command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, SUBCOMMANDS[name][1]) for name in self.list_commands(ctx)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """The names with their line of help, without importing a single subcommand."""
        from click.shell_completion import CompletionItem

        names = [CompletionItem(n, help=line) for n, (_, line) in SUBCOMMANDS.items() if n.startswith(incomplete)]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in SUBCOMMANDS and not args[0].startswith("-"):
            raise click.UsageError(_unknown(args[0]), ctx)
        return super().resolve_command(ctx, args)


def _unknown(name: str) -> str:
    from rulelang.diagnostics.spelling import closest

    meant = closest(name, list(SUBCOMMANDS))
    return f"There is no command `{name}`." + (f" Did you mean `{meant}`?" if meant else "")


def _look_for_the_interpreter() -> None:
    from rulelang.installation import WrongInterpreterError, ensure_our_interpreter

    try:
        ensure_our_interpreter()
    except WrongInterpreterError as wrong:
        raise click.ClickException(str(wrong)) from wrong


@click.command(cls=CommandMenu, context_settings=_CONTEXT, epilog=DESCRIPTION)
@click.version_option(__version__, prog_name="rulelang")
def rulelang() -> None:
    """Board game rulebooks that read like the printed ones, and run.

    \b
    rulelang check my_game.rules        is it right?
    rulelang test my_game.rules         do its examples hold?
    rulelang play my_game.rules         play it
    rulelang sim my_game.rules -g 1000  who wins, how long does it take?
    """
