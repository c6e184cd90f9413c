"""The fixed C that printed games are made of: files in `runtime/`, cut into parts by lines like

    //// reached @W

Such a part is taken once for each number of words of sets (`@W`, `@V`) that a game needs it for. `@P` and `@Q` are the
words of sets of places and of pieces, `@S` of those sets of places that tokens are stored in. A line that begins with
`@each` is there once for each word, `#` (`@back`: the last word first).
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

_MARK: Final = "//// "
_REPEATED: Final = re.compile(r"^( *)@(each|back) (.*)$", re.MULTILINE)


def header() -> str:
    """`abi.h`."""
    return _text("abi.h")


def whole(name: str, words: int = 0, others: int = 0) -> str:
    """A file as it is."""
    return _filled(_text(f"runtime/{name}.c"), words, others)


def part(name: str, words: int = 0, others: int = 0) -> str:
    """A part, by what stands in its line without the numbers of words."""
    return _filled(_parts()[name], words, others)


def sized(text: str, places: int, pieces: int, stored: int) -> str:
    """With the words of sets of places, of pieces and of stored places put in."""
    return text.replace("@P", str(places)).replace("@Q", str(pieces)).replace("@S", str(stored))


def _filled(text: str, words: int, others: int) -> str:
    def repeated(found: re.Match[str]) -> str:
        indent, order, line = found.groups()
        places = range(words) if order == "each" else reversed(range(words))
        return "\n".join(indent + line.replace("#", str(place)) for place in places)

    text = _REPEATED.sub(repeated, text)
    return text.replace("@W", str(words)).replace("@V", str(others))


@cache
def _text(name: str) -> str:
    found = files("interpreter.engine.native")
    for step in name.split("/"):
        found = found.joinpath(step)
    return found.read_text(encoding="utf-8")


@cache
def _parts() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in ("board", "tokens", "pieces", "takers"):
        for one in _text(f"runtime/{name}.c").split(_MARK)[1:]:
            head, _, text = one.partition("\n")
            found[" ".join(word for word in head.split() if not word.startswith("@"))] = text
    return found
