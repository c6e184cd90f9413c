"""`rulelang board`: the board, empty or with a position of a saved game."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from interpreter import load
from tests.cli.conftest import ROOT, Command

pytestmark = pytest.mark.slow

TIC = "examples/tic_tac_toe.rules"
POKER = "examples/kuhn_poker.rules"


def saved(path: Path, rulebook: str, *moves: str) -> Path:
    session = load(ROOT / rulebook).game().start(seed=1)
    for move in moves:
        assert session.apply(move)
    path.write_text(session.save(), encoding="utf-8")
    return path


def words(svg: str) -> list[str]:
    return [part.text or "" for part in ElementTree.fromstring(svg).iter() if part.tag.endswith("text")]


def test_pieces_stand_on_the_board(rulelang: Command, tmp_path: Path) -> None:
    game = saved(tmp_path / "game.json", TIC, "b2", "a1")
    empty, full = rulelang("board", TIC).out, rulelang("board", TIC, game).out
    assert empty.count("<circle") == 0
    assert full.count("<circle") == 2
    assert "<title>Cross Mark</title>" in full
    assert "<title>Nought Mark</title>" in full


def test_a_transcript_is_drawn_too(rulelang: Command, tmp_path: Path) -> None:
    told = tmp_path / "game.txt"
    rulelang("play", TIC, "--transcript", told, typed="b2\na1\nc3\nq\n")
    assert rulelang("board", TIC, told).out.count("<circle") == 3


def test_areas_of_players_stand_below_and_secrets_stay_secret(rulelang: Command, tmp_path: Path) -> None:
    game = saved(tmp_path / "game.json", POKER)
    everything, own = (
        words(rulelang("board", POKER, game).out),
        words(rulelang("board", POKER, game, "--player", "Ann").out),
    )
    assert "Ann's Hand" in own
    assert "Ben's Hand" in own
    shown = [word for word in everything if word in ("Jack", "Queen", "King")]
    seen = [word for word in own if word in ("Jack", "Queen", "King")]
    assert (len(shown), len(seen)) == (3, 1)
    assert "Kuhn Poker, 2 players, as Ann sees it" in own


def test_what_cannot_be_drawn_is_told(rulelang: Command, tmp_path: Path) -> None:
    assert "does not say where its spaces lie" in rulelang("board", POKER).err
    game = saved(tmp_path / "game.json", POKER)
    ran = rulelang("board", POKER, game, "--player", "Zoe")
    assert ran.code == 2
    assert "Zoe" in ran.err
    assert rulelang("board", POKER, tmp_path / "none.json").code == 2


@pytest.mark.parametrize("name", ["samurai", "tokaido_duo", "iki", "yamatai"])
def test_the_four_games_are_drawn_in_the_middle_of_a_game(rulelang: Command, tmp_path: Path, name: str) -> None:
    session = load(ROOT / "rulebooks" / f"{name}.rules").game(executor="reference").start(seed=3)
    for _ in range(6):
        assert session.decision is not None
        session.apply(session.decision.options[0])
    path = tmp_path / "game.json"
    path.write_text(session.save(), encoding="utf-8")
    drawn = rulelang("board", f"rulebooks/{name}.rules", path).out
    ElementTree.fromstring(drawn)
    assert drawn.count("<circle") >= 3
