"""The installed command in processes of its own, as a user starts it."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

FOLDER = Path(__file__).parent / "rulebooks"


def command() -> str:
    """The script that installing put beside Python."""
    found = shutil.which("rulelang", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    assert found is not None, "install the project first: pip install -e '.[test]'"
    return found


def environment(**more: str) -> dict[str, str]:
    """The environment without what changes colours."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    return {**kept, "TERM": "xterm", **more}


def run(*arguments: str | Path, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run to the end."""
    words = [command(), *map(str, arguments)]
    done = subprocess.run(
        words, cwd=FOLDER, input=typed, capture_output=True, text=True, check=False, env=environment(**more), timeout=60
    )
    assert "Traceback" not in done.stderr
    return done


def start(*arguments: str | Path, alone: bool = False) -> subprocess.Popen[str]:
    """Start, with pipes for everything; `alone`: in a group of processes of its own, as a shell does."""
    pipe = subprocess.PIPE
    words = [command(), *map(str, arguments)]
    return subprocess.Popen(
        words, cwd=FOLDER, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment(), start_new_session=alone
    )


class Terminal:
    """The command at a pseudo-terminal: type when it asks, read what it shows."""

    def __init__(self, *arguments: str | Path, **more: str) -> None:
        self.own, other = pty.openpty()
        words = [command(), *map(str, arguments)]
        self.process = subprocess.Popen(
            words, cwd=FOLDER, stdin=other, stdout=other, stderr=other, close_fds=True, env=environment(**more)
        )
        os.close(other)
        self.shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.own)

    def until(self, words: str, seconds: float = 20) -> str:
        """Read up to these words; what was shown since the last time, with them."""
        before, limit = len(self.shown), time.monotonic() + seconds
        while words not in self.shown[before:]:
            assert time.monotonic() < limit, f"{words!r} was not shown, but {self.shown[before:]!r}"
            self._read(0.2)
        return self.shown[before:]

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.own, f"{line}\n".encode())

    def end(self) -> tuple[int, str]:
        """Wait for the end: the code, and everything that was shown."""
        code = self.process.wait(20)
        while self._read(0.05):
            pass
        return code, self.shown

    def _read(self, seconds: float) -> bool:
        if not select.select([self.own], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self.own, 65536)
        except OSError:  # the other side is closed
            return False
        self.shown += part.decode(errors="replace").replace("\r\n", "\n")
        return bool(part)
