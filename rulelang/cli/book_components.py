"""The component list of a rulebook: pieces, spaces, places and tracks, with how many there are for each number of
players."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulelang.cli.book_words import word
from rulelang.rulebook.declare import declare
from rulelang.rulebook.loading import WrittenRulebook, selected
from rulelang.rulebook.world import World

Say = Callable[[str], str]


def component_rows(rulebook: WrittenRulebook, language: str, say: Say) -> tuple[tuple[str, ...], ...]:
    """The table with its header; empty without components."""
    counted: dict[tuple[str, str], dict[int, int]] = {}
    for players in rulebook.seats:
        world = declare(selected(rulebook, players, frozenset()), players)[0]
        for name, kind, count in _components(world, language):
            counted.setdefault((name, kind), {})[players] = count
    if not counted:
        return ()
    every = all(len(set(counts.values())) == 1 for counts in counted.values())
    columns = [rulebook.seats[-1]] if every else list(rulebook.seats)
    heads = [word("How many", language)] if every else [word("{} players", language, n) for n in columns]
    rows = [
        (say(name), kind, *(str(counts.get(players, 0)) for players in columns))
        for (name, kind), counts in counted.items()
    ]
    return ((word("Component", language), word("What it is", language), *heads), *rows)


def _components(world: World, language: str) -> Iterator[tuple[str, str, int]]:
    for piece in world.pieces.values():
        supply = sum(world.varieties[variety].supply for variety in piece.varieties)
        yield piece.name, word(piece.shape, language), len(piece.individuals) + supply
    for space in world.spaces.values():
        yield space.name, word("space", language), len(space.members)
    for name, place in world.places.items():
        if place.first != world.box:
            yield name, word(place.shape, language), place.count
    for (holder, name), place in world.holdings.items():
        each = f", {word('for each player', language)}" if holder == "player" else ""
        yield name, f"{word(place.shape, language)}{each}", 1 if each else place.count
    for (holder, name), counter in world.counters.items():
        if holder in ("", "player"):
            each = f", {word('for each player', language)}" if holder else ""
            yield name, f"{word('track from {} to {}', language, counter.low, counter.high)}{each}", 1
