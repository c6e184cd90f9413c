"""From text to tokens: one regular expression, one closed vocabulary."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

from rulelang.tokens.token import Token

NAME = r"[A-ZÀ-ÖØ-Þ][^\W_]*(?:-[^\W_]+)*(?:[ ]+[A-ZÀ-ÖØ-Þ0-9][^\W_]*(?:-[^\W_]+)*)*"
_PATTERN = re.compile(
    rf"""[ \t]*(?:
    (?P<NAME>{NAME})
  | (?P<COORD>[a-z][0-9]+(?![^\W_]))
  | (?P<word>(?:instead[ ]+of|(?:is|are)[ ]+about[ ]+to|as[ ]+(?:soon|long)[ ]+as)\b)
  | (?P<NOTE>note:[^\n]*)
  | (?P<LANG>[a-z][a-z](?=[ ]*["|,\n]))
  | (?P<single>[^\W\d_]\w*(?:-\w+)*)
  | (?P<newline>\n)
  | (?P<_THENBY>,\s+then(?=\s+the\s+(?:highest|lowest)\b))
  | (?P<comma>,(?:\s+(?:then|otherwise|in\s+order\s+of)\b)?)
  | (?P<INT>-?[0-9]+(?![^\W_]))
  | (?P<STRING>"[^"\n]*")
  | (?P<HEADING>\#+[ ]+[^\s\[](?:[^\n\[]*[^\s\[])?)
  | (?P<_POSSESSIVE>'s?(?![^\W_]))
  | (?P<sign>[^\s\w])
  | (?P<other>\w+|\s)
  )?""",
    re.VERBOSE,
)
_SPACES = re.compile(r"\s+")


@cache
def vocabulary() -> dict[str, str]:
    """Every word and sign of the language with its kind."""
    words: dict[str, str] = json.loads(files(__package__).joinpath("words.json").read_bytes())
    return words


def scan(text: str) -> list[Token]:
    """All tokens, with line ends (`newline`) and remarks (`NOTE`); only spaces between them are left out."""
    words = vocabulary()
    tokens: list[Token] = []
    append = tokens.append
    for match in _PATTERN.finditer(text):
        kind = match.lastgroup
        if kind is None:
            continue
        lexeme = match[kind]
        match kind:
            case "LANG":
                kind = words.get(lexeme, "LANG")
            case "word" | "single" | "comma" | "sign":
                kind = words.get(lexeme) or words.get(_SPACES.sub(" ", lexeme), "WORD")
        append(Token(kind, lexeme, match.start(match.lastindex or 0), match.end()))
    return tokens
