"""Who does something, in which order, and when."""

from __future__ import annotations

import re
from typing import Final

from rulelang.tree.repairs.everyday.rows import Row

_OF_ACTION: Final = r"(you|a player|another player|your opponent) ((?!Is |Are |Have |Has )NAME)"
_OF_EACH: Final = "What all players do or have is said of `each player`."


def _of_nth_player(found: re.Match[str], _rulebook: str) -> str:
    return _nth("", found["nth"], f"'s {found['what']}{found['behind']}")


def _nth_player(found: re.Match[str], _rulebook: str) -> str:
    return _nth(found["before"], found["nth"], found["behind"])


def _nth(before: str, nth: str, behind: str) -> str:
    named = f"remember the {'last' if nth == 'last' else 'first'} player as Lead, then "
    if nth != "second":
        return f"{named}{before}the Lead{behind}"
    if not behind.startswith("'"):
        return f"{named}{before}the player after the Lead{behind}"
    return f"{named}remember the player after the Lead as Follower, then {before}the Follower{behind}"


def _in_turn_order(found: re.Match[str], _rulebook: str) -> str:
    return "in reverse turn order" if re.search(r"reverse|counter|anti", found[0]) else "in turn order"


REWRITES: Final[tuple[Row, ...]] = (
    (r"\byour (turn|round|phase)\b", r"the \1", "It is the turn of the player who acts, whoever that is."),
    (r"\b(NAME) you own(?:ed)?\b", r"your \1", "What belongs to you is yours.", True),
    (r"^(?:players|(?:all|every) players?)\b", "each player", _OF_EACH),
    (r"^(?:players|(?:all|every) players?)\b", "each player:", _OF_EACH),
    (r"\b(?:has |have )?won$|\bis the winner$", "wins", "Who has won is said with `wins`."),
    (
        r"^(?:each player|(?:all |the )?players|every player) may\b",
        "each player: you may",
        "What each player may do comes below `each player`.",
        True,
    ),
    (
        r"^(?:each opponent|all (?:the )?(?:other players|opponents)) ",
        "each other player: ",
        "What others do comes below `each other player`.",
    ),
    (
        r"\bin (?:reverse |(?:counter-?|anti-?|)clockwise )?order(?! of)",
        _in_turn_order,
        "Players act in turn order.",
        True,
    ),
    (r"^(each player), (in [^:,]+), ", r"\1 \2 ", "The order of players stands behind `each player`."),
    (
        r"^(given .+?) (is|are) (?:about|to|going to) (?=[A-Z])",
        r"\1 \2 about to ",
        "Who does what next is said with `about to`.",
    ),
    (
        r"\b(?:the|your) (phase|round|turn) ends?\b(?: now\b)?",
        r"end the \1",
        "Only the game ends in these words; a part of it is ended with `end`.",
        True,
    ),
    (
        r"^(the (?:first|last) player|the player (?:after|before) [^,:]+?) becomes (the NAME)$",
        r"\2 becomes \1",
        "What changes comes first.",
    ),
    (
        r"^the (?P<what>NAME) of the (?P<nth>first|second|last) player(?P<behind> .+)$",
        _of_nth_player,
        "The first or the last of the players needs a name here.",
    ),
    (
        r"^(?P<before>(?:.+ )?)the (?P<nth>first|second|last) player(?P<behind>'s .+| .+|)$",
        _nth_player,
        "The first or the last of the players needs a name here.",
    ),
    (
        r"^(the NAME) (?:is|becomes) the next player$",
        r"\1 becomes the player after \1",
        "Who is next is said with `after`.",
    ),
    (r"\bthe next player\b", "the player after you", "Who is next is said with `after`."),
    (r"^(.+?) (becomes?) the next (NAME)$", r"\1 \2 the \3 after \1", "What comes next is said with `after`."),
    (
        r"^(?:once (?:per|each|every|a) (turn|round|game)|(?:at )?any time),?:? (?:you may:? )?(?=[a-z])",
        lambda found, _: f"{f'once per {found[1]}' if found[1] else 'at any time'}, you may: ",
        "What can be done in between begins with `once per turn, you may:` or `at any time, you may:`.",
        True,
    ),
    (
        r"^at (?:the )?(end|start|beginning) of (?:the |(each )|)(turn|round|phase|game)\b",
        lambda found, _: f"at the {'end' if found[1] == 'end' else 'start'} of {found[2] or 'the '}{found[3]}",
        "A moment is named with `at the start of` or `at the end of`.",
    ),
    (
        r"^the winner is (?:the one with|whoever has|(?:the one |the player |)who has) ",
        "the winner is the player with ",
        "Who wins is looked for among the players.",
    ),
    (
        rf"^(?:[Ww]hen(?:ever)?|(?:[Ee]ach|[Ee]very) time) {_OF_ACTION}[:,] ?",
        r"after \1 \2: ",
        "What an action brings with it is said with `after` or `before`.",
        True,
    ),
    (
        r"^(?:When(?:ever)?|If) (?!you\b)([^:,]+)",
        r"as soon as \1",
        "What is watched for all the time begins with `as soon as`, in lower case.",
        True,
    ),
)
