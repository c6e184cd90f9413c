"""Makes the pictures of the README with the tool itself: python examples/pictures/make.py

`evening.txt` is the transcript of a game of Tokaido Duo. A test sees to it that the pictures are what this makes."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from rulelang.cli.running import run

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
#: What the page of a simulation says about its plots, which stand alone here.
STYLE = (
    "<style>text { font: 12px sans-serif } .bar { fill: #6b93b8 } .range { stroke: #1a1a1a; stroke-width: 1.5 }</style>"
)


def made() -> dict[str, str]:
    """Every picture by the name of its file."""
    with TemporaryDirectory() as folder:
        board, page = Path(folder) / "board.svg", Path(folder) / "page.html"
        evening = HERE / "evening.txt"
        run(["board", str(ROOT / "rulebooks" / "tokaido_duo.rules"), str(evening), "-o", str(board)])
        pig = str(ROOT / "examples" / "pig.rules")
        run(["sim", pig, "-n", "4", "-g", "1000", "-p", "1", "-o", str(page)])
        wins = re.search(r"<svg .*?</svg>", page.read_text(encoding="utf-8"), re.DOTALL)
        assert wins is not None
        return {
            "board.svg": board.read_text(encoding="utf-8"),
            "wins.svg": re.sub(r"(<svg [^>]*>)", rf"\1{STYLE}", wins[0], count=1) + "\n",
        }


if __name__ == "__main__":
    for name, picture in made().items():
        (HERE / name).write_text(picture, encoding="utf-8")
