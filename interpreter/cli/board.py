"""The board in the terminal: grids by their coordinates, other boards by the spots the rulebook gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from interpreter.wording.names import Names
from interpreter.wording.observation import Observation, PlaceSeen
from rulelang.rulebook.declare import declare
from rulelang.rulebook.loading import Rulebook, selected
from rulelang.rulebook.world import SpaceClass, World

_COLUMNS, _ROWS = 104, 30


class Board:
    """Draws what a player sees. `world` knows where the spaces lie, which is no matter of play."""

    def __init__(self, written: Rulebook, players: int, variants: Sequence[str]) -> None:
        self.written = written
        self.world: World = declare(selected(written, players, frozenset(variants)), players)[0]
        self.grids = [space for space in self.world.spaces.values() if space.topology in ("square", "hexagonal")]
        self.spots: dict[int, tuple[int, int]] = dict(self.world.pictures)
        for space in self.world.spaces.values():
            self.spots.update(space.spots)
        self._symbols: dict[str, _Symbols] = {}

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
        width = max(map(len, signs), default=1)
        for row in reversed(range(grid.height)):
            push = " " * ((grid.height - 1 - row) * (width + 1) // 2) if grid.topology == "hexagonal" else ""
            line = " ".join(f"{signs[row * grid.width + column]:<{width}}" for column in range(grid.width))
            yield f"{row + 1:>3}  {push}{line}".rstrip()
        columns = " ".join(f"{grid.members[column].rstrip('0123456789'):<{width}}" for column in range(grid.width))
        push = " " * (grid.height * (width + 1) // 2) if grid.topology == "hexagonal" else ""
        yield f"     {push}{columns}".rstrip()

    def _picture(self, seen: Observation, symbols: _Symbols, names: Names) -> Iterator[str]:
        across = max(x for x, _ in self.spots.values()) or 1
        down = max(y for _, y in self.spots.values()) or 1
        canvas = [[" "] * (_COLUMNS + 40) for _ in range(_ROWS + 8)]
        for place, (x, y) in sorted(self.spots.items(), key=lambda item: (item[1][1], item[1][0])):
            found = seen.places[place]
            is_space = any(place in space.places for space in self.world.spaces.values())
            # What lies in a stack or a supply is listed below the board.
            sign = symbols.of(found) if is_space else str(found.size or ".")
            text = f"{_initials(names.place(place))}{f'[{sign}]' if sign != '.' else ''}"
            column, row = x * _COLUMNS // across, y * (_ROWS - 1) // down
            while row < len(canvas) - 1 and any(
                sign != " " for sign in canvas[row][max(0, column - 1) : column + len(text) + 1]
            ):
                row += 1
            canvas[row][column : column + len(text)] = text
        lines = ["".join(row).rstrip() for row in canvas]
        while lines and not lines[-1]:
            lines.pop()
        yield from lines


class _Symbols:
    """Short signs for what lies on a space, each with one meaning."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.signs: dict[str, str] = {}
        self.used: set[str] = set()

    def of(self, place: PlaceSeen) -> str:
        """The signs of everything in a place; a point for nothing."""
        found = [self._sign(self.names.piece(piece)) for piece in place.pieces if piece is not None]
        for variety, count in place.tokens:
            found.append(self._sign(self.names.variety(variety)) + (str(count) if count > 1 else ""))
        found += ["?"] * sum(count for *_, count in place.unseen)
        return ("+" if any(len(sign) > 1 for sign in found) else "").join(found) or "."

    def _sign(self, meaning: str) -> str:
        self.used.add(meaning)
        if meaning not in self.signs:
            owner = meaning.partition("(")[2].rstrip(")")
            words = (owner or meaning).split()
            choices = [words[0][0].upper(), words[0][0].lower(), "".join(word[0] for word in words), words[0][:2]]
            taken = set(self.signs.values())
            free = [choice for choice in choices if choice not in taken]
            self.signs[meaning] = free[0] if free else f"{words[0][0]}{len(taken)}"
        return self.signs[meaning]

    def legend(self) -> Iterator[str]:
        """What the signs mean."""
        meant = [f"{sign} {meaning}" for meaning, sign in self.signs.items() if meaning in self.used]
        if meant:
            yield from wrap(", ".join(meant), _COLUMNS)


def _initials(name: str) -> str:
    """`Coast Town 7` is CT7, `Nara` is Nara."""
    words = name.split()
    if len(words) == 1:
        return name[:8]
    return "".join(word if word.isdigit() else word[0] for word in words)
