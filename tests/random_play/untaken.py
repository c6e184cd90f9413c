"""Options that random games do not take, each with the reason. A reason that has become wrong fails the test.

A key is a rulebook, or a rulebook and what it is played with, as in "samurai 2" or "hex 2 Swap Rule".
"""

from __future__ import annotations

from tests.random_play.tables import Table

#: Nobody ever takes these.
UNTAKEN: dict[str, dict[str, str]] = {
    "iki 3": {"Install Neutral: Install Neutral": "neutral artisans are for two players"},
    "iki 4": {"Install Neutral: Install Neutral": "neutral artisans are for two players"},
}

#: These are taken, but so seldom that only a long run is sure to show it.
RARE: dict[str, dict[str, str]] = {
    "hex 2 Swap Rule": {"Take Turn instead: Swap Sides": "one of 121 options at a single decision of the game"},
}


def untaken(table: Table) -> set[str]:
    """The options of a table that are never taken."""
    return _listed(UNTAKEN, table)


def rare(table: Table) -> set[str]:
    """The options of a table that a few games need not show."""
    return _listed(RARE, table)


def _listed(options: dict[str, dict[str, str]], table: Table) -> set[str]:
    keys = (table.rulebook, f"{table.rulebook} {table.players}", str(table))
    return {option for key in keys for option in options.get(key, {})}
