"""What exists, said back from the layout: places, counters, marks, pieces with what is printed on them, boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rulelang.graph.describe import Speaker
from rulelang.graph.describe.words import joined, many, one_of, possessive
from rulelang.graph.layout import Place, Region
from rulelang.graph.roles import TRUTH, TableKind, TableRole

_SIGHT: Final = {
    "open": "everybody sees what is there",
    "secret": "only its owner sees what is there",
    "hidden": "nobody sees what is there",
}
_ORDER: Final = {"": "in no order", "row": "in a row", "pile": "in a pile: what comes last is on top"}


class Things:
    """Says what a name stands for."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker: Final = speaker
        self.program: Final = speaker.program
        self.layout: Final = speaker.program.layout

    def of(self, names: Sequence[str], holder: str = "") -> Iterator[str]:
        """Everything that bears one of these names; with a holder what each of those has of it."""
        for name in names:
            yield from self._places(name)
            yield from self._regions(name, holder)
            yield from self._kind(name)
            yield from self._pieces(name)

    def kinds(self, nouns: Sequence[str]) -> list[str]:
        """Those of some nouns that stand for pieces or tokens."""
        known = {*(one.kind for one in self.layout.pieces), *(one.kind for one in self.layout.varieties)}
        return [noun for noun in nouns if noun in known or noun in self.layout.unions or noun in self.program.names]

    # ------------------------------------------------------------------------------------------------- places

    def _places(self, name: str) -> Iterator[str]:
        numbers = [number for number, place in enumerate(self.layout.places) if place.holder == name]
        found = [self.layout.places[number] for number in numbers]
        if not found:
            return
        owned = [place for place in found if place.owner >= 0]
        if owned and len(owned) == self.program.players:
            called = f"each player's {name}"
        elif len(found) == 1 and found[0].name == name:
            called = f"the {name}"
        else:
            called = f"{len(found)} {many(name)}"
        for sort in dict.fromkeys(_nature(place) for place in found):
            among = [place.name for place in found if _nature(place) == sort]
            which = called if len(among) == len(found) else joined(among)
            yield f"{which}: {sort}"
        if called.startswith(str(len(found))):
            yield from self._board(name, numbers)

    def _board(self, name: str, numbers: Sequence[int]) -> Iterator[str]:
        """Each space with what is printed on it and what it is next to."""
        for number in numbers:
            told = [*self._printed("place", number, numbers), *self._next_to(number)]
            if told:
                yield f"{self.layout.places[number].name}: {'; '.join(told)}"

    def _next_to(self, number: int) -> Iterator[str]:
        for table, role in self._tables(TableKind.NEXT):
            found = self.program.tables[table][number]
            if found and role.called:
                near = [place.name for other, place in enumerate(self.layout.places) if found >> other & 1]
                yield f"{role.called} to {joined(near)}"

    # -------------------------------------------------------------------------------------------- kinds, pieces

    def _kind(self, name: str) -> Iterator[str]:
        members = self.program.names.get(name)
        if members is None or name in ("player", "place", "piece", "token"):
            return
        yield f"{one_of(name)} is {joined(members, 'or')}"
        for number, member in enumerate(members):
            if told := list(self._printed(name, number, range(len(members)))):
                yield f"{member}: {'; '.join(told)}"

    def _pieces(self, name: str) -> Iterator[str]:
        numbers = self.layout.pieces_of(name) if name != "piece" else []
        if numbers:
            each = Counter(self.layout.pieces[number].owner for number in numbers)
            yield from self._counted(name, len(numbers), each)
            yield from self._faces(numbers)
            yield from self._sorts("piece", [(self.layout.pieces[n].name, n) for n in numbers])
        varieties = [number for number, one in enumerate(self.layout.varieties) if one.kind == name]
        if varieties:
            looks = "one look" if len(varieties) == 1 else f"{len(varieties)} looks"
            yield f"{many(name)}: {looks}; alike ones are not told apart"
            yield from self._sorts("variety", [(self.speaker.elements.one(n, "variety"), n) for n in varieties])

    def _faces(self, numbers: Sequence[int]) -> Iterator[str]:
        """The faces of dice."""
        for table, _ in self._tables(TableKind.ODDS):
            odds = self.program.tables[table]
            high = len(odds) // (len(self.layout.pieces) or 1)
            for number in numbers:
                faces = [str(face) for face in range(high) for _ in range(odds[number * high + face])]
                if faces:
                    yield f"{self.layout.pieces[number].name}: faces {', '.join(faces)}"

    def _counted(self, name: str, count: int, owners: Counter[int]) -> Iterator[str]:
        owned = {owner: number for owner, number in owners.items() if owner >= 0}
        if owned and len(set(owned.values())) == 1 and -1 not in owners:
            each = next(iter(owned.values()))
            yield f"{each} {many(name) if each != 1 else name} of each player, {count} in all"
        else:
            yield f"{count} {many(name) if count != 1 else name}"

    def _sorts(self, holder: str, named: Sequence[tuple[str, int]]) -> Iterator[str]:
        """Each sort with what is printed on it, and how many there are."""
        numbers = [number for _, number in named]
        if holder == "variety":
            for name, number in named:
                printed = "; ".join(self._printed(holder, number, numbers))
                yield f"{name}{f': {printed}' if printed else ''}, {self._amount(number)} of them"
            return
        told = Counter((name, "; ".join(self._printed(holder, number, numbers))) for name, number in named)
        players = self.program.players
        for (name, printed), count in told.items():
            times = f", {count} of them" if count not in (1, players) or not printed else ""
            if printed:
                yield f"{name}: {printed}{times}"
            elif len(told) > 1:
                yield f"{name}{times}"

    def _amount(self, variety: int) -> int:
        """How many tokens of a look there are at the start."""
        store = self.layout.tokens[variety]
        cells: dict[int, int] = {}
        for region in self.layout.regions.values():
            if region.role == "tokens":
                starts = region.start if len(region.start) == region.length else region.start * region.length
                cells.update(enumerate(starts, region.base))
        counted = sum(cells.get(cell, 0) for cell in store.counts.values())
        return counted + (cells.get(store.set_cell, 0).bit_count() if store.set_cell >= 0 else 0)

    def _printed(self, holder: str, number: int, alike: Sequence[int]) -> Iterator[str]:
        """What the columns say of one thing; a column in which nothing stands for any of its class is another's."""
        elements = self.speaker.elements
        for table, role in self._tables(TableKind.COLUMN):
            if role.holder != holder or role.called in ("owner", "look"):
                continue
            value, nothing = self.program.tables[table][number], self.program.tables[table][-1]
            if all(self.program.tables[table][other] == nothing for other in alike):
                continue
            kind = elements.class_named(role.entries or role.called)
            if role.entries == TRUTH:
                if value:
                    yield role.called
            elif value != nothing or not kind:
                yield f"{role.called} {elements.one(value, kind)}"
        yield from dict.fromkeys(self._bundles(holder, number))

    def _bundles(self, holder: str, number: int) -> Iterator[str]:
        """The amounts printed on one thing for the members of a kind."""
        for table, role in self._tables(TableKind.BUNDLE):
            if self.speaker.elements.class_named(role.holder) in (holder, "token" if holder == "variety" else holder):
                members = self.program.names[role.entries]
                amounts = self.program.tables[table][number * len(members) :]
                told = [f"{amount} {member}" for amount, member in zip(amounts, members, strict=False) if amount]
                if told:
                    yield f"{role.called} {joined(told)}"

    def _tables(self, kind: TableKind) -> Iterator[tuple[str, TableRole]]:
        for table, role in self.program.table_roles.items():
            if role.kind is kind and table in self.program.tables:
                yield table, role

    # ------------------------------------------------------------------------------------------------ regions

    def _regions(self, name: str, holder: str) -> Iterator[str]:
        for region in self.layout.regions.values():
            is_named = region.role in ("counter", "flag", "variable", "list") and name in (region.called, region.name)
            if is_named and (not holder or region.holder in (holder, "")):
                yield self._region(region)

    def _region(self, region: Region) -> str:
        called = region.called or region.name
        seen = "" if region.audience == "open" else ", seen by those who see where it lies"
        if region.role == "flag":
            of = f"each {region.holder}" if region.holder else "the game"
            return f"{of} is {called} or not; at the start {'some are' if any(region.start) else 'none is'}{seen}"
        whose = possessive(f"each {region.holder}", called) if region.holder else f"the {called}"
        if self.speaker.counts_by(region):
            whose = f"each {region.holder or 'game'} has for every {called} a number"
        start = set(region.start)
        begun = f"{next(iter(start))} at the start" if len(start) == 1 else "not the same for all at the start"
        if region.role == "list":
            return f"{whose}: a list of {many(region.elements)}, empty at the start{seen}"
        if region.elements == "number":
            return f"{whose}: a number from {region.low} to {region.high}, {begun}{seen}"
        value = self.speaker.elements.one(next(iter(start)), self.speaker.elements.class_named(region.elements))
        begun = value if len(start) == 1 else "not the same for all"
        return f"{whose}: {one_of(region.elements)}, at the start {begun}{seen}"


def _nature(place: Place) -> str:
    room = "any number of things" if place.limit < 0 else f"at most {place.limit}"
    return f"{_SIGHT[place.sight]}; {room}, {_ORDER[place.order]}"
