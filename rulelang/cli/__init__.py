"""The command `rulelang`. Nothing heavy is imported before a subcommand needs it."""

from __future__ import annotations

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> None:
    """Run the command and end the process with one of the codes in `exits`."""
    import os
    import sys

    stopped = 130
    try:
        from rulelang.cli.running import prepare_streams, run

        prepare_streams()
        code = run(arguments)
    except KeyboardInterrupt:
        # Before there was a command, or when it was about to end.
        sys.stderr.write("\nStopped.\n")
        code = stopped
    if code == stopped:
        # At once: nothing waits for processes that were stopped in the middle of their work.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
