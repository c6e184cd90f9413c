"""The command `rulelang`. Nothing heavy is imported before a subcommand needs it."""

from __future__ import annotations

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> None:
    """Run the command and end the process with one of the codes in `exits`."""
    import sys

    from rulelang.cli.running import run

    sys.exit(run(arguments))
