"""Samurai in plain Python, from the printed rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations, combinations_with_replacement
from typing import Any

from tests.rulebooks.independent.lockstep import NOTHING, Ask, Luck, Move, Picture, Play
from tests.rulebooks.independent.samurai_map import ROOM, Hex, around, board

KINDS = ("helmet", "buddha", "rice")
#: The tiles of one player: how many of each there are, and how strong they are.
TILES = {f"{kind} {strength}": (1, strength) for kind in KINDS for strength in (2, 3, 4)} | {
    "samurai 1": (2, 1),
    "samurai 2": (2, 2),
    "samurai 3": (1, 3),
    "tile exchange": (1, 0),
    "rider": (1, 1),
    "ship 1": (2, 1),
    "ship 2": (1, 2),
    "figure exchange": (1, 0),
}


def has_character(tile: str) -> bool:
    """The five of which any number may be laid in a turn."""
    return tile.startswith(("rider", "ship", "figure"))


def influence(tile: str, kind: str) -> int:
    """How strongly a tile works on a figure next to it."""
    drawn = tile.partition(" ")[0]
    return 0 if drawn in KINDS and drawn != kind else TILES[tile][1]


def hands(counts: Counter[str]) -> set[Move]:
    """Every choice of five tiles."""
    every = sorted(counts.elements())
    return {tuple(chosen) for chosen in combinations(every, 5)}


class Samurai:
    """One game."""

    def __init__(self, players: int, variants: Collection[str] = ()) -> None:
        self.players = players
        self.variants = variants
        self.board = board(players)
        self.settlements = {place: kind for place, kind in self.board.items() if kind in ROOM}
        self.figures: dict[Hex, Counter[str]] = {place: Counter() for place in self.settlements}
        self.stock = Counter(dict.fromkeys(KINDS, (7, 10, 13)[players - 2]))
        self.tiles: dict[Hex, tuple[int, str]] = {}
        self.supply = [Counter({tile: count for tile, (count, _) in TILES.items()}) for _ in range(players)]
        self.hand: list[Counter[str]] = [Counter() for _ in range(players)]
        self.won: list[Counter[str]] = [Counter() for _ in range(players)]
        self.beside: Counter[str] = Counter()

    def play(self) -> Play:
        """The start and all turns."""
        for seat in range(self.players):
            if "First Game" in self.variants:
                chosen: Iterable[str] = (yield Luck(("tiles", seat))).elements()
            else:
                chosen = yield Ask(seat, frozenset(hands(self.supply[seat])))
            self.hand[seat] = Counter(chosen)
            assert self.hand[seat].total() == 5
            self.supply[seat] -= self.hand[seat]
        yield from self.place()
        seat = 0
        while True:
            yield from self.lay(seat)
            self.take()
            missing = min(5 - self.hand[seat].total(), self.supply[seat].total())
            drawn: Counter[str] = yield Luck(("tiles", seat))
            assert drawn.total() == missing
            self.hand[seat] += drawn
            self.supply[seat] -= drawn
            if self.beside.total() >= 4 or any(not self.standing(kind) for kind in KINDS):
                return
            seat = (seat + 1) % self.players

    def standing(self, kind: str) -> int:
        """How many figures of a kind are on the board."""
        return sum(figures[kind] for figures in self.figures.values())

    # -------------------------------------------------------------------------------------------------- the start

    def place(self) -> Play:
        """Edo, then the cities, then the villages, one figure after the other."""
        for kind in KINDS:
            self.put(kind, next(place for place, size in self.settlements.items() if size == "E"))
        seat = 0
        for size in "Cv":
            while room := [p for p, s in self.settlements.items() if s == size and self.figures[p].total() < ROOM[s]]:
                moves = {(kind, p) for kind in +self.stock for p in room if not self.figures[p][kind]}
                kind, where = yield Ask(seat, frozenset(moves))
                self.put(kind, where)
                seat = (seat + 1) % self.players

    def put(self, kind: str, where: Hex) -> None:
        """A figure from the stock."""
        self.stock[kind] -= 1
        self.figures[where][kind] += 1

    # ------------------------------------------------------------------------------------------------- laying tiles

    def lay(self, seat: int) -> Play:
        """At least one tile, if any can be laid; one at most without a character."""
        used_plain = laid = False
        while True:
            tiles = {t for t in +self.hand[seat] if (has_character(t) or not used_plain) and self.can_lay(seat, t)}
            if not tiles:
                return
            (tile,) = yield Ask(seat, frozenset({(t,) for t in tiles} | ({NOTHING} if laid else set())))
            if tile == "nothing":
                return
            laid = True
            used_plain |= not has_character(tile)
            if tile == "figure exchange":
                self.hand[seat][tile] -= 1
                swap = yield Ask(seat, frozenset(self.swaps()))
                self.swap(swap[1])
            elif tile == "tile exchange":
                where, old = yield Ask(seat, frozenset(self.liftable(seat)))
                self.tiles[where] = (seat, tile)
                self.hand[seat] += Counter({old: 1})
                self.hand[seat][tile] -= 1
                yield from self.find_place(seat, old)
            else:
                yield from self.find_place(seat, tile)
            if "Taking At Once" in self.variants:
                self.take()

    def can_lay(self, seat: int, tile: str) -> bool:
        """Is there anywhere or anything for the tile?"""
        if tile == "figure exchange":
            return bool(self.swaps())
        if tile == "tile exchange":
            return bool(self.liftable(seat) and self.free(tile))
        return bool(self.free(tile))

    def free(self, tile: str) -> set[Hex]:
        """Empty sea for ships, empty land for all others."""
        wanted = "~" if tile.startswith("ship") else "#"
        return {place for place, kind in self.board.items() if kind == wanted and place not in self.tiles}

    def find_place(self, seat: int, tile: str) -> Play:
        """Lay it on a hex."""
        (where,) = yield Ask(seat, frozenset((place,) for place in self.free(tile)))
        self.hand[seat][tile] -= 1
        self.tiles[where] = (seat, tile)

    def liftable(self, seat: int) -> set[Move]:
        """Own tiles without a character on the board."""
        return {(p, tile) for p, (owner, tile) in self.tiles.items() if owner == seat and not has_character(tile)}

    def swaps(self) -> set[Move]:
        """Pairs of figures that may change places."""
        found: set[Move] = set()
        for one, other in combinations_with_replacement(self.settlements, 2):
            for a in +self.figures[one]:
                for b in +self.figures[other]:
                    twice = one != other and a != b and (self.figures[one][b] or self.figures[other][a])
                    if not twice and (a, one) != (b, other):
                        found.add(("swap", frozenset({(a, one), (b, other)})))
        return found

    def swap(self, pair: frozenset[tuple[str, Hex]]) -> None:
        """Exchange two figures."""
        (a, one), (b, other) = pair
        self.figures[one] += Counter({b: 1})
        self.figures[other] += Counter({a: 1})
        self.figures[one][a] -= 1
        self.figures[other][b] -= 1

    # ----------------------------------------------------------------------------------------------- taking figures

    def take(self) -> None:
        """Figures whose land around is full go to whoever has more influence than everybody else."""
        for place, figures in self.figures.items():
            near = around(place)
            if any(self.board[p] == "#" and p not in self.tiles for p in near):
                continue
            for kind in +figures:
                sums: Counter[int] = Counter()
                for p in near:
                    if p in self.tiles:
                        owner, tile = self.tiles[p]
                        sums[owner] += influence(tile, kind)
                best = max(sums.values())
                leaders = [seat for seat, total in sums.items() if total == best and best > 0]
                (self.won[leaders[0]] if len(leaders) == 1 else self.beside)[kind] += 1
            figures.clear()

    # ---------------------------------------------------------------------------------------------------- the table

    def picture(self) -> Picture:
        """How everything lies."""
        found: dict[str, Any] = {"tiles": self.tiles, "beside": +self.beside, "stock": +self.stock}
        found["figures"] = {place: +figures for place, figures in self.figures.items() if +figures}
        for seat in range(self.players):
            found[f"hand {seat}"] = +self.hand[seat]
            found[f"won {seat}"] = +self.won[seat]
        return found

    def leads(self, seat: int) -> set[str]:
        """The kinds of which the player has more than every other."""
        others = [won for other, won in enumerate(self.won) if other != seat]
        return {kind for kind in KINDS if all(self.won[seat][kind] > won[kind] for won in others)}

    def scores(self) -> list[tuple[int, ...]]:
        """Two majorities, figures of other kinds, all figures."""
        found: list[tuple[int, ...]] = []
        for seat, won in enumerate(self.won):
            leads = self.leads(seat)
            rest = sum(count for kind, count in won.items() if kind not in leads)
            found.append((int(len(leads) >= 2), rest, won.total()))
        return found

    def winners(self) -> set[int]:
        """Only who leads somewhere can win; if nobody does, all figures count."""
        running = [seat for seat in range(self.players) if self.leads(seat)]
        if not running:
            totals = [won.total() for won in self.won]
            return {seat for seat, total in enumerate(totals) if total == max(totals)}
        twice = [seat for seat in running if len(self.leads(seat)) >= 2]
        if twice:
            return set(twice)
        best = max(self.scores()[seat][1:] for seat in running)
        return {seat for seat in running if self.scores()[seat][1:] == best}
