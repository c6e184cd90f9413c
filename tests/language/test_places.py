"""Sentences about what lies in places against a model of them: each place is a list, its first thing first.

Every program moves things from one sort of place to another (4.6, 6.7, 7.2, 7.6, 8.4), from nothing to more than fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from interpreter import load
from interpreter.examples.run import run_examples

Thing = tuple[str, int]
STOCK: list[Thing] = [(colour, rank) for colour in ("Red", "Blue") for rank in (1, 2, 3)]
CARDS: list[list[Thing]] = [[], [("Red", 2)], [("Red", 2), ("Blue", 1)], [("Blue", 3), ("Red", 3), ("Red", 1)]]
TOKENS = [*CARDS, [("Red", 2), ("Red", 2)], [("Red", 2), ("Red", 2), ("Blue", 3)]]
ORDERED = ("row", "pile")


@dataclass
class Two:
    """Two places while something moves from the first to the second."""

    source: list[Thing]
    goal: list[Thing]
    into: str
    room: int
    coins: int = 0

    def take(self, things: list[Thing], end: str = "") -> bool:
        """Move these one after the other, all or none."""
        if len(self.goal) + len(things) > self.room:
            return False
        for thing in list(things):
            self.source.remove(thing)
            at_front = end == "top" or (not end and self.into != "row")
            self.goal = [thing, *self.goal] if at_front else [*self.goal, thing]
        return True

    def take_last(self) -> bool:
        if not self.source:
            return False
        self.source.reverse()
        done = self.take(self.source[:1])
        self.source.reverse()
        return done

    def exactly(self, number: int, end: str = "") -> bool:
        return len(self.source) >= number and self.take(self.source[:number], end)

    def as_many(self, things: list[Thing], number: int = 99) -> bool:
        return self.take(things[: min(number, self.room - len(self.goal))])

    def reds(self) -> list[Thing]:
        return [thing for thing in self.source if thing[0] == "Red"]

    def swap(self) -> bool:
        self.source, self.goal = self.goal, self.source
        return len(self.goal) <= self.room

    def best(self) -> list[Thing]:
        most = max((rank for _, rank in self.source), default=0)
        return [thing for thing in self.source if thing[1] == most]

    def take_best(self) -> bool:
        return bool(self.source) and self.take(self.best()[:1])

    def count(self, coins: int) -> bool:
        self.coins = coins
        return True


@dataclass(frozen=True)
class Deed:
    """An action, and what it does to the model; whether it can be done."""

    name: str
    sentence: str
    does: Callable[[Two], bool]
    source: tuple[str, ...] = ("area", "bag", *ORDERED)
    goal: tuple[str, ...] = ("area", "bag", *ORDERED)


DEEDS = [
    Deed("First", "move the first X in the Source to the Goal", lambda two: two.exactly(1)),
    Deed("Last", "move the last X in the Source to the Goal", lambda two: two.take_last()),
    Deed("Only", "move the only X in the Source to the Goal", lambda two: len(two.source) == 1 and two.exactly(1)),
    Deed("Two", "move 2 Xs in the Source to the Goal", lambda two: two.exactly(2)),
    Deed("Two Maybe", "move 2 Xs in the Source to the Goal if possible", lambda two: two.as_many(two.source, 2)),
    Deed("Whole", "move all Xs in the Source to the Goal", lambda two: two.take(two.source)),
    Deed("Whole Maybe", "move all Xs in the Source to the Goal if possible", lambda two: two.take(two.source) or True),
    Deed("Reds", "move all Red Xs in the Source to the Goal", lambda two: two.take(two.reds())),
    Deed("Top", "move all Xs in the Source to the top of the Goal", lambda two: two.take(two.source, "top"),
         goal=ORDERED),
    Deed("Low", "move the first X in the Source to the bottom of the Goal", lambda two: two.exactly(1, "end"),
         goal=ORDERED),
    Deed("Drawn", "draw 2 Xs from the Source to the Goal", lambda two: two.exactly(2), source=ORDERED),
    Deed("Each", "for each X in the Source: move the X to the Goal if possible", lambda two: two.as_many(two.source)),
    Deed("Take", "choose all Xs in the Source, then move the Xs to the Goal", lambda two: two.take(two.source)),
    Deed("High", "move the first X in the Source with the highest Rank to the Goal", lambda two: two.take_best()),
    Deed("Swap", "swap the Source with the Goal", lambda two: two.swap()),
    Deed("Sum", "gain as many Coins as the total Rank of Xs in the Source",
         lambda two: two.count(sum(rank for _, rank in two.source))),
    Deed("Best", "gain as many Coins as the number of Xs in the Source with the highest Rank",
         lambda two: two.count(len(two.best()))),
]  # fmt: skip


def called(thing: Thing) -> str:
    return f"{thing[0]} {thing[1]}"


def in_order(things: list[Thing], place: str) -> list[Thing]:
    """Things given one after the other, the first of the place first."""
    return things if place == "row" else things[::-1] if place == "pile" else sorted(things, key=STOCK.index)


def example(deed: Deed, piece: str, source: str, goal: str, room: int, things: list[Thing], there: list[Thing]) -> str:
    two = Two(list(in_order(things, source)), list(there), goal, room)
    can = deed.does(two)
    lines = []
    for place, lie in (("Source", things), ("Goal", there)):
        if piece == "Card":
            lines += [f"given {called(one)} is in the {place}" for one in lie]
        else:
            lines += [f"given there are {lie.count(one)} {called(one)} Pebbles in the {place}" for one in {*lie}]
    if not can:
        return told(deed, things, there, [*lines, f"then no player can {deed.name}"])
    lines += [f"then Ann can {deed.name}", f"given Ann is about to {deed.name}", f"then Ann's Coins are {two.coins}"]
    for place, sort, lie in (("Source", source, two.source), ("Goal", goal, two.goal)):
        lines.append(f"then the number of {piece}s in the {place} is {len(lie)}")
        lines += [f"then the number of {called(one)} {piece}s in the {place} is {lie.count(one)}" for one in {*lie}]
        if sort in ORDERED and lie:
            lines.append(f"then the first {piece} in the {place} is {called(lie[0])}")
            lines.append(f"then the last {piece} in the {place} is {called(lie[-1])}")
    return told(deed, things, there, lines)


def told(deed: Deed, things: list[Thing], there: list[Thing], lines: list[str]) -> str:
    title = f"{deed.name}: {', '.join(map(called, things))} to {', '.join(map(called, there))}"
    return f'example "{title}":\n' + "".join(f"    {line}\n" for line in lines)


def program(piece: str, source: str, goal: str, limit: int) -> Iterator[str]:
    stock, shape = ("2 of each", "token") if piece == "Pebble" else ("each", "card")
    yield 'rulebook "Two Places" for 2 players\na Colour is one of Red, Blue\n'
    yield f"a {piece} is a {shape} with a Colour, a Rank from 1 to 3\n"
    yield f"there are {12 if piece == 'Pebble' else 6} {piece}s: {stock} Colour with each Rank\n"
    yield f"the Source is an open {source} of {piece}s\n"
    yield f"the Goal is an open {goal} of {f'up to {limit} ' if limit else ''}{piece}s\n"
    yield "each player has Coins from 0 to 99\nplay: repeat 2 turns: Rest\nto Rest: choose a number from 1 to 2\n"
    deeds = [deed for deed in DEEDS if source in deed.source and goal in deed.goal]
    for deed in deeds:
        yield f"to {deed.name}: {deed.sentence.replace('X', piece)}\n"
    for deed, things, there in product(deeds, TOKENS if piece == "Pebble" else CARDS, ([], [("Blue", 2)])):
        yield example(deed, piece, source, goal, limit or 99, things, there)


@pytest.mark.parametrize(
    ("piece", "source", "goal", "limit", "executor"),
    [
        ("Card", "row", "pile", 2, "reference"),
        ("Card", "pile", "row", 0, "python"),
        ("Card", "row", "row", 2, "reference"),
        ("Card", "area", "bag", 2, "reference"),
        ("Card", "bag", "row", 2, "reference"),
        ("Pebble", "area", "area", 2, "python"),
        ("Pebble", "bag", "area", 0, "reference"),
    ],
)
def test_what_moves_is_what_the_model_says(
    piece: str, source: str, goal: str, limit: int, executor: str, tmp_path: Path
) -> None:
    path = tmp_path / "two_places.rules"
    path.write_text("".join(program(piece, source, goal, limit)))
    results = run_examples(load(path), executor)
    assert len(results) > 80
    assert [f"{result.title}: {result.failure}" for result in results if not result.passed] == []
