"""From text to tokens: one regular expression, one closed vocabulary."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from rulelang.tokens.token import Token

# A capital is every letter that is not a small one of the Latin alphabet; so are letters that know no capitals.
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
_REST = r"[^\W_]*(?:-[^\W_]+)*"
_NAME = rf"{_CAPITAL}{_REST}(?:[^\S\n]+(?:{_CAPITAL}|[0-9]){_REST})*"
# A sentence may go on in a deeper line behind a comma, and within words that are one.
_BREAK = r"[^\S\n]*(?:\n[^\S\n]+)?"
# Several words that are one word of the language.
_SEVERAL = "|".join((r"instead of", r"(?:is|are) about to", r"as (?:soon|long) as", r"in line with")).replace(
    " ", r"(?:[^\S\n]+|[^\S\n]*\n[^\S\n]+)"
)
_PATTERN = re.compile(
    rf"""[^\S\n]*(?:
    (?P<NAME>{_NAME})
  | (?P<COORD>[a-z][0-9]+(?![^\W_]))
  | (?P<word>(?:{_SEVERAL})\b)
  | (?P<NOTE>note:[^\n]*)
  | (?P<LANG>[a-z][a-z](?=[ ]*["|,\n]))
  | (?P<single>[^\W\d_]\w*(?:-\w+)*(?:'t\b)?)
  | (?P<newline>\n)
  | (?P<_THENBY>,{_BREAK}then(?=\s+(?:the\s+)?(?:highest|lowest)\b))
  | (?P<comma>,(?:{_BREAK}(?:then|otherwise|in\s+order\s+of)\b)?)
  | (?P<INT>-?[0-9]+(?![^\W_]))
  | (?P<STRING>"[^"\n]*")
  | (?P<OPEN_QUOTE>"[^"\n]*)
  | (?P<HEADING>\#+[ ]+[^\s\[](?:(?!\snote:)[^\n\[])*(?<!\s))
  | (?P<_POSSESSIVE>'s?(?![^\W_]))
  | (?P<stop>[|,:()\[\]])
  | (?P<SIGN>’s?(?![^\W_])|\#+|[^\s\w"'’|,:()\[\]\#]+|['’])
  | (?P<WORD>\w+)
  )?""",
    re.VERBOSE,
)
_WORDS = frozenset({"word", "single", "comma", "stop"})
# The kind of token for each group of the pattern; what a word is, the vocabulary knows.
_KINDS = [None, *(None if group in _WORDS else group for group in _PATTERN.groupindex)]
_SPACES = re.compile(r"\s+")


@cache
def vocabulary() -> dict[str, str]:
    """Every word and sign of the language with its kind."""
    words: dict[str, str] = json.loads(Path(__file__).with_name("words.json").read_bytes())
    return words


def scan(text: str) -> list[Token]:
    """All tokens, with line ends (`newline`) and remarks (`NOTE`); only spaces between them are left out."""
    words = vocabulary()
    tokens: list[Token] = []
    append = tokens.append
    for match in _PATTERN.finditer(text):
        group = match.lastindex
        if group is None:
            continue
        lexeme = match[group]
        kind = _KINDS[group]
        if kind is None:
            kind = words.get(lexeme) or words.get(_SPACES.sub(" ", lexeme), "WORD")
        elif kind == "LANG":
            kind = words.get(lexeme, "LANG")
        start, end = match.span(group)
        append(Token(kind, lexeme, start, end))
    return tokens
