"""The executor that begins in Python and goes on in C, once a game turns out to be played much.

A compiler takes between a second and half a minute; most games that are looked at are over by then. The rule is: the
first game is Python's alone. After half a thousand moves and a little while the game is looked for in the background,
in case it was compiled before; after a longer while the compiler is started there. What they bring takes over between
two calls. Both give the same answers and read each other's states; short random games in both are compared before,
once for each library.

That holds for random playouts, too: C draws the numbers that Python draws, so that what a seed brings does not hang on
how quick a compiler is.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from threading import Thread, main_thread
from typing import Final

from interpreter.engine.executor import Fault, Listing, Move, Outcome, Stage, Told, Vector
from interpreter.engine.native.compilers import Failed
from interpreter.engine.native.executor import Native, native
from interpreter.engine.python.executor import Python
from rulelang.graph.program import ChanceNode, Node, Program

#: After so many moves, and so many seconds since the first, what is kept is looked for, and then a compiler started.
HOT: Final = 512
SOON: Final = 0.3
LONG: Final = 2.0

#: How much of random games is compared before C takes over: seconds, and moves at most.
_COMPARED: Final = 0.3
_MOVES: Final = 300
_DRAWN: Final = 12

_LOG: Final = logging.getLogger("rulelang.native")


#: What is answered by who plays now, without a call between: states that C keeps come last.
_PASSED_ON: Final = (
    "node", "actor", "is_over", "options", "listing", "each_option", "count", "is_legal", "stage", "codes", "move_of",
    "outcomes", "shuffled", "happen", "draw", "run", "evaluate", "apply", "standing", "start",
)  # fmt: skip


class Auto:
    """Plays a program by Python, then by C."""

    start: Callable[[], Vector]
    node: Callable[[Vector], Node]
    actor: Callable[[Vector], int]
    is_over: Callable[[Vector], bool]
    options: Callable[[Vector], Sequence[Move]]
    listing: Callable[[Vector], Listing]
    each_option: Callable[[Vector], Iterator[Move]]
    count: Callable[[Vector], int]
    is_legal: Callable[[Vector, Move], bool]
    stage: Callable[..., Stage]
    codes: Callable[[Vector], Sequence[int]]
    move_of: Callable[[int], Move]
    outcomes: Callable[[Vector], list[tuple[int, int]] | None]
    shuffled: Callable[[Vector], tuple[int, ...]]
    happen: Callable[..., None]
    draw: Callable[[Vector, Random], Outcome]
    run: Callable[..., None]
    evaluate: Callable[..., int]
    apply: Callable[..., None]
    standing: Callable[[Vector, int], tuple[bool, tuple[int, ...]]]

    def __init__(self, program: Program, begin: Callable[[Python, bool], Native | Failed] = native) -> None:
        """`begin` makes the compiled game, or only finds the one that is kept (True)."""
        self.program: Final = program
        self._python: Final = Python(program)
        self._go_on_with(self._python)
        self._begin: Final = begin
        self._thread: Thread | None = None
        #: Is a compiler at work, or done?
        self._compiles = False
        self._moves, self._next, self._since = 0, 0, 0.0

    def _go_on_with(self, executor: Python | Native) -> None:
        self._now = executor
        for name in _PASSED_ON:
            setattr(self, name, getattr(executor, name))

    @property
    def is_native(self) -> bool:
        """Is it C that plays?"""
        return self._now is not self._python

    def wait(self) -> None:
        """Start the compiler now, if it was not, and wait for it."""
        self._start(only_kept=False)
        assert self._thread is not None
        self._thread.join()

    # ------------------------------------------------------------------------------------------------- taking over

    def _warm_up(self, moves: int = 1) -> None:
        self._moves += moves
        if self._moves < self._next or self._compiles:
            return
        now = time.monotonic()
        self._since = self._since or now
        self._next = self._moves + HOT
        if self._moves >= HOT and now - self._since > LONG:
            self._start(only_kept=False)
        elif self._moves >= HOT and now - self._since > SOON and self._thread is None:
            self._start(only_kept=True)

    def _start(self, *, only_kept: bool) -> None:
        if self._compiles or self.is_native:
            return
        if self._thread is not None:
            self._thread.join()
        self._compiles = not only_kept
        self._thread = Thread(target=self._take_over, args=(only_kept,), name="rulelang compiler", daemon=True)
        self._thread.start()

    def _take_over(self, only_kept: bool) -> None:
        try:
            found = self._begin(self._python, only_kept)
        except Exception:
            if main_thread().is_alive():
                raise
            return  # the process ends, and takes away what compiling needs: nobody wants to hear of it
        if isinstance(found, Native) and not is_known_alike(found):
            self._compiles = True
            _LOG.warning("%s: what was compiled does not play as Python does; Python goes on", self.program.title)
        elif isinstance(found, Native):
            self._go_on_with(found)
        elif not only_kept:
            _LOG.info("%s is played in Python: %s", self.program.title, found.why)

    # ------------------------------------------------------------------------------------------------- the executor

    def play(self, state: Vector, move: Move, log: list[Told] | None = None) -> None:
        """Take a legal move, then run forward."""
        self._warm_up()
        self._now.play(state, move, log)

    def play_code(self, state: Vector, code: int, log: list[Told] | None = None) -> None:
        """Take a legal move of a state given by its number, then run forward; what is told is added to a log."""
        self._warm_up()
        self._now.play_code(state, code, log)

    def random_playout(self, state: Vector, random: Random, most: int | None = None) -> int:
        """Play on to the End with random moves, `most` of them at most; how many were made."""
        self._warm_up(0)
        moves = self._now.random_playout(state, random, most)
        self._warm_up(moves)
        return moves


def plays_alike(compiled: Native) -> bool:
    """Does a compiled game play as Python does? Told apart are options, states and who decides in one half of the time,
    and what is drawn at random in the other."""
    try:
        return _offers_alike(compiled) and _draws_alike(compiled)
    except Fault:
        return True  # the rules are wrong here; both say so


def is_known_alike(compiled: Native) -> bool:
    """The same, asked once of each library: what was found out is kept with it."""
    kept = compiled.kept
    if kept.cache.is_compared(kept.key):
        return True
    if not plays_alike(compiled):
        return False
    kept.cache.note_compared(kept.key)
    return True


def _offers_alike(compiled: Native) -> bool:
    python, random = Python(compiled.program), Random(compiled.program.digest)
    until, moves = time.monotonic() + _COMPARED / 2, 0
    while moves < _MOVES and time.monotonic() < until:
        here, there = python.start(), compiled.start()
        while here == there and not python.is_over(here) and moves < _MOVES and time.monotonic() < until:
            if isinstance(python.node(here), ChanceNode):
                outcome = python.draw(here, random)
                python.happen(here, outcome)
                compiled.happen(there, outcome)
                continue
            options = python.options(here)
            if options != compiled.options(there) or python.actor(here) != compiled.actor(there):
                return False
            move = options[int(random.random() * len(options))]
            python.play(here, move)
            compiled.play(there, move)
            moves += 1
        if here != there:
            return False
    return True


def _draws_alike(compiled: Native) -> bool:
    python = Python(compiled.program)
    until, moves = time.monotonic() + _COMPARED / 2, 0
    while moves < _MOVES and time.monotonic() < until:
        here, there, mine, other = python.start(), compiled.start(), Random(moves), Random(moves)
        made = python.random_playout(here, mine, _DRAWN)
        if made != compiled.random_playout(there, other, _DRAWN) or mine.getstate() != other.getstate():
            return False
        if here != there:
            return False
        moves += made + 1
    return True
