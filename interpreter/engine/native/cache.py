"""The user's cache of compiled games: written whole or not at all, the user's alone, checked before it is loaded.

A library `KEY-DIGEST.so` counts only with its record `KEY.json`, which is renamed into place last and names the library
and its sha256. The key tells all it was made from, so nothing in the cache is ever out of date; what was not used for
long, or is too much, is deleted oldest first whenever something is added. Where no folder can be had that is the user's
alone (a home that cannot be written to), one is made that goes with the process.

`RULELANG_CACHE` names another folder; else it is in `XDG_CACHE_HOME` or where the system keeps caches.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, TypedDict, cast
from uuid import uuid4

from interpreter.engine.native.compilers import Failed, library_ending
from rulelang.tuning.fast_dataclass import dataclass

DAY: Final = 24 * 60 * 60

#: What was not used for so long is deleted, and the oldest of what is more than so many bytes.
LONGEST: Final = 60 * DAY
LARGEST: Final = 256 * 1024 * 1024

#: What a process that was ended has left half written.
_ABANDONED: Final = DAY


_UNFINISHED: Final = ".unfinished"
_KEY_GLOB: Final = "[0-9a-f]" * 8 + "*"


class Record(TypedDict):
    """What is written down of a library."""

    title: str
    compiler: str
    sha256: str
    size: int
    compared: bool


_SHAPE: Final = {"title": str, "compiler": str, "sha256": str, "size": int, "compared": bool}


@dataclass(frozen=True, slots=True)
class CachedLibrary:
    """One library in the cache. `used` is when it was last loaded, in seconds since 1970."""

    key: str
    title: str
    compiler: str
    library: Path
    size: int
    used: float


class Cache:
    """The libraries in one folder, which must be the user's alone."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder

    def fetch(self, key: str) -> Path | None:
        """The library of a key, if it is there and as it was written."""
        record = self._record(key)
        if record is None:
            return None
        library = self._library(key, record)
        try:
            if not _is_own_file(library) or sha256(library.read_bytes()).hexdigest() != record["sha256"]:
                self._delete(key)
                return None
            os.utime(self._record_path(key))
        except OSError:
            return None
        return library

    def store(self, key: str, title: str, compiler: str, make: Callable[[Path], Failed | None]) -> Path | Failed:
        """Let a library be made for a key, and keep it."""
        unfinished = self.folder / f"{uuid4().hex}{_UNFINISHED}"
        try:
            failed = make(unfinished)
            if failed is not None:
                return failed
            digest = sha256(unfinished.read_bytes()).hexdigest()
            os.chmod(unfinished, 0o700)
            size = unfinished.stat().st_size
            record = Record(title=title, compiler=compiler, sha256=digest, size=size, compared=False)
            library = self._library(key, record)
            os.replace(unfinished, library)
            self.write(self._record_path(key).name, json.dumps(record))
        except OSError as error:
            return Failed(f"{self.folder} cannot be written to: {error.strerror or error}")
        finally:
            unfinished.unlink(missing_ok=True)
        self.clean(keep=key)
        return library

    def is_compared(self, key: str) -> bool:
        """Has the library of a key been found to play as Python does?"""
        record = self._record(key)
        return record is not None and record["compared"]

    def note_compared(self, key: str) -> None:
        """It has been found so: whoever finds it next need not try again."""
        record = self._record(key)
        if record is not None and not record["compared"]:
            with suppress(OSError):
                self.write(self._record_path(key).name, json.dumps({**record, "compared": True}))

    def write(self, name: str, text: str) -> None:
        """Write a small file, whole or not at all."""
        unfinished = self.folder / f"{uuid4().hex}{_UNFINISHED}"
        try:
            unfinished.write_text(text, encoding="utf-8")
            os.replace(unfinished, self.folder / name)
        finally:
            unfinished.unlink(missing_ok=True)

    def read(self, name: str) -> str | None:
        """A small file, if it is there and the user's."""
        path = self.folder / name
        try:
            return path.read_text(encoding="utf-8") if _is_own_file(path) else None
        except (OSError, UnicodeDecodeError):
            return None

    def entries(self) -> list[CachedLibrary]:
        """All there is, last used first."""
        return sorted(self._entries(), key=lambda entry: -entry.used)

    def clean(self, longest: float = LONGEST, largest: int = LARGEST, keep: str = "") -> list[CachedLibrary]:
        """Delete what was not used for so many seconds, then the oldest until no more than so many bytes are left."""
        self._sweep()
        now, total, deleted = time.time(), 0, []
        for entry in self.entries():
            total += entry.size
            if entry.key != keep and (now - entry.used > longest or total > largest):
                self._delete(entry.key)
                total -= entry.size
                deleted.append(entry)
        return deleted

    def _sweep(self) -> None:
        """Delete what no record names: left by processes that were ended."""
        named = {entry.library.name for entry in self._entries()}
        for path in self.folder.iterdir():
            is_left = path.name.endswith(_UNFINISHED) or path.name.startswith("rulelang-")
            if (is_left or path.suffix == library_ending()) and path.name not in named and _age(path) > _ABANDONED:
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else _unlink(path)

    def _entries(self) -> Iterator[CachedLibrary]:
        for path in self.folder.glob(f"{_KEY_GLOB}.json"):
            record = self._record(path.stem)
            if record is not None:
                library = self._library(path.stem, record)
                used = path.stat().st_mtime
                yield CachedLibrary(path.stem, record["title"], record["compiler"], library, record["size"], used)

    def _record(self, key: str) -> Record | None:
        text = self.read(self._record_path(key).name)
        try:
            found = None if text is None else json.loads(text)
        except ValueError:
            return None
        if not isinstance(found, dict) or {name: type(value) for name, value in found.items()} != _SHAPE:
            return None
        return cast("Record", found)

    def _delete(self, key: str) -> None:
        record = self._record(key)
        _unlink(self._record_path(key))
        if record is not None:
            _unlink(self._library(key, record))

    def _record_path(self, key: str) -> Path:
        return self.folder / f"{key}.json"

    def _library(self, key: str, record: Record) -> Path:
        return self.folder / f"{key}-{record['sha256'][:16]}{library_ending()}"


