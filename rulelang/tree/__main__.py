"""Checks how files are written: `python -m rulelang.tree FILE...`."""

from __future__ import annotations

import sys

from rulelang.diagnostics.render import render_text
from rulelang.source import read_source
from rulelang.tree import parse

if __name__ == "__main__":
    for path in sys.argv[1:]:
        found = parse(read_source(path).source).diagnostics
        print(render_text(found) if found else f"{path}: ok")  # noqa: T201
    sys.exit(0)
