"""Rulebooks that are made to hang, to break or to fill a computer: each is checked soon, and without a fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from rulelang.checks import check_rulebook
from rulelang.rulebook.loading import load
from rulelang.source import source_from_bytes
from tests.language.generated.trial import no_longer_than

HEAD: Final = 'rulebook "B" for 2 players\neach player has Points from 0 to 9\n'
#: Of processor time; each takes a tenth of it, and with twice the size not much more than twice as long.
SECONDS = 20.0


def name(number: int) -> str:
    """A noun that no other is the plural of."""
    return "Q" + "".join("abcdefghij"[int(digit)] for digit in str(number)) + "x"


def played(sentence: str) -> str:
    return f"{HEAD}play: each player: Act\nto Act:\n    {sentence}\n"


def in_a_chain(line: str, last: str, call: str, length: int) -> str:
    lines = "".join(line.format(name(number), name(number + 1)) + "\n" for number in range(length))
    return f"{HEAD}{lines}{last.format(name(length))}\nplay: each player: {call.format(name(0))}\n"


HOSTILE: Final[dict[str, Callable[[int], str]]] = {
    "levels": lambda n: played("".join("\n" + "    " * depth + "if your Points are 1:" for depth in range(1, n))),
    "one line of ifs": lambda n: played("if your Points are 1: " * n + "gain 1 Point"),
    "brackets": lambda n: played("gain as many Points as " + "(" * n + "1" + ")" * n),
    "open brackets": lambda n: played("gain as many Points as " + "(" * n),
    "sums": lambda n: played("gain as many Points as " + " plus ".join("1" * n)),
    "conditions": lambda n: played("if " + " and ".join(["your Points are 1"] * n) + ": gain 1 Point"),
    "owners": lambda n: played("if " + "your opponent's " * n + "Points are 1: gain 1 Point"),
    "digits": lambda n: played("gain " + "9" * (20 * n) + " Points"),
    "loops": lambda n: played("".join("\n" + "    " * depth + "for each player:" for depth in range(1, n))),
    "definitions": lambda n: in_a_chain("the {} is the {} plus 1", "the {} is 1", "gain as many Points as the {}", n),
    "diamonds": lambda n: in_a_chain(
        "the {0} is the {1} plus the {1}", "the {} is 1", "gain as many Points as the {}", n
    ),
    "actions": lambda n: in_a_chain("to {0}:\n    {1}\n    {1}", "to {}: gain 1 Point", "{}", n),
    "circles": lambda n: f"{HEAD}to Aa: Bb\nto Bb: Aa\nthe Cc is the Dd plus 1\nthe Dd is the Cc\nplay: Aa\n",
    "quotes": lambda n: f"{HEAD}note: " + '"' * n,
    "apostrophes": lambda n: f"{HEAD}a " + "'s" * n + " is a card",
    "braces": lambda n: played("gain 1 Point").replace("to Act", f'to Act written "{"{" * n}"'),
    "bars": lambda n: f"{HEAD}a Card is a card\nthere are 2 Cards:\n    " + "|" * n,
    "columns": lambda n: (
        f"{HEAD}a Card is a card\nthere are 2 Cards:\n    | Title |{' Aa |' * n}\n    | X |{' 1 |' * n}\n"
    ),
    "accents": lambda n: f"{HEAD}a A{chr(0x301) * n} is a card",
    "signs": lambda n: HEAD + "".join(f"a C{chr(code)}x is a card\n" for code in (*range(1, 32), 0x85, 0x2028, 0xFEFF)),
    "lone returns": lambda n: played("gain 1 Point").replace("\n", "\r"),
    "indentation": lambda n: HEAD + "".join(" " * (line % 97) + "gain 1 Point\n" for line in range(n)),
    "mistakes": lambda n: (
        HEAD + "".join(f"the {name(line)} is the {name(line + n)} plus 1\n" for line in range(n // 4))
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_it_is_told_soon(kind: str) -> None:
    text = HOSTILE[kind](1_000)
    with no_longer_than(SECONDS):
        book, found = load(source_from_bytes("hostile.rules", text.encode()).source)
        assert check_rulebook(book, found) or kind in ("quotes", "brackets")
