"""The board in the terminal: grids by their coordinates, other boards by the spots the rulebook gives."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, TypeAlias

from interpreter.wording.names import Names
from interpreter.wording.observation import Observation, PlaceSeen
from rulelang.cli.showing import painted
from rulelang.rulebook.declare import declare
from rulelang.rulebook.loading import WrittenRulebook, selected
from rulelang.rulebook.world import SpaceClass, World

# Short names of spaces for a board of letters: as short as can be, and never one for two spaces.


def short_names(names: Iterable[str]) -> dict[str, str]:
    """`Coast Town 7` is CT7, `Nara` is Nara. Where two would be the same, more letters are kept of the first words that
    differ: `Hokkaido Village 1` is HokV1, `Honshu Village 1` is HonV1."""
    every = {name: name.split() for name in names}
    letters: Counter[tuple[int, str]] = Counter()
    while True:
        found = {name: _shortened(words, letters) for name, words in every.items()}
        meant: dict[str, list[list[str]]] = defaultdict(list)
        for name, short in found.items():
            meant[short].append(every[name])
        longer = {key for same in meant.values() if len(same) > 1 for key in _differing(same)}
        longer = {key for key in longer if letters[key] < len(key[1])}
        if not longer:
            return {name: short if len(meant[short]) == 1 else name for name, short in found.items()}
        letters.update(longer)


def _shortened(words: Sequence[str], letters: Counter[tuple[int, str]]) -> str:
    if len(words) == 1:
        return words[0]
    return "".join(_begun(word, 1 + letters[place, word]) for place, word in enumerate(words))


def _begun(word: str, letters: int) -> str:
    """The first letters of a word; what has a number in it is kept whole."""
    return word if any(sign.isdigit() for sign in word) else word[:letters]


def _differing(same: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    """The first words in which names differ, each with its place in the name."""
    for place, words in enumerate(zip(*same, strict=False)):
        if len(set(words)) > 1:
            yield from ((place, word) for word in words)
            return


# The colours of the sides, on the screen and in pictures: a side that is called by a colour has it, the others have
# one each.


_NAMED: Final = {
    "black": "bright_black",
    "blue": "bright_blue",
    "green": "green",
    "grey": "bright_black",
    "orange": "yellow",
    "pink": "bright_magenta",
    "purple": "magenta",
    "red": "red",
    "violet": "magenta",
    "white": "bright_white",
    "yellow": "bright_yellow",
}
_OTHERS: Final = ("cyan", "yellow", "magenta", "green", "red", "bright_blue", "bright_cyan", "bright_green")
_DRAWN: Final = {
    "black": "#1c2126",
    "blue": "#2563b0",
    "bright_black": "#3b444d",
    "bright_blue": "#2563b0",
    "bright_cyan": "#2aa5b5",
    "bright_green": "#4fae5a",
    "bright_magenta": "#d15fae",
    "bright_white": "#ffffff",
    "bright_yellow": "#b39b00",
    "cyan": "#0e7c86",
    "green": "#2e7d32",
    "magenta": "#8e3fa8",
    "red": "#c62828",
    "yellow": "#c77700",
}


def side_colours(players: Sequence[str]) -> tuple[str, ...]:
    """A colour for each player, by the English names."""
    named = [_NAMED.get(player.casefold()) for player in players]
    free = [colour for colour in _OTHERS if colour not in named]
    return tuple(colour or free[seat % len(free)] for seat, colour in enumerate(named))


def in_colour(text: str, owner: int, colours: Sequence[str]) -> str:
    """What belongs to a side in the colour of that side; what belongs to nobody as it is."""
    return painted(text, colours[owner]) if owner >= 0 else text


def drawn_colours(players: Sequence[str]) -> tuple[str, ...]:
    """The same for pictures."""
    return tuple(_DRAWN[colour] for colour in side_colours(players))


_COLUMNS, _ROWS = 104, 30

#: A piece of a drawing, and whose it is (-1: nobody's). Colour is added last, when everything has its place.
_Sign: TypeAlias = tuple[str, int]


class Board:
    """Draws what a player sees. `world` knows where the spaces lie, which is no matter of play."""

    def __init__(self, written: WrittenRulebook | None, players: int, variants: Sequence[str]) -> None:
        """Without a rulebook nobody knows where the spaces lie, and nothing is drawn."""
        self.written = written
        items = selected(written, players, frozenset(variants)) if written is not None else ()
        self.world: World = declare(items, players)[0]
        self.grids = [space for space in self.world.spaces.values() if space.topology in ("square", "hexagonal")]
        self.spots: dict[int, tuple[int, int]] = dict(self.world.pictures)
        for space in self.world.spaces.values():
            self.spots.update(space.spots)
        self._symbols: dict[str, _Symbols] = {}
        self._short: dict[str, dict[str, str]] = {}

    def short(self, names: Names) -> dict[str, str]:
        """What each place is called on the drawn board."""
        if names.language not in self._short:
            self._short[names.language] = short_names(names.place(place) for place in self.spots)
        return self._short[names.language]

    def draw(self, seen: Observation, names: Names) -> str:
        """The board, or nothing if the rulebook does not say where its spaces lie."""
        # A sign stays the same from one drawing to the next.
        symbols = self._symbols.setdefault(names.language, _Symbols(names))
        symbols.used.clear()
        lines: list[str] = []
        for grid in self.grids:
            lines += [*self._grid(grid, seen, symbols), ""]
        if self.spots:
            lines += [*self._picture(seen, symbols, names), ""]
        if not lines:
            return ""
        return "\n".join([*lines, *symbols.legend()]).rstrip() + "\n"

    def _grid(self, grid: SpaceClass, seen: Observation, symbols: _Symbols) -> Iterator[str]:
        """Rows from the far side down; the rows of a hexagonal grid are pushed aside by half a space each."""
        places = seen.places
        signs = [symbols.of(places[place]) for place in grid.places]
        width = max((_length(sign) for sign in signs), default=1)
        for row in reversed(range(grid.height)):
            push = " " * ((grid.height - 1 - row) * (width + 1) // 2) if grid.topology == "hexagonal" else ""
            own = signs[row * grid.width : (row + 1) * grid.width]
            line = " ".join(symbols.painted(sign) + " " * (width - _length(sign)) for sign in own)
            yield f"{row + 1:>3}  {push}{line}".rstrip()
        columns = " ".join(f"{grid.members[column].rstrip('0123456789'):<{width}}" for column in range(grid.width))
        push = " " * (grid.height * (width + 1) // 2) if grid.topology == "hexagonal" else ""
        yield f"     {push}{columns}".rstrip()

    def _picture(self, seen: Observation, symbols: _Symbols, names: Names) -> Iterator[str]:
        left, top = (min(spot[axis] for spot in self.spots.values()) for axis in (0, 1))
        across = max(x for x, _ in self.spots.values()) - left or 1
        down = max(y for _, y in self.spots.values()) - top or 1
        canvas: list[list[_Sign]] = [[(" ", -1)] * (_COLUMNS + 40) for _ in range(_ROWS + 8)]
        short = self.short(names)
        for place, (x, y) in sorted(self.spots.items(), key=lambda item: (item[1][1], item[1][0])):
            found = seen.places[place]
            is_space = any(place in space.places for space in self.world.spaces.values())
            # What lies in a stack or a supply is listed below the board.
            signs = symbols.of(found) if is_space else [(str(found.size or "."), -1)]
            told = [("[", -1), *signs, ("]", -1)] if signs != [(".", -1)] else []
            text = [(sign, owner) for part, owner in [(short[names.place(place)], -1), *told] for sign in part]
            column, row = (x - left) * _COLUMNS // across, (y - top) * (_ROWS - 1) // down
            while row < len(canvas) - 1 and any(
                sign != " " for sign, _ in canvas[row][max(0, column - 1) : column + len(text) + 1]
            ):
                row += 1
            canvas[row][column : column + len(text)] = text
        lines = [symbols.painted(row).rstrip() for row in canvas]
        while lines and not lines[-1]:
            lines.pop()
        # One empty line is as good as several.
        yield from (line for line, above in zip(lines, ["", *lines], strict=False) if line or above)


class _Symbols:
    """Short signs for what lies on a space, each with one meaning."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.colours = side_colours(names.program.names["player"])
        self.signs: dict[str, _Sign] = {}
        self.used: set[str] = set()

    def of(self, place: PlaceSeen) -> list[_Sign]:
        """The signs of everything in a place; a point for nothing."""
        layout = self.names.program.layout
        found = [
            self._sign(self.names.piece(piece), layout.pieces[piece].owner)
            for piece in place.pieces
            if piece is not None
        ]
        for variety, count in place.tokens:
            sign, owner = self._sign(self.names.variety(variety), layout.varieties[variety].owner)
            found.append((sign + (str(count) if count > 1 else ""), owner))
        found += [("?", owner) for _, owner, count in place.unseen for _ in range(count)]
        if any(len(sign) > 1 for sign, _ in found):
            found = [part for sign in found for part in (("+", -1), sign)][1:]
        return found or [(".", -1)]

    def painted(self, signs: Iterable[_Sign]) -> str:
        """Signs as one text, each in the colour of its side."""
        runs = groupby(signs, key=lambda sign: sign[1])
        return "".join(in_colour("".join(sign for sign, _ in run), owner, self.colours) for owner, run in runs)

    def _sign(self, meaning: str, owner: int) -> _Sign:
        self.used.add(meaning)
        if meaning not in self.signs:
            words = (meaning.partition("(")[2].rstrip(")") or meaning).split()
            initials = "".join(word[0] for word in words)
            choices = [words[0][0].upper(), words[0][0].lower(), initials, words[0][:2], initials + words[-1][1:2]]
            taken = {sign for sign, _ in self.signs.values()}
            free = [choice for choice in choices if choice not in taken]
            self.signs[meaning] = (free[0] if free else f"{words[0][0]}{len(taken)}"), owner
        return self.signs[meaning]

    def legend(self) -> Iterator[str]:
        """What the signs mean."""
        meant = [(f"{sign} {said}", owner) for said, (sign, owner) in self.signs.items() if said in self.used]
        room = _COLUMNS
        line: list[_Sign] = []
        for text, owner in meant:
            if line and room < len(text) + 2:
                yield self.painted(line).rstrip()
                line, room = [], _COLUMNS
            line += [(text, owner), (", " if (text, owner) != meant[-1] else "", -1)]
            room -= len(text) + 2
        if line:
            yield self.painted(line).rstrip()


def _length(signs: Iterable[_Sign]) -> int:
    return sum(len(sign) for sign, _ in signs)
