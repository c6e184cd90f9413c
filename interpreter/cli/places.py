"""`where`: what lies in a place, and where a piece lies, as one player sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.wording.names import Names
from interpreter.wording.observation import Observation
from interpreter.wording.picture import contents, times


def where(seen: Observation, names: Names, short: Mapping[str, str], words: str) -> list[str]:
    """Every place with these words in its name (or with this short name on the board) and what lies there, and every
    place where something of this name lies; the exact name alone where there is one."""
    wanted = words.casefold().split()
    called = list(_places(seen, names, short)) + list(_things(seen, names))
    exact = [line for keys, line in called if words.casefold() in keys]
    fitting = [line for keys, line in called if any(all(word in key for word in wanted) for key in keys)]
    return list(dict.fromkeys(exact or fitting))


def _places(seen: Observation, names: Names, short: Mapping[str, str]) -> Iterator[tuple[set[str], str]]:
    for found in seen.places:
        name = names.place(found.place)
        sign = short.get(name, name)
        title = f"{name} ({sign})" if sign != name else name
        lies = contents(found, names) if found.size else names.nothing
        yield {name.casefold(), sign.casefold()}, f"{title}: {lies}"


def _things(seen: Observation, names: Names) -> Iterator[tuple[set[str], str]]:
    for found in seen.places:
        there = names.place(found.place)
        for piece in found.pieces:
            if piece is not None:
                yield {names.piece(piece).casefold()}, f"{names.piece(piece)}: {there}"
        for variety, count in found.tokens:
            name = names.variety(variety)
            yield {name.casefold()}, f"{times(name, count)}: {there}"
