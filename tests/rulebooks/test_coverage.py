"""Every rule of the rulebooks, and every option of every card, is used by an example of its rulebook.

What no example uses stands below with the reason, and the reason must be true: a rule that an example does use must
not be listed. `rulelang cover rulebooks/iki.rules --games 100` adds random games.
"""

from __future__ import annotations

import pytest

from interpreter.cli.loading import load_playable
from interpreter.cli.observer import cover
from tests.rulebooks.library import NAMES, rulebook_paths

pytestmark = pytest.mark.slow

ROUND = "it binds whole rounds together, as every random game plays them"
DECLINED = "an offer that is declined, as random games do it"
FULL = "a whole board full of pieces is too long for an example; random games play to it"
FOLDED = "an action of one sentence, counted with the sentence that calls it"

UNUSED = {
    "tokaido_duo": {
        "move the Hot Spring Tile to the Hot Spring Field": "counted with the option that leads there",
    },
    "gomoku": {"as soon as no Point is empty": FULL, "nobody wins": FULL},
    "connect_four": {"as soon as no Cell is empty": FULL, "nobody wins": FULL},
    "sealed_letter": {"if you are not Out": ROUND},
    "english_draughts": {"the Quiet Moves become 0": FOLDED},
    "yamatai": {
        "nothing (choose a Culture Token on any Island, then move it to your Collection if possible)": DECLINED,
    },
}


@pytest.mark.parametrize("name", NAMES)
def test_examples_use_every_rule(name: str) -> None:
    path = next(path for path in rulebook_paths() if path.stem == name)
    found = cover(load_playable(str(path)), 0)
    assert {clause.text for clause in found.missing()} == set(UNUSED.get(name, {}))
    assert found.share >= (0.75 if FULL in UNUSED.get(name, {}).values() else 0.85)
