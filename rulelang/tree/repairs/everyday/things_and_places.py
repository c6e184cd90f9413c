"""What there is in the box, where it lies and where it goes."""

from __future__ import annotations

import re
from typing import Final

from rulelang.diagnostics.spelling import closest
from rulelang.tree.repairs.everyday.rows import Row, several

_PLAYERS = frozenset({"player", "seat", "side", "team", "color", "colour"})
_MOST_FACES = 20
_LISTED: Final = "The values of a kind are listed after `one of`."


def _faces(found: re.Match[str], _rulebook: str) -> str | None:
    faces = _faces_of(int(found[1]), int(found[2]))
    return faces and faces.removeprefix("with ")


def _faces_of(first: int, last: int) -> str | None:
    if not 0 < last - first < _MOST_FACES:
        return None
    return "with faces " + ", ".join(str(face) for face in range(first, last + 1))


def _kind(found: re.Match[str], _rulebook: str) -> str:
    return f"a{'n' * (found[1][0] in 'AEIOU')} {found[1]} is one of {found[2]}"


def _one_of(found: re.Match[str], _rulebook: str) -> str:
    return f"{found[1]} one of {re.sub(r',? (?:or|and) ', ', ', found[2])}"


def _room(found: re.Match[str], _rulebook: str) -> str:
    return f"{found[1]} of up to {found[2] if found[2].isdigit() else 1} {found[3]}"


def _of_side(found: re.Match[str], rulebook: str) -> str | None:
    sides = re.search(r"^the sides are (.+)$", rulebook, re.MULTILINE)
    if not sides or found[1] not in sides[1].split(", "):
        return None
    return f"{found[1] if found[2][4].isdigit() else 'each player'} {found[2]}"


def _discarded(found: re.Match[str], rulebook: str) -> str | None:
    verb, number, what, where = found.groups()
    where = where or (" from your Hand" if re.search(r"\bhas a Hand\b", rulebook) else "")
    if number:
        return f"choose{verb} {number} {what}{where}, then move{verb} the {what} to the Discard"
    return f"choose{verb} a {what}{where}, then move{verb} it to the Discard"


def _down_to(found: re.Match[str], rulebook: str) -> str:
    one = found[2].removesuffix("s").capitalize()
    times = f"(the number of {several(one, rulebook)} in your Hand) minus {found[1]}"
    return f"repeat as many times as {times}: choose a {one} in your Hand, then move it to the Discard"


def _all(found: re.Match[str], rulebook: str) -> str:
    return f"{found[1]} all {several(found[2], rulebook)}"


def _named_values(found: re.Match[str], _rulebook: str) -> str:
    one = found[1].lower()
    # A letter is missing or too many; `the sizes` are another word.
    slip = len(one) != len("side") and closest(f"{one}s", ["sides"]) is not None
    meant = one in _PLAYERS or slip
    return f"the sides are {found[2]}" if meant else f"a {one.capitalize()} is one of {found[2]}"


REWRITES: Final[tuple[Row, ...]] = (
    (
        r"^(NAME)s are ([a-z]+)s\b",
        lambda found, _: f"a{'n' * (found[1][0] in 'AEIOU')} {found[1]} is a {found[2]}",
        "A sort of piece is introduced by saying what one of them is.",
    ),
    (r"\b(?:on|onto|to)(?: the)? (top|bottom) of\b", r"to the \1 of", "Where a thing goes is said with `to`."),
    (
        r"\b((?:move|turn|roll|show)s?) (?:every|each) (NAME)\b",
        _all,
        "All things that are in a place are `all` of them.",
    ),
    (r"\bout of ((?:your |the |its |)NAME)", r"from \1", "Where something comes from is said with `from`."),
    (r"\ball of (?:the )?((?:your |its |)NAME)", r"all \1", "`all` needs no `of`."),
    (
        r"\bwith (\d+) (?:faces|sides)\b",
        lambda found, _: _faces_of(1, int(found[1])),
        "The faces of a die are listed one by one.",
        True,
    ),
    (
        r"\b[a-z]+ (?:back )?down to (\d+) ([A-Za-z]\w*)(?: in hand| cards)?$",
        _down_to,
        "How many are too many is counted, and each of them is a choice.",
    ),
    (
        r"\bdiscard(s?) (?:(\d+)|an?|one) (NAME)((?: from| in) (?:your|the) NAME)?$",
        _discarded,
        "What is discarded is chosen, and moves to a place of yours.",
    ),
    (
        r"\bdiscard(s?) ((?!down )(?:(?!, then | if )[^:\n])+)",
        r"move\1 \2 to the Discard",
        "What is discarded moves to a place of yours.",
    ),
    (r"\bremove(s?) (.+) from the game$", r"move\1 \2 to the Box", "What is out of the game lies in the Box."),
    (r"\bfaces (\d+) to (\d+)", _faces, "The faces of a die are listed one by one."),
    (
        r"\b(area|row|pile|bag|space) (?:for|of|with) (?:up to )?(one|a|an|\d+) (NAME)",
        _room,
        "How many fit into a place is said with `of up to`.",
    ),
    (
        r"\bdraw(s?) (?:the|a) top (?:(\d+) )?(NAME) (?:of|from|in|off) ((?:the |your |)NAME)",
        lambda found, _: f"draw{found[1]} {found[2] or 1} {found[3]} from {found[4]}",
        "From a pile the top card is drawn anyway.",
        True,
    ),
    (
        r"^the (\w+?)s are ([A-Z].*)$",
        _named_values,
        "Who plays is named with `the sides`; other values make a kind: `a Suit is one of Oak, Elm`.",
    ),
    (
        r"^the (NAME) (has an? .+|has \d+ .+)$",
        _of_side,
        "Pieces may belong to one side, which is named without `the`; anything else each player has.",
    ),
    (r"^(NAME)s: (NAME(?:, NAME)+)$", _kind, _LISTED),
    (r"^((?:an?|the) NAME is) (?:either )?(NAME(?:(?:, or|, and| or| and|,) NAME)+)", _one_of, _LISTED),
    (r"\ba (\d+)(?: by |[x×])(\d+) grid\b", r"a square grid of \1 by \2", "How large a grid is stands behind it."),
    (r"\b(\d+) ?[x×] ?(\d+)\b", r"\1 by \2", "How large a grid is is said with `by`."),
    (
        r"\b(?:discard|draw|shuffled|common|general|public) (pile|bag|area|row)\b",
        r"\1",
        "What it is for, and what is done with it, is no part of its sort.",
    ),
    (
        r"\bhidden (pile|bag|area|row)\b",
        r"face-down \1",
        "Into `face-down` places nobody looks, and into `secret` ones only their owner.",
    ),
    (
        r"^shuffle(s?) (?:all|the) (?:the )?(NAME) (?:into|in|to) ((?:the|your) NAME)$",
        r"move\1 all \2 to \3, then shuffle\1 \3",
        "Pieces are moved to a place, and then the place is shuffled.",
        True,
    ),
    (
        r"^(there are \d+ NAME), (?:one of )?((?:\d+ of )?each .*)$",
        r"\1: \2",
        "What there is of each follows a colon.",
    ),
)
