"""A state or an observation in words: who has what, what lies where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Final

from interpreter.visibility.sight import back_of
from interpreter.wording.names import Names, phrase
from rulelang.graph.bit_sets import members
from rulelang.graph.roles import DIE_VALUE
from rulelang.tuning.fast_dataclass import dataclass

#: The region of the numbers that dice show.
#: So many equal things that lie together are not listed one by one.
_MANY: Final = 4

if TYPE_CHECKING:
    from interpreter.wording.observation import Observation, PlaceSeen
    from rulelang.graph.layout import Region


@dataclass(frozen=True, slots=True)
class PictureLine:
    """What one counter, mark, variable or list says: its parts, each with the seat it belongs to (-1: nobody's)."""

    title: str
    parts: tuple[tuple[str, int], ...]

    @property
    def line(self) -> str:
        """The same as a line of words."""
        return f"{self.title}: {', '.join(text for text, _ in self.parts)}"


def picture(seen: Observation, names: Names) -> str:
    """All counters, marks and places that are not empty; the box is left out."""
    return "\n".join([held.line for held in holdings(seen, names)] + _places(seen, names)) + "\n"


def holdings(seen: Observation, names: Names) -> list[PictureLine]:
    """Counters, marks, variables and lists that say something."""
    return [
        PictureLine(title_of(names, region), parts)
        for region in seen.game.program.layout.regions.values()
        if region.role in ("counter", "flag", "variable", "list")
        if (parts := tuple(_parts(seen, names, region)))
    ]


def _places(seen: Observation, names: Names) -> list[str]:
    """Areas by what is in them; single spaces by what stands on them, all spaces of one content in one line; other
    spaces one after the other, all of a sort in one line."""
    layout = seen.game.program.layout
    lines = []
    by_content: dict[str, list[str]] = {}
    by_sort: dict[str, list[str]] = {}
    for found in seen.places:
        place = layout.places[found.place]
        if found.place == layout.box or not found.size:
            continue
        content = contents(found, names)
        if place.limit == 1 and place.owner < 0 and place.name != place.holder:
            by_content.setdefault(content, []).append(names.place(found.place))
        elif place.owner < 0 and place.name != place.holder:
            if place.holder not in by_sort:
                lines.append(place.holder)
            by_sort.setdefault(place.holder, []).append(f"{names.place(found.place)} [{content}]")
        else:
            lines.append(f"{names.place(found.place)}: {content}")
    lines = [f"{names.term(line)}: {', '.join(by_sort[line])}" if line in by_sort else line for line in lines]
    return lines + [f"{content}: {', '.join(places)}" for content, places in by_content.items()]


def contents(found: PlaceSeen, names: Names) -> str:
    """What lies in a place: names with how many of each, backs last. In somebody's own place, own things need no
    owner."""
    place = names.program.layout.places[found.place]
    if place.order:
        pieces = [names.piece(p, place.owner) if p is not None else "?" for p in found.pieces]
        if any(p is not None for p in found.pieces):
            return ", ".join(_in_order(pieces))
    counts = Counter(names.piece(p, place.owner) for p in found.pieces if p is not None)
    for variety, count in found.tokens:
        counts[names.variety(variety, place.owner)] += count
    texts = [times(text, count) for text, count in counts.items()]
    known = Counter(names.piece(piece, place.owner) for piece in found.remembered)
    if known:
        seen = ", ".join(times(text, count) for text, count in known.items())
        said = phrase("seen before", names.language)
        texts.append(f"{seen} ({said})" if len(known) == 1 else f"({said}: {seen})")
    backs = Counter(back_of(names.program.layout.pieces[piece]) for piece in found.remembered)
    for kind, owner, count in found.unseen:
        if count > backs[kind, owner]:
            back = names.back(kind, -1 if owner == place.owner else owner)
            texts.append(f"{times(back, count - backs[kind, owner])} ({phrase('unseen', names.language)})")
    return ", ".join(texts + _marked(found, names))


def _in_order(pieces: Iterable[str]) -> Iterator[str]:
    """Names one after the other; many that are equal and lie together are said once."""
    for text, equal in groupby(pieces):
        number = sum(1 for _ in equal)
        yield from [times(text, number)] if number >= _MANY else [text] * number


def _marked(found: PlaceSeen, names: Names) -> list[str]:
    """What is marked on unseen things for everybody to see, thing by thing: `#2 Told Colour Red`."""
    by_thing: dict[int, list[str]] = {}
    for position, name, value in found.marked:
        region = names.program.layout.regions[name]
        by_thing.setdefault(position, []).append(f"{title_of(names, region)} {_said(names, region, value)}")
    return [f"#{position} {', '.join(said)}" if position else ", ".join(said) for position, said in by_thing.items()]


def times(name: str, count: int) -> str:
    """So many of one name. A plural would have to be known in every language; a number before a name that ends in one
    (`2 Helmet 2`) would be misread."""
    return name if count == 1 else f"{name} ×{count}"


def _parts(seen: Observation, names: Names, region: Region) -> Iterator[tuple[str, int]]:
    cells = seen.cells[region.base : region.base + region.length]
    if region.role == "list":
        length = cells[0] or 0
        if region.elements == "position":
            if length:
                yield times(phrase("position", names.language), length), -1
        else:
            yield from ((_said(names, region, cell), -1) for cell in cells[1 : 1 + length])
    elif region.kind == "set":
        if region.role == "flag" and region.length == 1 and region.holder:
            yield from _marked_ones(names, region.holder, members(cells[0] or 0))
    elif region.holder:
        yield from _held(names, region, cells)
    else:
        for cell in cells:
            if cell != -1:
                yield _said(names, region, cell), (cell if region.elements == "player" and cell is not None else -1)


def _marked_ones(names: Names, holder: str, marked: Iterable[int]) -> Iterator[tuple[str, int]]:
    """Whoever or whatever has a mark; things that are called alike are told once, with how many there are."""
    pieces = names.program.layout.pieces
    own = set(names.program.layout.pieces_of(holder))
    found = Counter(
        (
            names.element(holder, member),
            member if holder == "player" else pieces[member].owner if member in own else -1,
        )
        for member in marked
    )
    yield from ((times(name, count), owner) for (name, owner), count in found.items())


def title_of(names: Names, region: Region) -> str:
    """What a counter, mark or variable is called."""
    return phrase("dice", names.language) if region.name == DIE_VALUE else names.term(region.called)


def _held(names: Names, region: Region, cells: tuple[int | None, ...]) -> Iterator[tuple[str, int]]:
    """One value for each holder; those that never changed are left out, except for players and dice."""
    holders = holders_of(names, region)
    width = max(1, region.length // max(1, len(holders)))
    for number, holder in enumerate(holders):
        values = cells[number * width : (number + 1) * width]
        start = region.start[number * width : (number + 1) * width]
        usual = (0,) if region.name == DIE_VALUE else start
        is_known = region.holder == "player" or (values != usual and None not in values)
        if values and is_known and values != (-1,):
            yield f"{holder} {_listed(names, region, values)}", number if region.holder == "player" else -1


def _listed(names: Names, region: Region, values: tuple[int | None, ...]) -> str:
    """The values of one holder; of a bank with the names of what is counted, where there is any."""
    counted = names.program.names.get(region.called, ())
    if len(values) == 1 or len(counted) != len(values):
        return " ".join(_said(names, region, value) for value in values)
    held = [f"{_said(names, region, n)} {names.term(name)}" for name, n in zip(counted, values, strict=True) if n != 0]
    return " + ".join(held) or "0"


def holders_of(names: Names, region: Region) -> list[str]:
    """Everybody or everything a region has values for, in its order."""
    if region.holder == "player":
        return [names.player(seat) for seat in range(names.program.players)]
    own = names.program.layout.pieces_of(region.holder)
    if own:
        return [names.piece(piece) for piece in own]
    if region.holder in names.program.names:
        return [names.term(member) for member in names.program.names[region.holder]]
    places = [n for n, place in enumerate(names.program.layout.places) if place.holder == region.holder]
    return [names.place(place) for place in places] or [str(number) for number in range(region.length)]


def _said(names: Names, region: Region, value: int | None) -> str:
    return "?" if value is None else names.element(region.elements, value)
