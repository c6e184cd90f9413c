"""Every rule of the four games, and every option of every card, is used by an example of its rulebook.

What no example uses stands below with the reason, and the reason must be true: a rule that an example does use must
not be listed. `rulelang cover rulebooks/iki.rules --games 100` adds random games.
"""

from __future__ import annotations

import pytest

from interpreter.command.loading import load_playable
from interpreter.command.observer import cover
from rulelang.rulebook.loading import load
from rulelang.source import read_source
from rulelang.tree import nodes as tree
from tests.rulebooks.library import BIG, ROOT

ROUND = "it binds whole rounds together, as every random game plays them"
DECLINED = "an offer that is declined, as random games do it"

UNUSED = {
    "tokaido_duo": {
        "move the Hot Spring Tile to the Hot Spring Field": "counted with the option that leads there",
    },
    "samurai": {},
    "iki": {
        "move the Month Marker to the Month after the Month Marker": ROUND,
        "move all Blocking Tiles on any Order Field to the Box": ROUND,
    },
    "yamatai": {
        "nothing (the Meeple's owner takes a turn)": DECLINED,
        "nothing (you may Recruit)": DECLINED,
        "nothing (to Take Culture)": DECLINED,
        "move it to your Dock if possible": "what could be chosen can always be moved",
        "move it to your Collection if possible": "what could be chosen can always be moved",
    },
}


@pytest.mark.parametrize("name", BIG)
def test_examples_use_every_rule(name: str) -> None:
    path = str(ROOT / "rulebooks" / f"{name}.rules")
    items = load(read_source(path).source)[0].items
    examples = [placed.item.span for placed in items if isinstance(placed.item, tree.Example)]
    unused = {
        clause.text
        for clause in cover(load_playable(path), 0).in_order()
        if clause.missing
        and not any(
            span.source.path == clause.span.source.path and span.start <= clause.span.start < span.end
            for span in examples
        )
    }
    assert unused == set(UNUSED[name])
