"""The command `rulelang`. Nothing heavy is imported before a subcommand needs it."""

from __future__ import annotations

__all__ = ["main", "was_stopped"]


def was_stopped(fault: BaseException | None) -> bool:
    """Whether Ctrl-C is behind this exception: while a class is made, Python 3.11 turns it into a RuntimeError."""
    while fault is not None:
        if isinstance(fault, KeyboardInterrupt):
            return True
        fault = fault.__cause__ or fault.__context__
    return False


def main(arguments: list[str] | None = None) -> None:
    """Run the command and end the process with one of the codes in `exits`."""
    import gc
    import os
    import sys

    stopped = 130
    try:
        from rulelang.cli.running import prepare_streams, run

        prepare_streams()
        code = run(arguments)
    except BaseException as fault:
        # Before there was a command, or when it was about to end.
        if not was_stopped(fault):
            raise
        sys.stderr.write("\nStopped.\n")
        code = stopped
    if code == stopped:
        # At once: nothing waits for processes that were stopped in the middle of their work.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    # What there is goes with the process: nobody looks through it for garbage, which takes a twentieth of a `check`.
    gc.freeze()
    sys.exit(code)
