"""How much it is, and what is free to choose."""

from __future__ import annotations

import re
from typing import Final

from rulelang.tree.repairs.everyday.rows import Row, several


def _compared(found: re.Match[str], rulebook: str) -> str | None:
    one, than, what, other = found.groups()
    if not re.search(rf"\bhas {what} from\b", rulebook):
        return None
    has, others = ("your" if who == "you" else f"{who}'s" for who in (one, other))
    return f"{has} {what} are {'more' if than == 'more' else 'less'} than {others} {what}"


def _at_least(found: re.Match[str], _rulebook: str) -> str:
    return f"at {'least' if found[3] == 'more' else 'most'} {found[1]}{found[2] or ''}"


def _number_of(found: re.Match[str], rulebook: str) -> str:
    number = f"the number of {several(found[2], rulebook)}{found[3]}"
    return number if found[1] == "1" else f"{found[1]} times ({number})"


REWRITES: Final[tuple[Row, ...]] = (
    (
        r"\bjust (1\b|\d+)",
        lambda found, _: "just one" if found[1] == "1" else found[1],
        "A number by itself means exactly that many; `just` is only used before `one`.",
    ),
    (r"\b(chooses?) not\b", r"not \1", "`not` comes before what may not be done."),
    (r"\b(\d+)( NAME)? or (more|less|fewer)\b", _at_least, "`at least` and `at most` stand before the number."),
    (
        r"\b(you|the player|NAME) ha(?:s|ve) (more|fewer|less) (NAME) than (you(?:r opponent)?|NAME)(?=$|:)",
        _compared,
        "Two numbers are compared with `is` or `are`.",
    ),
    (
        r"\b(gains?|loses?|pays?) (NAME) equal to (.+)$",
        r"\1 as many \2 as \3",
        "How much it is comes after `as`.",
    ),
    (r"\b(is|are) equal to\b", r"\1", "Whether two are the same is asked with `is`."),
    (r"\bfor every (?=[A-Za-z])", "for each ", "What is counted one by one stands behind `for each`."),
    (r"\b(gains?|loses?|pays?) an? (NAME(?: |$))", r"\1 1 \2", "An amount begins with a number."),
    (
        r"\bremember(s?) (?:all (?:of )?)?(?:the |your |)(NAMEs) ((?:in|on|from|among) .+) as (NAME)$",
        r"choose\1 all \2 \3 as \4",
        "One thing or number is remembered, and several are chosen.",
    ),
    (
        r"\b(?:between|of) (\d+) (?:and|to) (\d+)\b(?! [A-Z])",
        r"from \1 to \2",
        "The bounds of a number are said with `from` and `to`.",
    ),
    (r"\bone of the following(?: actions| options)?\b", "one", "What there is to choose from stands below it."),
    (r"^(choose[^:\n]+): (?=[a-z])", r"\1, then ", "What is done with what was chosen comes after `, then`."),
    (
        r"\b(gain|lose|pay)(s?) (\d+) (NAME) of (?:your|their|its) choice\b",
        r"choose\2 a \4, then \1\2 \3 \4",
        "What is free to choose is chosen first.",
    ),
    (
        r"\b(gain|lose|pay)(s?) (\d+) (?:to|or) (\d+) (NAME)",
        r"choose\2 a number from \3 to \4 as Amount, then \1\2 as many \5 as the Amount",
        "A number that somebody is free to choose is chosen before.",
    ),
    (r"\bmay choose to\b", "may", "`may` leaves the choice."),
    (
        r"(?:\byou )?\b(?:must|shall|should|have to|has to) ([a-z]+)",
        r"\1",
        "What a rule says has to be done, unless it says `may`.",
    ),
    (r"\b(chooses?) (?:(?:one|any) )?other\b(?! \w+s\b)", r"\1 another", "One that is not yet known is `another`."),
    (
        r"\b(chooses?) (?:one|any) (?!of\b|number\b|:)",
        r"\1 a ",
        "What a player is free to choose is introduced with `a`.",
    ),
    (
        r"\b(gain|lose|pay)(s?) (\d+) of (?:that|the|this|your) (NAME)",
        r"\1\2 \3 \4",
        "The name stands right behind its number.",
    ),
    (
        r"\b(pay|lose)(s?) all (?:of )?(?:your |the )?(NAME)$",
        r"\1\2 as many \3 as your \3",
        "How much it is comes after `as`.",
    ),
    (
        r"^(.*\bpays? [^,:]+?) to (gain|draw|move)(?= )",
        r"\1, then \2",
        "What one gets for it comes after `, then`.",
    ),
    (
        r"\b(\d+) (?:per|for each|for every) (NAME)(.*?)(?= if |$)",
        _number_of,
        "How many there are is counted with `the number of`.",
    ),
)