def user_cache() -> Cache:
    """The cache of this user, or one that goes with the process if there cannot be one."""
    try:
        folder = _made(user_folder())
    except RuntimeError:  # there is no home
        folder = None
    return Cache(folder or _private())


def user_folder() -> Path:
    """Where the cache of this user belongs; `RuntimeError` if that cannot be known."""
    if named := os.environ.get("RULELANG_CACHE"):
        return Path(named).expanduser()
    if named := os.environ.get("XDG_CACHE_HOME"):
        return Path(named) / "rulelang"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "rulelang" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "rulelang"
    return Path.home() / ".cache" / "rulelang"


def _made(folder: Path) -> Path | None:
    """A folder that is there, can be written to, and is the user's alone; or none."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
        if not _is_own(found):
            return None
        if os.name == "posix" and stat.S_IMODE(found.st_mode) != 0o700:
            folder.chmod(0o700)
        written = folder / f"{uuid4().hex}{_UNFINISHED}"
        written.touch(mode=0o600)
        written.unlink()
    except OSError:
        return None
    return folder


_PRIVATE: Final[list[Path]] = []


def _private() -> Path:
    """A folder of this process alone, which goes when it ends."""
    if not _PRIVATE:
        folder = Path(mkdtemp(prefix="rulelang-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        _PRIVATE.append(folder)
    return _PRIVATE[0]


def _is_own(found: os.stat_result) -> bool:
    return os.name != "posix" or found.st_uid == os.geteuid()


def _is_own_file(path: Path) -> bool:
    """Is it a file (no link to one) that is the user's, and that nobody else can write to?"""
    found = path.lstat()
    return stat.S_ISREG(found.st_mode) and _is_own(found) and (os.name != "posix" or not found.st_mode & 0o022)


def _age(path: Path) -> float:
    try:
        return time.time() - path.lstat().st_mtime
    except OSError:
        return 0.0


def _unlink(path: Path) -> None:
    """Delete a file; one that is in use stays where the system wants it so."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return
