"""One reading after the other, and the script that reads. How long it takes: `examples/benchmark.py --language`."""

from __future__ import annotations

import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path

import pytest

from rulelang.source import source_from_text
from rulelang.tree import parse
from rulelang.tree.__main__ import main
from tests.tree.corpus import DRAFTS, read


def rulebook(lines: int) -> str:
    """So many lines of real rulebooks, cut where a block ends."""
    bodies = [read(path).text.partition("\n")[2] for path in DRAFTS]
    whole = list(islice(cycle("".join(bodies).splitlines()), lines))
    while whole and (whole[-1].startswith((" ", "|")) or not whole[-1]):
        whole.pop()
    return 'rulebook "Long" for 2 players\n' + "\n".join(whole[:-1]) + "\n"


def test_nothing_is_left_from_one_reading_to_the_next() -> None:
    text = rulebook(300)
    first = parse(source_from_text("a.rules", text))
    parse(source_from_text("b.rules", "chose: chose"))
    assert parse(source_from_text("a.rules", text)).document == first.document


def test_the_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.rules", tmp_path / "bad.rules"
    good.write_text('library "Good"\n')
    bad.write_text('library "Bad"\nchose\n')
    assert main([str(good)]) == 0
    assert capsys.readouterr().out == f"{good}: ok\n"
    assert main([str(good), str(bad)]) == 1
    assert "I do not know the word `chose`" in capsys.readouterr().out


def test_the_script_as_a_module(tmp_path: Path) -> None:
    good = tmp_path / "good.rules"
    good.write_text('library "Good"\n')
    done = subprocess.run(
        [sys.executable, "-m", "rulelang.tree", str(good)], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{good}: ok\n"
