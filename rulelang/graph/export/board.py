"""A picture of the board, drawn from the layout hints of a rulebook: what a player would see on the table.

Before: a world whose spaces have spots. After: an SVG document. Spaces are hexagons if they lie like those of a
honeycomb, rounded fields otherwise; links between spaces are lines. Colours tell the member of the first kind that a
sort of space has, unless every space has a member of its own: then its name stands below that of the space. Marks and
members of a second kind are told by the rim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sin, sqrt
from xml.sax.saxutils import escape

from rulelang.graph.export.lying import Lying, Point, below, honeycomb, nearest, on_space, pointed
from rulelang.rulebook.words import singular_guess
from rulelang.rulebook.world import Column, SpaceClass, World
from rulelang.tuning.fast_dataclass import dataclass, field, replace

#: So many letters of a name stand on one line above a caption, however short the words of the caption are.
_SHORT = 8
#: How wide a letter is, in parts of its size; and how near to level some way to a neighbour is if cells stand on a
#: corner.
_LETTER, _UPRIGHT = 0.62, 0.7
_MARGIN, _CELL, _KEYS, _ROW = 70, 56, 5, 30
_FILLS = ("#cfe3c4", "#bcd8ee", "#f5deb0", "#efc4bd", "#d9cbe8", "#bfe0dc", "#f1eda0", "#eed0e4", "#d6d3c7", "#c9c4f0")
_PLAIN = "#efefec"
_RIMS = ("#4d5a66", "#b4541a", "#1d6f5c", "#7b3fa0", "#8a7a1c", "#a3234f")
_LINES = (("#d08a3c", "4", ""), ("#5f86b8", "2", "7 4"), ("#9aa3ab", "1.3", "2 3"), ("#6ea36a", "1.3", "9 3 2 3"))
_WAY = ("#b9bfc5", "5", "")
_STYLE = """
text { font-family: sans-serif; fill: #1c2126; text-anchor: middle }
.heading { font-size: 20px; font-weight: bold; text-anchor: start }
.key { font-size: 13px; text-anchor: start }
.small { fill: #4a5158; font-style: italic }
.place { fill: #fbfaf6; stroke: #8d949b; stroke-dasharray: 5 4 }
"""


@dataclass(frozen=True, slots=True)
class _Space:
    """One space of the picture; `caption` stands below its name, `tip` tells everything printed on it. The squares of a
    grid lie edge to edge."""

    name: str
    at: Point
    size: float
    fill: str
    rim: str
    caption: str
    tip: str
    is_square: bool
    place: int


@dataclass(slots=True)
class _Picture:
    """Everything that is drawn, in the coordinates of the hints. Keys are colour, form and words."""

    say: Callable[[str], str]
    comb: float | None = None
    spaces: list[_Space] = field(default_factory=list)
    lying: Lying | None = None
    places: list[tuple[int, str, Point]] = field(default_factory=list)
    lines: list[tuple[Point, Point, tuple[str, str, str]]] = field(default_factory=list)
    keys: dict[tuple[str, str, str], None] = field(default_factory=dict)
    fills: dict[str, str] = field(default_factory=dict)
    rims: dict[str, str] = field(default_factory=dict)
    ways: list[str] = field(default_factory=list)


def has_picture(world: World) -> bool:
    """Whether a rulebook says where its spaces lie, or has a grid, which needs no hints."""
    return any(space.spots or space.topology in ("square", "hexagonal") for space in world.spaces.values())


def spaces_drawn(world: World) -> frozenset[int]:
    """The spaces of the picture: there is room for pieces on them."""
    return frozenset(_spots(world))


def write(world: World, title: str, say: Callable[[str], str] = str, lying: Lying | None = None) -> str:
    """The board as an SVG document. `say` tells how names are called in the language of the reader, `lying` what lies
    on it."""
    picture = _collect(world, say)
    picture.lying = lying
    points = [*(space.at for space in picture.spaces), *(at for *_, at in picture.places)] or [(0.0, 0.0), (700.0, 0.0)]
    sides = [(x, _wide(name) / 2) for _, name, (x, _) in picture.places]
    sides += [(space.at[0], 0.0) for space in picture.spaces] or [(x, 0.0) for x, _ in points]
    left = min(x - max(half + 20, _MARGIN) for x, half in sides)
    top = min(y for _, y in points) - _MARGIN - 40
    width = max(x + max(half + 20, _MARGIN) for x, half in sides) - left
    above = max(y for _, y in points) + _MARGIN - top if picture.spaces or picture.places else 50
    height = above + _ROW * ((len(picture.keys) + _KEYS - 1) // _KEYS) + 20
    words, high = below(lying, left + 16, top + height, width - 32) if lying is not None else ([], 0.0)
    height += high
    frame = f'x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}"'
    box = f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}"
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">', f"<title>{escape(title)}</title>"]
    lines += [f"<style>{_STYLE}</style>", f'<rect {frame} fill="#ffffff"/>']
    lines.append(f'<text class="heading" x="{left + 16:.0f}" y="{top + 28:.0f}">{escape(title)}</text>')
    lines += [*_drawn(picture), *_legend(picture, left + 16, top + above, (width - 32) / _KEYS), *words, "</svg>"]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------------------------- what is drawn


def _collect(world: World, say: Callable[[str], str]) -> _Picture:
    spots = _spots(world)
    picture = _Picture(say, honeycomb(list(spots.values())))
    if picture.comb is None:
        for space in world.spaces.values():
            _links(space, spots, picture)
    for space in world.spaces.values():
        _spaces(space, spots, picture)
    picture.places = [
        (place, say(world.place_names[place]), at) for place, at in world.pictures.items() if place not in spots
    ]
    return picture


def _spots(world: World) -> dict[int, Point]:
    """Where each space lies: by its hint, or on a grid by its row and column."""
    spots: dict[int, Point] = {}
    for space in world.spaces.values():
        spots.update(space.spots)
        if space.topology in ("square", "hexagonal") and not space.spots:
            slanted = space.topology == "hexagonal"
            for number, place in enumerate(space.places):
                row, column = divmod(number, space.width)
                across = column * _CELL - (row * _CELL / 2 if slanted else 0)
                spots[place] = (across, (space.height - 1 - row) * _CELL * (sqrt(3) / 2 if slanted else 1))
    return spots


def _links(space: SpaceClass, spots: dict[int, Point], picture: _Picture) -> None:
    """Lines along a ring or a row of spaces, and to linked spaces; each sort of link looks its own way."""
    if space.topology in ("ring", "line"):
        chain = [place for place in space.places if place in spots]
        around = [*chain[1:], chain[0]] if space.topology == "ring" else chain[1:]
        picture.lines += [(spots[one], spots[other], _WAY) for one, other in zip(chain, around, strict=False)]
    for column in space.columns.values():
        if column.form != "links":
            continue
        found = list(_ends(space, column, spots))
        if found and column.name not in picture.ways:
            picture.ways.append(column.name)
        for one, other in found:
            look = _LINES[picture.ways.index(column.name) % len(_LINES)]
            picture.lines.append((spots[one], spots[other], look))
            picture.keys[(look[0], "line", picture.say(singular_guess(column.name) or column.name))] = None


def _ends(space: SpaceClass, column: Column, spots: dict[int, Point]) -> Iterator[tuple[int, int]]:
    """Both ends of every link that is drawn, once each."""
    for place, others in space.values[column.name].items():
        assert isinstance(others, set | frozenset)
        for other in others:
            both_ways = other in space.places and not column.one_way
            if place in space.places and place in spots and other in spots and (not both_ways or place < other):
                yield place, other


def _spaces(space: SpaceClass, spots: dict[int, Point], picture: _Picture) -> None:
    shown = [(member, place) for member, place in zip(space.members, space.places, strict=True) if place in spots]
    if not shown:
        return
    is_square = space.topology == "square" and not space.spots
    size = _CELL / 2 if is_square else max(9.0, min(34.0, nearest([spots[place] for _, place in shown], 72.0) / 2 - 2))
    kinds = [column for column in space.columns.values() if column.form == "member"]
    told = {name for _, place in shown if kinds and (name := _member(space, kinds[0], place))}
    captioned = len(shown) > 1 and len(told) == len(shown)
    if kinds and kinds[0].kind is not None and not captioned:
        for name in kinds[0].kind.members:
            if name in told:
                _key(picture, picture.fills, "fill", name)
    for member, place in shown:
        names = [_member(space, column, place) for column in kinds]
        marks = [
            column.name
            for column in space.columns.values()
            if column.form == "mark" and space.values.get(column.name, {}).get(place)
        ]
        fill = _key(picture, picture.fills, "fill", names[0]) if names and names[0] and not captioned else _PLAIN
        hint = marks[0] if marks else names[1] if len(names) > 1 and names[1] else ""
        rim = _key(picture, picture.rims, "rim", hint) if hint else _RIMS[0]
        tip = ", ".join(picture.say(name) for name in [member, *filter(None, names), *marks])
        caption = picture.say(names[0]) if captioned else ""
        picture.spaces.append(
            _Space(picture.say(member), spots[place], size, fill, rim, caption, tip, is_square, place)
        )


def _key(picture: _Picture, known: dict[str, str], form: str, name: str) -> str:
    """The colour that stands for a name, told in the legend."""
    colours = _FILLS if form == "fill" else _RIMS[1:]
    colour = known.setdefault(name, colours[len(known) % len(colours)])
    picture.keys[(colour, form, picture.say(name))] = None
    return colour


def _member(space: SpaceClass, column: Column, place: int) -> str:
    value = space.values.get(column.name, {}).get(place)
    return column.kind.members[value] if column.kind is not None and isinstance(value, int) and value >= 0 else ""


# ------------------------------------------------------------------------------------------------ how it is drawn


def _drawn(picture: _Picture) -> Iterator[str]:
    for (x1, y1), (x2, y2), (colour, width, dashes) in sorted(picture.lines, key=lambda line: -float(line[2][1])):
        look = f'stroke="{colour}" stroke-width="{width}"' + (f' stroke-dasharray="{dashes}"' if dashes else "")
        yield f'<path d="M{x1:.0f} {y1:.0f} L{x2:.0f} {y2:.0f}" {look}/>'
    chips = picture.lying.chips if picture.lying is not None else {}
    for _, name, (x, y) in picture.places:
        wide = _wide(name)
        yield f'<rect class="place" x="{x - wide / 2:.0f}" y="{y - 17:.0f}" width="{wide}" height="34" rx="8"/>'
        yield f'<text x="{x:.0f}" y="{y + 4:.0f}" font-size="12">{escape(name)}</text>'
    pitch = nearest([space.at for space in picture.spaces], 2 * _CELL)
    for space in picture.spaces:
        x, y = space.at
        look = f'fill="{space.fill}" stroke="{space.rim}" stroke-width="{1.4 if space.rim == _RIMS[0] else 2.6}"'
        yield f"<g><title>{escape(space.tip)}</title>"
        if picture.comb is not None:
            corners = " ".join(pointed(x, y, pitch / sqrt(3) * 0.97, picture.comb))
            yield f'<polygon points="{corners}" {look}/>'
        else:
            half = space.size
            high, round_off = (half, 0.0) if space.is_square else (half * 0.8, half * 0.3)
            corner = f'x="{x - half:.1f}" y="{y - high:.1f}" width="{2 * half:.1f}" height="{2 * high:.1f}"'
            yield f'<rect {corner} rx="{round_off:.1f}" {look}/>'
        half = pitch / 2 if picture.comb is not None else space.size
        here = chips.get(space.place, ())
        # Pieces stand on the lower half; the name makes room for them.
        named = replace(space, at=(x, y - half * 0.38), caption="") if here else space
        yield from _words(named, picture.comb, half, 0.55 if here else 1)
        yield "</g>"
        yield from on_space(here, space.at, half)


def _wide(name: str) -> float:
    """How wide a place is drawn."""
    return max(70, 8 * len(name) + 16)


def _words(space: _Space, comb: float | None, half: float, high: float) -> Iterator[str]:
    """The name in up to three lines, as large as fits into this part of the height; its caption in small letters."""
    longest = max((len(word) for word in space.caption.split()), default=0)
    lines = [(line, "") for line in _broken(space.name, max(longest, _SHORT) if longest else 0)]
    lines += [(line, "small") for line in _broken(space.caption)]
    middle = (len(lines) - 1) / 2
    size = max(
        5.0,
        min(
            13.0,
            1.36 * half * high / len(lines),
            *(_fitting(half, comb, len(line), abs(number - middle)) for number, (line, _) in enumerate(lines)),
        ),
    )
    x, y = space.at
    for number, (line, style) in enumerate(lines):
        down = y + size * (number - middle) * 1.08 + size * 0.35
        drawn = f' class="{style}"' if style else ""
        yield f'<text{drawn} x="{x:.1f}" y="{down:.1f}" font-size="{size:.1f}">{escape(line)}</text>'


def _fitting(half: float, comb: float | None, letters: int, lines_off: float) -> float:
    """How large the letters of a line may be, so many lines away from the middle of its space.

    A cell of a honeycomb that stands on a corner is wide far up; one that lies on a side narrows at once.
    """
    if comb is None or abs(sin(3 * comb)) < _UPRIGHT:
        return 3.1 * half / letters
    return 2.1 * half / (_LETTER * letters + 1.1 * (lines_off + 0.4))


def _broken(name: str, room: int = 0) -> list[str]:
    """A name in short lines, a number or a letter behind its word; `room` letters may always stand side by side."""
    words = [name] if 0 < len(name) <= room else name.split()
    if len(words) > 1 and len(words[-1]) < 3 and len(f"{words[-2]} {words[-1]}") <= _SHORT:
        words[-2:] = [f"{words[-2]} {words[-1]}"]
    if len(words) == 1 and name.count("-") > 1:
        parts = name.split("-")
        return ["-".join(parts[: len(parts) // 2]), "-".join(parts[len(parts) // 2 :])]
    if len(words) > 3:
        return [" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])]
    return words


def _legend(picture: _Picture, left: float, top: float, step: float) -> Iterator[str]:
    for number, (colour, form, words) in enumerate(picture.keys):
        x, y = left + number % _KEYS * step, top + number // _KEYS * _ROW
        if form == "line":
            _, width, dashes = next(look for look in _LINES if look[0] == colour)
            dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
            yield f'<path d="M{x:.0f} {y + 8:.0f} h20" stroke="{colour}" stroke-width="{width}"{dashed}/>'
        else:
            look = f'fill="{colour}" stroke="#66707a"' if form == "fill" else f'fill="#ffffff" stroke="{colour}"'
            wide = 1 if form == "fill" else 3
            yield f'<rect x="{x:.0f}" y="{y:.0f}" width="20" height="16" rx="3" {look} stroke-width="{wide}"/>'
        yield f'<text class="key" x="{x + 27:.0f}" y="{y + 13:.0f}">{escape(words)}</text>'
