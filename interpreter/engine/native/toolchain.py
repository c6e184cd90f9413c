"""The C compiler of this machine, remembered between processes: trying one takes longer than loading a game."""

from __future__ import annotations

import json
import os
import shutil
import time
from hashlib import sha256
from pathlib import Path
from typing import Final

from interpreter.engine.native import compilers
from interpreter.engine.native.cache import DAY, Cache
from interpreter.engine.native.compilers import CCompiler, Search
from rulelang import __version__

_NAME: Final = "compiler.memory"

#: That there was none may soon be no longer true, whatever the files say.
_NONE_COUNTS: Final = DAY


def search(cache: Cache) -> Search:
    """The compiler that was found last time if nothing has changed since, else the one that is found now."""
    circumstances = _circumstances()
    remembered = _remembered(cache, circumstances)
    if remembered is not None:
        return remembered
    found = compilers.search()
    record = {
        "circumstances": circumstances,
        "when": time.time(),
        "compiler": None if found.compiler is None else _record(found.compiler),
        "problems": found.problems,
    }
    try:
        cache.write(_NAME, json.dumps(record))
    except OSError:
        return found
    return found


def forget(cache: Cache) -> None:
    """Look again next time."""
    (cache.folder / _NAME).unlink(missing_ok=True)


def _record(compiler: CCompiler) -> dict[str, object]:
    return {"command": compiler.command, "version": compiler.version, "flags": compiler.flags}


def _remembered(cache: Cache, circumstances: str) -> Search | None:
    try:
        found = json.loads(cache.read(_NAME) or "{}")
        if found["circumstances"] != circumstances:
            return None
        problems = tuple(map(str, found["problems"]))
        if found["compiler"] is None:
            return Search(None, problems) if 0 <= time.time() - found["when"] < _NONE_COUNTS else None
        kept = found["compiler"]
        compiler = CCompiler(tuple(map(str, kept["command"])), str(kept["version"]), tuple(map(str, kept["flags"])))
    except (ValueError, KeyError, TypeError):
        return None
    return Search(compiler, problems)


def _circumstances() -> str:
    """Changes when another compiler may be found, or the same may do something else."""
    told = [__version__, compilers.processor(), os.environ.get("CC", ""), os.environ.get("PATH", "")]
    for command in compilers.candidates():
        path = Path(shutil.which(command[0]) or command[0]).resolve()
        try:
            found = path.stat()
        except OSError:
            continue
        told += [*command, str(path), str(found.st_mtime_ns), str(found.st_size)]
    return sha256("\0".join(told).encode()).hexdigest()
