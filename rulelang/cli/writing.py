"""Files are written whole or not at all: the new text is written beside the old one and takes its place in one step."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

#: What a new file may be used for, before the mask of the process takes some of it away.
_ANYBODY = 0o666


def write_whole(path: str, text: str) -> None:
    """Write a text to a file. If that fails, for want of room or anything else, what was there before is untouched.

    A link is followed; what is no file (a device, a pipe) has nothing to lose and is written to as it is.
    """
    goal = Path(os.path.realpath(path))
    there = goal.exists()
    if there and not goal.is_file():
        goal.write_text(text, encoding="utf-8")
        return
    if there:
        # Taking the place of a file needs no leave to write it, so it is asked for here.
        os.close(os.open(goal, os.O_WRONLY))
    beside = goal.parent / f".{goal.name}.{os.getpid()}.new"
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _ANYBODY), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if there:
            os.chmod(beside, goal.stat().st_mode & 0o7777)
        os.replace(beside, goal)
    except BaseException as failure:
        if not isinstance(failure, FileExistsError):
            with suppress(OSError):
                beside.unlink()
        raise
