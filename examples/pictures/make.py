"""Makes the pictures of the README with the tool itself: python examples/pictures/make.py

`evening.txt` is the transcript of a game of Tokaido Duo. A test sees to it that the pictures are what this makes."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from interpreter.cli.plots import PLOT_STYLE
from rulelang.cli.running import run

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


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
            "wins.svg": re.sub(r"(<svg [^>]*>)", rf"\1<style>{PLOT_STYLE}</style>", wins[0], count=1) + "\n",
        }


if __name__ == "__main__":
    for name, picture in made().items():
        (HERE / name).write_text(picture, encoding="utf-8")
