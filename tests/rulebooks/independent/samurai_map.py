"""Japan in hexes, drawn as it looks: every line is half a hex lower than the one before; `~` sea, `#` land, `v` a
village, `C` a city, `E` Edo."""

from __future__ import annotations

DRAWING = """\
              ~
             ~ ~
              v ~ ~
             ~ # ~ ~
              # ~ v
             ~ v # ~
            ~ # # #
             v # v ~
            ~ # # ~
             # C ~
            ~ # #
             v # ~
            ~ ~ v
             ~ ~ ~
              v ~
             ~ # ~
              # v
             ~ # ~
              C #
             ~ # ~
              # v
             ~ # ~
            ~ v ~
           ~ # # ~
          ~ v # v
           # # # ~
          ~ # E #
         ~ v # # ~
        ~ ~ # # v
       ~ v # v ~ ~
      ~ # # # ~ ~
     ~ # # C ~
    ~ v v # ~
     # # ~ #
    ~ # ~ v ~
   ~ v ~ ~ ~
  ~ ~ ~ v ~
 ~ v ~ # #
~ # # v # ~
 v # ~ # v
~ # v # # ~
 ~ # ~ v ~
  v # ~ ~
 ~ # ~ ~
  ~ v
   ~ ~
    ~
"""

#: A hex: its column from west to east, its line from north to south.
Hex = tuple[int, int]

KIND: dict[Hex, str] = {
    (column, line): kind
    for line, row in enumerate(DRAWING.splitlines())
    for column, kind in enumerate(row)
    if kind != " "
}
ROOM = {"v": 1, "C": 2, "E": 3}


def around(place: Hex) -> list[Hex]:
    """The up to six neighbours."""
    column, line = place
    steps = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))
    return [near for x, y in steps if (near := (column + x, line + y)) in KIND]


def in_use(place: Hex, players: int) -> bool:
    """Two play on Honshu, three on the islands south of it too, four everywhere; the sea lies around the land."""
    if KIND[place] == "~":
        return any(KIND[near] != "~" and in_use(near, players) for near in around(place))
    line = place[1]
    return 13 <= line <= 35 or (line >= 36 and players >= 3) or players == 4


def board(players: int) -> dict[Hex, str]:
    """The hexes in use."""
    return {place: kind for place, kind in KIND.items() if in_use(place, players)}
