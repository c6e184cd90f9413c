"""From the arguments to an exit code, whatever happens on the way."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable

import click

from rulelang.cli import was_stopped
from rulelang.cli.exits import Exit, Found
from rulelang.cli.menu import rulelang

#: What a full disk, a device that is gone or a closed file answer to what is printed.
_NOT_WRITTEN = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.ENXIO}


def prepare_streams() -> None:
    """A stream that whoever started the process has closed leads nowhere: nothing has to ask whether it is there, and
    no file that is opened takes its place. What an encoding has no sign for is shown as a question mark."""
    for name, mode in (("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, mode)
            setattr(sys, name, os.fdopen(nowhere, "r" if mode == os.O_RDONLY else "w", encoding="utf-8"))
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def run(arguments: list[str] | None = None) -> int:
    """Run a subcommand, and give its exit code."""
    return ended(
        lambda: rulelang.main(args=arguments, prog_name="rulelang", standalone_mode=False, color=forced_colour())
    )


def ended(work: Callable[[], object]) -> int:
    """Every way to end is turned into a code: findings, wrong use, Ctrl-C, a closed pipe, a fault."""
    output = sys.stdout
    try:
        result = work()
        sys.stdout.flush()
        return int(result) if isinstance(result, int) else Exit.CLEAN
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as wrong:
        wrong.show()
        return Exit.FINDINGS if isinstance(wrong, Found) else Exit.FAILURE
    except (click.Abort, KeyboardInterrupt):
        return _stopped()
    except BrokenPipeError:
        return _pipe_closed()
    except OSError as problem:
        return _not_written(problem) if problem.errno in _NOT_WRITTEN else _own_fault(problem)
    except SystemExit as ended:
        # click answers a closed pipe by putting a silent stream in the place of the old one, and leaves with code 1.
        if sys.stdout is not output:
            return _pipe_closed()
        raise ended
    except Exception as fault:
        return _stopped() if was_stopped(fault) else _own_fault(fault)


def forced_colour() -> bool | None:
    """What https://no-color.org and https://force-color.org say; None: colour on a terminal, as click does."""
    if os.environ.get("NO_COLOR"):
        return False
    return True if os.environ.get("FORCE_COLOR") else None


def _stopped() -> int:
    click.echo("\nStopped.", err=True)
    return Exit.INTERRUPTED


def _pipe_closed() -> int:
    """Whoever read our output has seen enough."""
    _drop_the_rest()
    return Exit.CLEAN


def _not_written(problem: OSError) -> int:
    """There is no room for our output, or nobody takes it."""
    _drop_the_rest()
    click.echo(f"Error: The output cannot be written: {str(problem.strerror).lower()}.", err=True)
    return Exit.FAILURE


def _drop_the_rest() -> None:
    """What is still buffered must not complain at the end of the process."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _own_fault(fault: Exception) -> int:
    """A mistake of RuleLang, not of the rulebook: say so, and give what a report needs when asked."""
    if os.environ.get("RULELANG_TRACEBACK"):
        import traceback

        traceback.print_exception(fault)
    click.echo(
        f"This is a mistake in RuleLang, not in your rulebook: {type(fault).__name__}: {fault}\n"
        "Set RULELANG_TRACEBACK=1 and run the same command again to see where it happened.",
        err=True,
    )
    return Exit.FAILURE
