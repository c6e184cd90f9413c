"""Other processes of this machine that work for this one.

Each has a pipe of its own. Where processes share one, as in the pools of the standard library, one that is ended while
it writes an answer leaves half of it in the pipe, and whoever reads it waits for the other half for ever."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_Work: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


def _nothing() -> None:
    """What a worker begins with, if nothing else is said."""


class Workers(Executor):
    """So many processes. What one does when it dies raises `BrokenExecutor`; the others work on, and `renew` puts
    another one in its place."""

    def __init__(self, count: int, begin: Callable[[], None] = _nothing) -> None:
        self._all: Final = [_Worker(begin) for _ in range(count)]
        self._free: Final[SimpleQueue[_Worker]] = SimpleQueue()
        for worker in self._all:
            self._free.put(worker)
        # One for each worker: it waits for the answers.
        self._threads: Final = ThreadPoolExecutor(count)
        self._is_closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Work for whichever is free next."""
        return self._threads.submit(self._ask, (fn, args, kwargs))

    def _ask(self, work: _Work) -> Any:
        worker = self._free.get()
        try:
            answer = worker.ask(work)
        except BrokenExecutor:
            # Nobody else is to lose work by it. When no other one will come, nobody may wait for it, either.
            if self._is_closed:
                self._free.put(worker)
            raise
        except BaseException:
            self._free.put(worker)
            raise
        self._free.put(worker)
        return answer

    def renew(self) -> None:
        """Others in place of those that died."""
        for worker in self._all:
            if worker.is_lost:
                worker.start()
                self._free.put(worker)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """No more work; if nobody waits, also not what is being done: it can take minutes."""
        self._is_closed = True
        for worker in self._all:
            if worker.is_lost:
                self._free.put(worker)
        self._threads.shutdown(wait=wait, cancel_futures=cancel_futures)
        for worker in self._all:
            worker.end()


class _Worker:
    """One process and the pipe to it."""

    def __init__(self, begin: Callable[[], None]) -> None:
        self._begin: Final = begin
        self.start()

    def start(self) -> None:
        self._pipe, theirs = multiprocessing.Pipe()
        given = theirs, os.getpid(), self._begin
        self._process = multiprocessing.Process(target=_serve, args=given, daemon=True)
        with _undisturbed():
            self._process.start()
        # Theirs is open in that process only: when it dies, there is nothing more to read.
        theirs.close()

    @property
    def is_lost(self) -> bool:
        return self._pipe.closed

    def ask(self, work: _Work) -> Any:
        try:
            self._pipe.send(work)
            is_done, answer = self._pipe.recv()
        except (EOFError, OSError) as lost:
            self._pipe.close()
            raise BrokenExecutor("a process died while it worked") from lost
        if is_done:
            return answer
        raise answer

    def end(self) -> None:
        self._process.terminate()
        self._process.join()


def _serve(pipe: Connection, parent: int, begin: Callable[[], None]) -> None:
    """In each process: Ctrl-C is the parent's business, and nobody works on for a parent that died."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    begin()
    while True:
        answer: tuple[bool, Any]
        try:
            function, given, named = pipe.recv()
            answer = True, function(*given, **named)
        except EOFError:
            return
        except Exception as problem:
            answer = False, problem
        try:
            pipe.send(answer)
        except OSError:
            return
        except Exception as problem:
            # It cannot be sent as what it is.
            pipe.send((False, RuntimeError(f"{type(problem).__name__}: {problem}")))


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits. It reaches all processes of a terminal, also one that has begun but does not ignore it yet."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
