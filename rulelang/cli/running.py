"""From the arguments to an exit code, whatever happens on the way."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import click

from rulelang.cli.exits import Exit, Found
from rulelang.cli.menu import rulelang


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
        click.echo("\nStopped.", err=True)
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return _pipe_closed()
    except SystemExit as ended:
        # click answers a closed pipe by putting a silent stream in the place of the old one, and leaves with code 1.
        if sys.stdout is not output:
            return _pipe_closed()
        raise ended
    except Exception as fault:
        return _own_fault(fault)


def forced_colour() -> bool | None:
    """What https://no-color.org and https://force-color.org say; None: colour on a terminal, as click does."""
    if os.environ.get("NO_COLOR"):
        return False
    return True if os.environ.get("FORCE_COLOR") else None


def _pipe_closed() -> int:
    """Whoever read our output has seen enough. What is still buffered must not complain at the end of the process."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.CLEAN


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
