"""A program as a compiled game: found in the cache, or printed, compiled and kept there.

The key of a game tells everything it is made from: the program in full, the code of RuleLang that prints it, how game
and host meet, and the compiler with its version and flags. So a library that is found never has to be doubted.
"""

from __future__ import annotations

import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

from interpreter.engine.native import compilers, host, toolchain
from interpreter.engine.native.cache import Cache, user_cache
from interpreter.engine.native.compilers import CCompiler, Failed
from interpreter.engine.native.host import Again, Host, HostedGame
from interpreter.engine.native.values import NotPrintable
from rulelang.graph.program import Program
from rulelang.tuning.fast_dataclass import dataclass

#: Said before a library's text: what leaves it.
_EXPORTED: Final = """#if defined(_WIN32)
#define RL_EXPORT __declspec(dllexport)
#else
#define RL_EXPORT __attribute__((visibility("default")))
#endif
"""

#: Where the code is that a printed game depends on, and where what drives it, which has a key of its own.
_ENGINE: Final = Path(__file__).parents[1]
_HOST: Final = Path(__file__).parent / "host"

#: Larger games are compiled in parts of about so many characters, as many as there are cores.
_PART: Final = 400_000

_loading: Final = Lock()
_HOSTS: Final[dict[Path, Host]] = {}


@dataclass(frozen=True, slots=True)
class CompiledGame:
    """A compiled game, and where it is kept."""

    game: HostedGame
    cache: Cache
    key: str


def compiled(program: Program, again: Again, *, only_kept: bool = False) -> CompiledGame | Failed:
    """The compiled game of a program. `again` is asked what the game cannot answer (see `host`); `only_kept`: none is
    compiled now."""
    if not host.has_lock():
        return Failed("this Python has no global lock")
    if len({place.order_region for place in program.layout.places if place.order_region}) > 1:
        return Failed("the orders of its places are in several regions")
    cache = user_cache()
    found = toolchain.search(cache)
    compiler = found.compiler
    if compiler is None:
        return Failed("; ".join(found.problems) or "there is no C compiler, and no package `ziglang`")
    with _loading:
        driver = _host(cache, compiler)
    if isinstance(driver, Failed):
        return driver
    key = _digest("game", repr(program), _code(), host.abi(), host.alone(), compiler.identity)
    library = cache.fetch(key)
    if library is None and only_kept:
        return Failed("it was not compiled yet")
    if library is None:
        made = cache.store(key, _title(program), compiler.name, lambda path: _made(program, compiler, path))
        if isinstance(made, Failed):
            return made
        library = made
    try:
        return CompiledGame(driver.game(library, again), cache, key)
    except (OSError, ValueError) as error:
        return Failed(f"what was compiled does not load: {error}")


def _made(program: Program, compiler: CCompiler, library: Path) -> Failed | None:
    from interpreter.engine.native.print_game import print_game

    try:
        printed = print_game(program)
    except NotPrintable as reason:
        return Failed(f"{_title(program)} cannot be C: {reason}")
    first, *others = printed.parts(min(len(printed.text) // _PART, os.cpu_count() or 1))
    return compiler.compile_parts(["\n".join([_EXPORTED, first, host.alone()]), *others], library)


def _host(cache: Cache, compiler: CCompiler) -> Host | Failed:
    """The host, made when it is first needed. Optimised more it takes twice as long to make and is no faster."""
    key = _digest("host", host.text(), compiler.identity)
    library = cache.fetch(key)
    if library is None:
        made = cache.store(
            key,
            "(what drives the games)",
            compiler.name,
            lambda path: compiler.compile(host.text(), path, effort=compilers.LESS_EFFORT),
        )
        if isinstance(made, Failed):
            return made
        library = made
    if library not in _HOSTS:
        try:
            _HOSTS[library] = Host(library)
        except (OSError, AttributeError) as error:
            return Failed(f"the host does not load: {error}")
    return _HOSTS[library]


@cache
def _code() -> str:
    """Changes with the code that prints games."""
    found = sha256()
    for path in sorted(one for ending in ("*.py", "*.c", "*.h") for one in _ENGINE.rglob(ending)):
        if _HOST not in path.parents:
            found.update(path.read_bytes())
    return found.hexdigest()


def _title(program: Program) -> str:
    variants = f", {', '.join(program.variants)}" if program.variants else ""
    return f"{program.title}, {program.players} players{variants}"


def _digest(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]
