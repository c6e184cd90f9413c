"""`rulelang completion`"""

from __future__ import annotations

import click

from rulelang.cli.exits import Exit

_WHERE = {
    "bash": "~/.local/share/bash-completion/completions/rulelang",
    "zsh": "a folder of your fpath, as _rulelang",
    "fish": "~/.config/fish/completions/rulelang.fish",
}


@click.command("completion")
@click.argument("shell", type=click.Choice(tuple(_WHERE)))
def command(shell: str) -> int:
    """Print the completion script for your shell; save it where the shell looks for such scripts.

    \b
    rulelang completion bash > ~/.local/share/bash-completion/completions/rulelang
    rulelang completion zsh > "${fpath[1]}/_rulelang"
    rulelang completion fish > ~/.config/fish/completions/rulelang.fish
    """
    from click.shell_completion import get_completion_class

    from rulelang.cli.menu import rulelang

    kind = get_completion_class(shell)
    if kind is None:
        raise click.ClickException(f"There is no completion for {shell}.")
    click.echo(kind(rulelang, {}, "rulelang", "_RULELANG_COMPLETE").source())
    return Exit.CLEAN
