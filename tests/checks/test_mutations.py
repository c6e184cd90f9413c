"""Real rulebooks with one thing spoilt: the check that is about it finds it, and nothing before it was spoilt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from rulelang.checks import check_rulebook
from rulelang.diagnostics import Diagnostic
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A rulebook in which one text is replaced by another, and what is found then."""

    path: str
    text: str
    instead: str
    code: str
    words: str = ""

    @property
    def name(self) -> str:
        return f"{self.code}-{Path(self.path).stem}"


MATCHING = "the number of Matching Dice in any player's Cup) is at least"
PLACING = "repeat turns starting with the Youngest until no Settlement is Vacant: "
EXPOSED = "to Effect:\n        choose another player where "
PEEKING = "if your opponent's Cup has a Matching Die"
ACROSS = "where it is not your opponent's Throw"
ADVANCE = "repeat turns starting with White: Advance"

SPOILT = (
    Spoilt("examples/go_9x9.rules", "as soon as the Passes are 2: the game ends now\n", "", "RL0520", "variant"),
    Spoilt("examples/tic_tac_toe.rules", "empty: nobody wins", "empty: do nothing", "RL0511"),
    Spoilt("examples/chess.rules", "the Quiet Moves are 100", "the Quiet Moves are 500", "RL0516"),
    Spoilt("examples/beacons.rules", "the Fog is at least 9", "the Fog is at least 99", "RL0508"),
    Spoilt("examples/liars_dice.rules", "from 1 to 2 where", "from 3 to 2 where", "RL0517", "Bid"),
    Spoilt("examples/liars_dice.rules", f"{MATCHING} the Quantity", f"{MATCHING} 3", "RL0516"),
    Spoilt("examples/liars_dice.rules", "if the Quantity is at least 1", PEEKING, "RL0601", "Cup"),
    Spoilt("examples/sealed_letter.rules", f"{EXPOSED}it is Exposed", f"{EXPOSED}it has a Princess Card", "RL0601"),
    Spoilt("examples/rock_paper_scissors.rules", "choose a Sign\n", f"choose a Sign {ACROSS}\n", "RL0604", "Throw"),
    Spoilt("examples/rock_paper_scissors.rules", "the player wins", "the game ends after this turn", "RL0519"),
    Spoilt("examples/breakthrough.rules", ADVANCE, f"{ADVANCE}\n    nobody wins", "RL0515"),
    Spoilt("rulebooks/samurai.rules", f"{PLACING}Place Figure", f"{PLACING}do nothing", "RL0510"),
    Spoilt("rulebooks/tokaido_duo.rules", "pays 10 Coins, then gains 1 Gold", "gains 1 Gold", "RL0512"),
    Spoilt("rulebooks/iki.rules", "    repeat 12 rounds:", "    repeat rounds:", "RL0520"),
)  # fmt: skip


def findings(path: str, text: str) -> list[Diagnostic]:
    rulebook, reading = load(source_from_text(str(ROOT / path), text))
    return list(check_rulebook(rulebook, reading))


@pytest.mark.parametrize("spoilt", SPOILT, ids=lambda spoilt: spoilt.name)
def test_what_is_spoilt_is_found(spoilt: Spoilt) -> None:
    text = (ROOT / spoilt.path).read_text(encoding="utf-8")
    assert text.count(spoilt.text) >= 1
    before = {(one.code, one.span.text) for one in findings(spoilt.path, text)}
    after = findings(spoilt.path, text.replace(spoilt.text, spoilt.instead))
    assert [one.message for one in after if one.severity.name == "ERROR" and one.code != spoilt.code] == []
    new = [one for one in after if one.code == spoilt.code and (one.code, one.span.text) not in before]
    assert any(spoilt.words in " ".join((one.message, *one.notes)) for one in new)
