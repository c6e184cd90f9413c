"""What games are given to: this process, other processes, a Dask cluster, or any executor of `concurrent.futures`."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from importlib import import_module
from importlib.util import find_spec
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self

from interpreter.workers import Workers

#: A cluster is asked for its workers every so many seconds.
_LOOK: Final = 3.0


class EngineLost(Exception):
    """The workers are gone and do not come back; the message says what that means."""


class Engine:
    """An executor of the standard library's kind with so many workers. Use it in a `with` block."""

    def __init__(self, executor: Executor, width: int) -> None:
        self.executor = executor
        self.width = width

    def look(self) -> None:
        """Asked now and then: are there more workers now, or fewer?"""

    def renew(self) -> None:
        """After workers have died: whatever it takes to go on."""

    def stop(self) -> None:
        """No more work is wanted, also not what is being done. An executor that was given is left to its owner."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


class Inline(Executor):
    """Does everything at once, here."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


class Processes(Engine):
    """Processes on this machine."""

    def __init__(self, count: int) -> None:
        self._workers: Final = Workers(count)
        super().__init__(self._workers, count)

    def renew(self) -> None:
        """Others in place of those that died."""
        self._workers.renew()

    def stop(self) -> None:
        self._workers.shutdown(wait=False, cancel_futures=True)


class Dask(Engine):
    """A Dask cluster: one that runs somewhere (`address`), or processes of its own on this machine."""

    def __init__(self, address: str | None, workers: int) -> None:
        # What the library offers has no types.
        distributed: Any = import_module("distributed")
        self._cluster: Any = None
        try:
            if address is None:
                self._cluster = distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, dashboard_address=None
                )
            self._client: Any = distributed.Client(self._cluster or address, timeout="5s", set_as_default=False)
            width = self._workers()
        except OSError as problem:
            raise EngineLost(f"There is no Dask scheduler at {address}: {problem}.") from problem
        super().__init__(self._client.get_executor(pure=False), width)
        self._looked = monotonic()

    def _workers(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def look(self) -> None:
        """Workers may come and go while games are played."""
        if monotonic() - self._looked > _LOOK:
            self.width, self._looked = self._workers(), monotonic()

    def wait_for(self, workers: int) -> None:
        """Until so many workers have joined."""
        self._client.wait_for_workers(workers, timeout=60)
        self.width = self._workers()

    def renew(self) -> None:
        """Dask finds workers by itself, as long as there is a scheduler."""
        if self._client.status != "running":
            raise EngineLost("The Dask scheduler does not answer any more.")

    def stop(self) -> None:
        self.executor.shutdown(wait=False)
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def engine(cluster: str | None, processes: int) -> Engine:
    """`None`: processes of this machine, or only this one; `local`: a Dask cluster here; `dask://host:port`."""
    if cluster is None:
        return Processes(processes) if processes > 1 else Engine(Inline(), 1)
    if cluster != "local" and not cluster.startswith("dask://"):
        raise ValueError(f"`{cluster}` is no cluster. Write `local`, or `dask://host:port` for a Dask scheduler.")
    if find_spec("distributed") is None:
        raise ValueError("Clusters need Dask: pip install 'rulelang[cluster]'.")
    return Dask(None if cluster == "local" else "tcp://" + cluster.removeprefix("dask://"), processes)
