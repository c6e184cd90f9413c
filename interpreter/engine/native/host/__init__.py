"""The host: what drives every compiled game from Python, an extension that is compiled at first use.

It is not shipped in wheels, though it could be: the same compiler that the games need makes it in a tenth of a second
and keeps it in the same cache, one wheel without machine code serves every system and Python, and where there is no
compiler there are no games to drive either.

It needs no header of Python. The functions it uses belong to the stable ABI; their types are declared by hand
(`python.h`), and their addresses are handed over when it is opened. So it is linked with nothing: no import library on
Windows, no flags on macOS, one file for every Python from 3.11 on. Pythons without a global lock are left out: a game
has one context, which the lock guards.
"""

from __future__ import annotations

import ctypes
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from interpreter.engine.executor import Vector

_HERE: Final = Path(__file__).parent
_PARTS: Final = ("python.h", "book.c", "states.c", "games.c", "batch.c", "search.c", "methods.c")
_FUNCTION: Final = re.compile(r"^    X\(.+?, (\w+), \(", re.MULTILINE)
_OBJECT: Final = re.compile(r"\bX\((\w+)\)")

#: Asked what a compiled game cannot answer: the name of a method of `Game`, and what it was given.
Again = Callable[..., Any]


class HostedGame(Protocol):
    """A compiled game, as `methods.c` makes it. Instead of a state, a list of cells will do: it is changed in place."""

    def start(self) -> Vector: ...
    def state(self, cells: Any, /) -> Vector: ...
    def codes(self, state: Vector, /) -> list[int]: ...
    def count(self, state: Vector, /) -> int: ...
    def kth(self, state: Vector, number: int, /) -> int: ...
    def into(self, state: Vector, buffer: Any, /) -> int: ...
    def moves(self, state: Vector, forms: tuple[bytes, ...], /) -> list[Any]: ...
    def play(self, state: Vector, code: int, log: list[Any] | None = None, /) -> None: ...
    def play_move(self, state: Vector, move: Any, told: bool, /) -> list[Any] | None: ...
    def is_legal(self, state: Vector, code: int, /) -> bool: ...
    def is_legal_move(self, state: Vector, move: Any, /) -> bool: ...
    def stage(self, state: Vector, chosen: Any, inside: tuple[int, ...], /) -> tuple[tuple[int, ...], bool]: ...
    def actor(self, state: Vector, /) -> int: ...
    def node(self, state: Vector, /) -> int: ...
    def stands(self, state: Vector, /) -> int: ...
    def run(self, state: Vector, told: bool, /) -> list[Any] | None: ...
    def outcomes(self, state: Vector, /) -> list[tuple[int, int]]: ...
    def shuffled(self, state: Vector, /) -> tuple[int, ...]: ...
    def happen(self, state: Vector, outcome: Any, told: bool, /) -> list[Any] | None: ...
    def draw(self, state: Vector, random: Random, /) -> None: ...
    def standing(self, state: Vector, seat: int, /) -> tuple[bool, tuple[int, ...]]: ...
    def hash(self, state: Vector, /) -> int: ...
    def sizes(self) -> tuple[int, int, tuple[int, ...]]: ...
    def packed(self, state: Vector, /) -> bytes: ...
    def unpacked(self, packed: bytes, /) -> Vector: ...
    def batch(self, *given: Any) -> int: ...
    def search(
        self,
        worlds: bytes,
        iterations: int,
        seed: int,
        longest: int,
        exploration: int,
        ranking: bytes,
        goes_on: Callable[[], bool] | None,
        /,
    ) -> list[tuple[int, int]]: ...
    def playout(self, state: Vector, random: Random, most: int, /) -> int: ...


def has_lock() -> bool:
    """Does this Python run one thread at a time, as the host needs it?"""
    enabled: Callable[[], bool] | None = getattr(sys, "_is_gil_enabled", None)
    return enabled is None or enabled()


@cache
def abi() -> str:
    """How a game and the host meet, as C."""
    return (_HERE.parent / "abi.h").read_text(encoding="utf-8")


@cache
def text() -> str:
    """The host as C."""
    return "\n".join([abi(), *[_part(name) for name in _PARTS], alone()])


@cache
def alone() -> str:
    """What a library needs that is linked with nothing, as C."""
    return _part("alone.c")


def _part(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


class Host:
    """The host, loaded from a library."""

    def __init__(self, library: Path) -> None:
        self._library: Final = ctypes.PyDLL(str(library))
        source = _part("python.h")
        functions = [_address(name) for name in _FUNCTION.findall(source)]
        objects: list[Any] = [_object(name) for name in _OBJECT.findall(source.partition("#define RL_OBJECTS")[2])]
        opened = self._library.rl_open(
            (ctypes.c_void_p * len(functions))(*functions), ctypes.c_longlong(len(functions)),
            (ctypes.py_object * len(objects))(*objects), ctypes.c_longlong(len(objects)),
            ctypes.c_longlong(object.__basicsize__), ctypes.c_longlong(_place_of_type()),
            ctypes.c_longlong(_place_of_numbers()),
        )  # fmt: skip
        if opened != 1:
            raise OSError("the host does not fit this Python")
        self._game_at: Final = self._library.rl_game_at
        self._game_at.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.py_object)
        self._game_at.restype = ctypes.py_object

    def game(self, library: Path, again: Again) -> HostedGame:
        """The game in a library; `OSError` or `ValueError` where there is none for this host."""
        loaded = ctypes.CDLL(str(library))
        try:
            address = ctypes.addressof(ctypes.c_char.in_dll(loaded, "rl_game"))
        except ValueError as error:
            raise OSError(f"{library} has no game in it") from error
        game: HostedGame = self._game_at(address, loaded, again)
        return game


def _address(name: str) -> int:
    found = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
    assert found is not None
    return found


def _object(name: str) -> object:
    import builtins

    others = {"None": None, "True": True, "False": False, "Random": Random}
    return others[name] if name in others else getattr(builtins, name)


def _place_of_type() -> int:
    """Where in an object its type stands."""
    width = ctypes.sizeof(ctypes.c_void_p)
    samples = (object(), 1.5, "text")
    for place in range(0, object.__basicsize__, width):
        if all(ctypes.c_void_p.from_address(id(one) + place).value == id(type(one)) for one in samples):
            return place
    raise OSError("objects of this Python do not tell their type")


def _place_of_numbers() -> int:
    """Where in a `Random` the position and the words of its state are, one behind the other; -1 where they are not."""
    place, sample = object.__basicsize__, Random(1)
    for _ in range(3):
        _, (*words, position), _ = sample.getstate()
        kept = (ctypes.c_uint32 * (1 + len(words))).from_address(id(sample) + place)
        if [*kept] != [position, *words]:
            return -1
        sample.random()
    return place
