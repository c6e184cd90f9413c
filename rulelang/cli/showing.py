"""Colour and words on the screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Final, TextIO, TypeAlias

import click

from rulelang.diagnostics import Diagnostic


def wants_colour() -> bool:
    """Colour only on a terminal, never against https://no-color.org, and anywhere with https://force-color.org."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


def painted(text: str, colour: str) -> str:
    """A word in colour, where colour is wanted."""
    return click.style(text, fg=colour, bold=True) if wants_colour() else text


def _rate(told: str | None) -> str:
    return told or ""


#: Where it is shown how far something has come, if what is said there otherwise is kept for later.
SCREEN: Final[ContextVar[TextIO | None]] = ContextVar("SCREEN", default=None)


@contextmanager
def progress(label: str, length: int, what: str = "games", after: float = 0.0) -> Iterator[Callable[[int], None]]:
    """A bar with the rate and the time left while something takes long, on a terminal only; call what it gives with how
    much more is done. What is over before so many seconds shows none."""
    screen = SCREEN.get() or sys.stderr
    if length < 2 or not screen.isatty():
        yield lambda _: None
        return
    begun, finished, shown = monotonic(), 0, 0
    bar = click.progressbar(length=length, label=label, file=screen, show_percent=True, item_show_func=_rate)
    with ExitStack() as stack:
        if not after:
            stack.enter_context(bar)

        def done(more: int) -> None:
            nonlocal finished, shown
            finished += more
            passed = monotonic() - begun
            if passed >= after:
                if not bar.entered:
                    stack.enter_context(bar)
                bar.update(finished - shown, f"{finished / max(1e-6, passed):,.1f} {what}/s")
                shown = finished

        yield done


@contextmanager
def unseen(*_: object) -> Iterator[Callable[[int], None]]:
    """The same, where nothing is to be shown."""
    yield lambda _: None


#: What shows how far something has come: `progress`, or `unseen`.
Progress: TypeAlias = Callable[[str, int, str], AbstractContextManager[Callable[[int], None]]]


def rendered(diagnostics: Sequence[Diagnostic], form: str) -> str:
    """Findings in one of the formats."""
    if form == "text" and not diagnostics:
        return ""
    from rulelang.diagnostics.render import FORMATS, render_text

    if form == "text" and wants_colour():
        from rulelang.cli.source_colours import coloured
        from rulelang.diagnostics.render.snippet import painting_source

        return render_text(diagnostics, painting_source(coloured))
    return FORMATS[form](diagnostics)


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def so_many_players(numbers: Iterable[int]) -> str:
    """`1 player`, `2 to 4 players`."""
    found = set(numbers)
    return f"{spanned(found)} player{'' if found == {1} else 's'}"


def spanned(numbers: Iterable[int]) -> str:
    """`2`, `2 and 4`, `2 to 4`."""
    found = sorted(set(numbers))
    if len(found) > 2 and found == list(range(found[0], found[-1] + 1)):
        return f"{found[0]} to {found[-1]}"
    return listed([str(number) for number in found])
