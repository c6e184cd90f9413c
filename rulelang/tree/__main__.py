"""Checks how files are written, and nothing else: `python -m rulelang.tree FILE...`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rulelang.diagnostics.render import render_text
from rulelang.source import read_source
from rulelang.tree import parse


def main(paths: Sequence[str]) -> int:
    """Write what is wrong with the files; 1 if anything is."""
    wrong = False
    for path in paths:
        found = parse(read_source(path).source).diagnostics
        wrong = wrong or bool(found)
        sys.stdout.write(render_text(found) if found else f"{path}: ok\n")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
