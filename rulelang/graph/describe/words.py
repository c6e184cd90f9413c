"""Small words: whose something is, how many, one of several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rulelang.rulebook.words import plural_of

#: Owners that have a word of their own for what is theirs.
_THEIRS: Final = {"you": "your", "it": "its", "they": "their", "nobody": "nobody's"}
_IRREGULAR: Final = (("man", "men"), ("Man", "Men"), ("Die", "Dice"))
_ORDINALS: Final = ("", "", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def possessive(owner: str, thing: str) -> str:
    """`Ann's Coins`, `your Coins`, `its Strength`; what is long to say stands behind: `the Hand of the player ...`."""
    if owner in _THEIRS:
        return f"{_THEIRS[owner]} {thing}"
    if " whose " in owner or " who " in owner or " of " in owner or owner.endswith(")") or owner.count(" ") > 4:
        return f"the {thing} of {owner}"
    return f"{owner}'{'' if owner.endswith('s') and owner.isupper() else 's'} {thing}"


def one_of(noun: str) -> str:
    """`a Card`, `an Island`."""
    return (
        f"{'an' if noun[:1].lower() in 'aeiou' and not noun.lower().startswith(('one', 'uni', 'u-')) else 'a'} {noun}"
    )


def many(noun: str) -> str:
    """`Cards`; what is written in the plural already stays."""
    for one, several in _IRREGULAR:
        if noun.endswith(one):
            return noun.removesuffix(one) + several
    return noun if noun.endswith("s") and not noun.endswith("ss") else plural_of(noun)


def nth(rank: int, noun: str) -> str:
    """The one of several of the same name that are in sight: `the Card`, `the second Card`, `the third Card`."""
    if rank <= 1:
        return f"the {noun}"
    return f"the {_ORDINALS[rank]} {noun}" if rank < len(_ORDINALS) else f"{noun} number {rank}"


def joined(parts: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}" if parts else "nothing"


def is_or_are(subject: str) -> str:
    """The verb for what is said: `your Coins are`, `the Tile is`, `you are`."""
    if subject in ("you", "they"):
        return "are"
    if subject.startswith(("the number of ", "the total ", "the highest ", "the lowest ", "what ")):
        return "is"
    last = subject.rpartition(" ")[2]
    return "are" if last[:1].isupper() and last.endswith("s") and not last.endswith(("ss", "us", "is")) else "is"


def bracketed(said: str) -> str:
    """In brackets, unless one pair already holds all of it, or there is nothing to hold together."""
    return said if " " not in said or _in_one_pair(said) else f"({said})"


def unbracketed(said: str) -> str:
    """Without a pair of brackets that holds all of it."""
    return said[1:-1] if _in_one_pair(said) else said


def _in_one_pair(said: str) -> bool:
    """Does one pair of brackets hold all of it?"""
    depth = 0
    for position, sign in enumerate(said):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0:
            return sign == ")" and position == len(said) - 1
    return False


def amount(number: str, things: str) -> str:
    """`3 Cards`, `1 Card`; `as many Cards as the Size` where the number is not written out."""
    return f"{number} {things}" if number.isdigit() else f"as many {things} as {number}"


def sentences(parts: Iterable[str]) -> str:
    """Several remarks as one."""
    return "; ".join(part for part in parts if part)
