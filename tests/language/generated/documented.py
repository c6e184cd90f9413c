"""A rulebook with all that has no effect on play: headings, sources, citations, words, a picture, examples, remarks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

FRONT = (
    'source de "Das Heft"',
    'source Player Aid "the card"',
    'source Second Edition "the booklet"',
    "languages de, fr",
    "languages it",
    "statements R1 to R9, S1",
    'aside [R9, de "Malen"] "not a rule of play"',
    "picture 100 by 60:\n    | Place | at |\n    | Yard | 20 5 |",
    'glossary:\n    | Term | de |\n    | Coins | "Taler" |\n    | Fame | |',
)
CITES = (
    "R1",
    "R1, S1",
    'de "Malen" page 3',
    'de "Malen"',
    'assumed "not said"',
    "assumed",
    "S1, confirmed by Player Aid",
    "confirmed by Player Aid and Second Edition",
    "confirmed by Player Aid and Second Edition and Player Aid",
    'fr "Peindre", R2',
)
EXAMPLES = (
    "given a new game",
    "given the variant Long Night",
    "given Ann's Coins are 1",
    "given Ann is about to Act 1",
    "when Ann chooses Act 1",
    "when Ann chooses 1, nothing, anything, Ben",
    'when Ben chooses 2 Oak, "gain 1 Coin"',
    "when Ben chooses Oak on Ben, 3",
    "when anything happens until the game is over",
    "then Ann's Coins are at most 9",
    "then at once Ann's Coins are 1",
    "then Ann may choose Act 1",
    "then Ben may not choose 2",
    "then the game is over",
    "then the game is not over",
    "then Ann wins",
    "then Ann alone wins",
    "then Ann would win",
    "then Ann alone would win",
    "then Ann and Ben share the win",
    "then Ann, Ben and Ann would share the win",
    "then nobody wins",
    "then nobody would win",
    "then everybody wins",
    "then everybody would win",
    "then Ben comes last",
    "then Ben would come first",
    "then Ben does not win",
    "then Ann and Ben would not win",
    "then Ben sees every Card in the Deck",
    "then Ben does not see any Card in the Deck",
    "then it is Ann's turn",
    "then Ann sees the first Card in the Row",
    "then it is not Ann's turn",
    "then it is round 2",
    "then it is not round 1",
)
_TOLD = re.compile(
    r"(to |setup|play|scoring|before |after |instead of |as soon as |at the |once per |at any time|phase |choose |"
    r"you may choose |variant |an? .* is an? |there are |each player has |[A-Z]\w*( [A-Z0-9]\w*)*$)"
)
_INLINE = re.compile(r"^(Fan|variant Long Night): ")


def documented(text: str, random: Random) -> str:
    """The text with something before, between and behind its lines."""
    lines = text.splitlines()
    front = [one for one in FRONT if random.random() < 0.6]
    if not any("languages" in one for one in front):
        front = [one for one in front if not one.startswith("glossary")]
    if "the Yard is" not in text:
        front = [one for one in front if not one.startswith("picture")]
    found = ["", lines[0] + _cite(random), *front]
    found += ["note: all of this is only said", *(part for line in lines[1:] for part in _with_more(line, random))]
    return "\n".join((*found, *_examples(text, random))) + "\n"


def _with_more(line: str, random: Random) -> Iterator[str]:
    words = line.strip()
    if line == words and random.random() < 0.1:
        yield random.choice(("# Rules", "## Of play")) + _cite(random)
    if random.random() < 0.4 and not words.startswith("the plural of ") and not words.startswith("there is a line"):
        if not words.endswith(":"):
            line = _INLINE.sub(rf"\1{_cite(random)}: ", line) + _cite(random)
        elif _TOLD.match(words.removesuffix(":")):
            line = line.removesuffix(":") + _cite(random) + ":"
    yield line + ("  note: as in print" if random.random() < 0.05 else "")


def _cite(random: Random) -> str:
    return f" [{random.choice(CITES)}]" if random.random() < 0.7 else ""


def _examples(text: str, random: Random) -> Iterator[str]:
    known = set(re.findall(r"[A-Z]\w*|rounds?|turns?", text)) | {"Ann", "Ben", "Cards"}
    known -= {name for name in ("Ben",) if name not in text}
    if "Act 1" not in text.partition("\nplay:")[2]:
        known -= {"Act"}
    fitting = [one for one in EXAMPLES if set(re.findall(r"[A-Z]\w*|rounds?|turns?", one)) <= known]
    if random.random() < 0.5 and "the sides are" not in text:
        yield f'example "so it goes"{_cite(random)}:'
        yield from ("    " + line for line in random.sample(fitting, random.randint(1, 6)))
