"""C compilers: which one is there, does it work, and what it is told.

Looked for are the one named by `CC`, then `cc`, `gcc` and `clang`, then the one that the package `ziglang` brings. Each
must first turn a tiny program into a library that loads, within a time limit; one that fails, hangs or is half
installed is passed over, and `Search.problems` says why. Nothing is raised.

What is compiled includes no headers and is linked with nothing, so neither an SDK nor the files of libc need to be
there. Built files stay in the cache of one user on one machine and never travel: so they may use all that this
processor can do (`-march=native`), and the processor is part of a compiler's identity, in case two machines share a
home. A compiler that does not know the flag does without.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import platform
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rulelang.tuning.fast_dataclass import dataclass

#: Seconds a compiler has for the tiny program, and for a game.
PROBE_LIMIT: Final = 15.0
GAME_LIMIT: Final = 240.0

#: Texts up to so many characters are optimised more: more than that takes long for little.
_LARGE: Final = 600_000
EFFORT: Final = "-O2"
LESS_EFFORT: Final = "-O1"

_ALWAYS: Final = (
    "-std=c99", "-ffreestanding", "-fno-strict-aliasing", "-fvisibility=hidden", "-shared", "-nostdlib", "-w",
)  # fmt: skip
_LINKING: Final = frozenset({"-shared", "-nostdlib", "-undefined", "dynamic_lookup"})
_NATIVE: Final = ("-march=native",)
_BY_SYSTEM: Final = {
    "win32": (),
    "darwin": ("-fPIC", "-undefined", "dynamic_lookup"),
}
_ELSEWHERE: Final = ("-fPIC",)

_PROBE: Final = """
#if defined(_WIN32)
int DllMainCRTStartup(void *a, unsigned b, void *c) { (void)a; (void)b; (void)c; return 1; }
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
int rl_probe(int given) { return given + 40; }
"""


@dataclass(frozen=True, slots=True)
class Failed:
    """A compiler did not do what it was asked for."""

    why: str


@dataclass(frozen=True, slots=True)
class CCompiler:
    """A C compiler that works. `version` is what it says of itself; `flags` what it is always told."""

    command: tuple[str, ...]
    version: str
    flags: tuple[str, ...]

    @property
    def name(self) -> str:
        """What people call it: the first line of what it says of itself."""
        return self.version.partition("\n")[0] or self.command[0]

    @property
    def identity(self) -> str:
        """Changes when what it makes may change."""
        parts = (*self.command, self.version, *self.flags, processor() if _NATIVE[0] in self.flags else "")
        return sha256("\0".join(parts).encode()).hexdigest()

    def compile(self, text: str, library: Path, limit: float = GAME_LIMIT, effort: str | None = None) -> Failed | None:
        """Make a library of a text; the file is there if nothing is told."""
        return self.compile_parts((text,), library, limit, effort)

    def compile_parts(
        self, texts: Sequence[str], library: Path, limit: float = GAME_LIMIT, effort: str | None = None
    ) -> Failed | None:
        """Make a library of several texts, all at once. `effort`: how much they are optimised, if not by their size."""
        effort = effort or effort_for(sum(map(len, texts)))
        with TemporaryDirectory(prefix="rulelang-", dir=library.parent, ignore_cleanup_errors=True) as folder:
            sources = [str(Path(folder) / f"game{number}.c") for number in range(len(texts))]
            made = Path(folder) / f"made{library_ending()}"
            for source, text in zip(sources, texts, strict=True):
                Path(source).write_text(text, encoding="utf-8")
            if len(texts) > 1:
                alone = [flag for flag in self.flags if flag not in _LINKING]
                told = [[*self.command, *alone, effort, "-c", "-o", f"{one}.o", one] for one in sources]
                begun = [_begun(one, folder) for one in told]
                answers = [_told(one, limit) for one in begun]
                failed = next((answer for answer in answers if isinstance(answer, Failed)), None)
                if failed is not None:
                    return failed
                sources = [f"{one}.o" for one in sources]
            answer = _run([*self.command, *self.flags, effort, "-o", str(made), *sources], limit, folder)
            if isinstance(answer, Failed):
                return answer
            if not made.is_file():
                return Failed("it said nothing, and made nothing")
            os.replace(made, library)
        return None


@dataclass(frozen=True, slots=True)
class Search:
    """The compiler that was found, if any, and what is wrong with those that were passed over."""

    compiler: CCompiler | None
    problems: tuple[str, ...]


def search() -> Search:
    """Look for a compiler that works. Takes a moment: what was found is worth remembering."""
    problems: list[str] = []
    for command in candidates():
        found = probe(command)
        if isinstance(found, CCompiler):
            return Search(found, tuple(problems))
        problems.append(f"{shlex.join(command)}: {found.why}")
    return Search(None, tuple(problems))


def candidates() -> Iterator[tuple[str, ...]]:
    """The commands to try, best first."""
    seen = set()
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        words = shlex.split(name, posix=os.name != "nt")
        path = shutil.which(words[0]) if words else None
        if words and path is None and name == os.environ.get("CC"):
            path = words[0]
        if path is not None and (command := (path, *words[1:])) not in seen:
            seen.add(command)
            yield command
    if find_spec("ziglang") is not None:
        yield sys.executable, "-m", "ziglang", "cc"


def probe(command: Sequence[str], limit: float = PROBE_LIMIT) -> CCompiler | Failed:
    """Does this command turn a tiny program into a library that loads?"""
    with TemporaryDirectory(prefix="rulelang-", ignore_cleanup_errors=True) as folder:
        version = _run([*command, "--version"], limit, folder)
        if isinstance(version, Failed):
            return version
        common = (*_ALWAYS, *_BY_SYSTEM.get(sys.platform, _ELSEWHERE))
        problem: CCompiler | Failed = Failed("not tried")
        for flags in ((*common, *_NATIVE), common):
            problem = _tried(CCompiler(tuple(command), version.strip(), flags), Path(folder), limit)
            if isinstance(problem, CCompiler):
                return problem
        return problem


def _tried(compiler: CCompiler, folder: Path, limit: float) -> CCompiler | Failed:
    library = folder / f"probe{len(compiler.flags)}{library_ending()}"
    failed = compiler.compile(_PROBE, library, limit)
    if failed is not None:
        return failed
    try:
        answer = ctypes.CDLL(str(library)).rl_probe(2)
    except (OSError, AttributeError) as error:
        return Failed(f"what it makes does not load: {error}")
    return compiler if answer == 42 else Failed("what it makes does not work")


def effort_for(size: int) -> str:
    """How much a text of so many characters is optimised."""
    return EFFORT if size <= _LARGE else LESS_EFFORT


def library_ending() -> str:
    """How the names of libraries end here."""
    return {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


@cache
def processor() -> str:
    """What this processor is and can do, as a digest."""
    told = [platform.machine(), platform.processor(), sysconfig.get_platform()]
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        told += sorted({line for line in lines if line.startswith(("flags", "Features", "model name"))})
    except OSError:
        pass
    return sha256("\n".join(told).encode()).hexdigest()


#: What is at work just now; nothing of it outlives this process.
_AT_WORK: Final[set[subprocess.Popen[str]]] = set()


def _run(command: Sequence[str], limit: float, folder: str) -> str | Failed:
    """What a command prints; it has so many seconds, and keeps what it needs to keep in a folder."""
    return _told(_begun(command, folder), limit)


def _begun(command: Sequence[str], folder: str) -> subprocess.Popen[str] | Failed:
    """A command at work."""
    kept = {"ZIG_GLOBAL_CACHE_DIR": folder, "ZIG_LOCAL_CACHE_DIR": folder}
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**os.environ, "LC_ALL": "C", **kept},
            start_new_session=True,
        )
    except OSError as error:
        return Failed(f"it does not start: {error.strerror or error}")
    _AT_WORK.add(process)
    return process


def _told(process: subprocess.Popen[str] | Failed, limit: float) -> str | Failed:
    """What a command has printed, once it is done."""
    if isinstance(process, Failed):
        return process
    try:
        told, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        _end(process)
        return Failed(f"it was not done after {limit:g} seconds")
    finally:
        _AT_WORK.discard(process)
    if process.returncode:
        said = told.strip().splitlines()
        return Failed(f"it ended with code {process.returncode}" + (f": {said[0]}" if said else ""))
    return told


def _end(process: subprocess.Popen[str]) -> None:
    """End a command and all it has started."""
    if os.name == "posix":
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except OSError:
            process.kill()
    else:
        process.kill()
    process.communicate()


@atexit.register
def _end_all() -> None:
    for process in list(_AT_WORK):
        _end(process)
