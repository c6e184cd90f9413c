"""`rulelang play` at a pseudo-terminal: what each player sees, what is typed, how the table is left."""

from __future__ import annotations

import json
import re
import signal
from io import StringIO
from itertools import count
from pathlib import Path

import pytest

from rulelang.cli import showing
from rulelang.cli.checking import check_files
from tests.cli.installed import FOLDER, Terminal, run

pytestmark = pytest.mark.slow

TIDES = "tides.rules"
MARKS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def test_an_evening_at_one_screen(tmp_path: Path) -> None:
    saved, told = tmp_path / "evening.json", tmp_path / "evening.txt"
    with Terminal("play", TIDES, "--seed", "1", "--transcript", told) as table:
        table.until("Press Enter when only you can see the screen.")
        table.type("")
        shown = table.until("Ann> ")
        assert "  2  . . .\n  1  . . .\n     a b c" in shown
        assert "\x1b[36m\x1b[1mAnn: Take Turn" in shown
        table.type("di")
        table.until("Ben, it is your turn. Press Enter")
        table.type("")
        shown = MARKS.sub("", table.until("Ben> "))
        assert "Ann's Net: Shell (unseen)" in shown
        assert not any(shell in shown for shell in ("Cockle", "Whelk", "Conch"))
        table.type("undo")
        assert "This cannot be taken back" in table.until("Ben> ")
        table.type("la")
        assert "  6  land on c2\n" in MARKS.sub("", table.until("Ben> "))
        table.type("2")
        table.until("Ann, it is your turn. Press Enter")
        table.type("")
        shown = MARKS.sub("", table.until("Ann> "))
        assert "Ben: land on b1" in shown
        assert re.search(r"Ann's Net: (Cockle|Whelk|Conch)\n", shown)
        table.type(f"save {saved}")
        table.until("Saved as")
        table.type("quit")
        code, _ = table.end()
    assert code == 0
    assert json.loads(saved.read_text(encoding="utf-8"))["steps"]
    assert run("replay", TIDES, told).stdout.endswith("Ben: land on b1\n  Pearls: Ben 0 → 2\nThe game goes on.\n")


def test_a_saved_game_goes_on_in_another_language_against_a_bot(tmp_path: Path) -> None:
    saved = tmp_path / "evening.json"
    with Terminal("play", TIDES, "--bot", "random", "--seed", "2", "-l", "fr") as table:
        table.until("Ann> ")
        table.type("plonger")
        assert "Ben: " in table.until("Ann> ")
        table.type(f"save {saved}")
        table.until("Enregistré")
        table.type("quit")
        assert table.end()[0] == 0
    with Terminal("play", TIDES, "--resume", saved, "--bot", "mcts", "--iterations", "5", "-l", "de") as table:
        shown = table.until("Ann> ")
        assert "Netz (Ben)" in shown or "Perlen: Ann" in shown
        table.type("log")
        assert "Ann: Tauchen" in table.until("Ann> ")
        table.type("quit")
        assert "Du hast das Spiel verlassen." in table.end()[1]


def test_control_c_leaves_the_table_and_keeps_the_transcript(tmp_path: Path) -> None:
    told = tmp_path / "evening.txt"
    with Terminal("play", TIDES, "--bot", "random", "--seed", "2", "--transcript", told) as table:
        table.until("Ann> ")
        table.type("rest")
        table.until("Ann> ")
        table.process.send_signal(signal.SIGINT)
        code, shown = table.end()
    assert code == 130
    assert shown.endswith("Stopped.\n")
    assert "Ann: Rest\n" in told.read_text(encoding="utf-8")


def test_a_game_to_its_end() -> None:
    with Terminal("play", TIDES, "--bot", "Ben=random", "--seed", "2") as table:
        for _ in range(20):
            # Whoever types while the bot thinks is not lost: the line waits.
            table.type("1")
        code, shown = table.end()
    assert code == 0
    assert re.search(r"The game is over: (Ann|Ben|Ann and Ben) wins?\.\n  Ann: Pearls \d+, Catch \d+\n", shown)


def test_long_work_shows_a_bar_and_only_on_a_terminal() -> None:
    with Terminal("sim", TIDES, "-g", "200", "-p", "1") as table:
        code, shown = table.end()
    assert code == 0
    assert "Playing  [###" in shown
    assert "100%" in shown
    assert "Playing" not in run("sim", TIDES, "-g", "5", "-p", "1").stderr


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("test", TIDES), "Testing .*100%.* examples/s"),
        (("cover", TIDES), "Covering .*100%.* examples/s"),
        (("check", "--limits", TIDES, "tides_second_edition.rules"), "Checking .*100%.* files/s"),
    ],
)
def test_what_takes_long_shows_how_far_it_has_come(command: tuple[str, ...], said: str) -> None:
    with Terminal(*command) as table:
        _, shown = table.end()
    assert re.search(said, MARKS.sub("", shown))


class _Screen(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_check_of_one_rulebook_shows_how_far_it_has_come_once_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """One clock tells a second for each look at it, the other stands still."""
    shown = []
    for second in (1.0, 0.0):
        screen, clock = _Screen(), count(0.0, second)
        monkeypatch.setattr(showing, "monotonic", clock.__next__)
        token = showing.SCREEN.set(screen)
        assert not check_files([str(FOLDER / TIDES)]).diagnostics
        showing.SCREEN.reset(token)
        shown.append(MARKS.sub("", screen.getvalue()))
    assert re.search(r"Checking .*\b[1-9]\d?%.*100%.* steps/s", shown[0], re.DOTALL)
    assert shown[1] == ""
