"""With the package `ziglang` and no other compiler the same game is played as C.

Where the package is installed: `python -m tests.engine.native.zig_alone`.
"""

from __future__ import annotations

import os
import sys
from tempfile import TemporaryDirectory

from tests.engine.native.test_environments import played


def main() -> int:
    """1 if Python had to play, or another game was played."""
    with TemporaryDirectory() as folder:
        expected = played("python")[1]
        plays, game, said = played("native", RULELANG_CACHE=folder, PYTHONPATH=os.pathsep.join(filter(None, sys.path)))
    sys.stdout.write(f"{plays} {said}\n")
    return int(plays != "Native" or game != expected)


if __name__ == "__main__":
    sys.exit(main())
