"""What is so, what becomes so, and what depends on it."""

from __future__ import annotations

import re
from typing import Final

from rulelang.tree.repairs.everyday.rows import Row

_GOING_DOWN = re.compile(r"decreas|fall|drop|go(es)? down")
_WHOSE = re.compile(r"\b(?:the owner's|its owner's|your|their)(?= )")
_CHANGES: Final = r"increases?|rises?|decreases?|falls?|drops?|go(?:es)? (?:up|down)"


def _set_variable(found: re.Match[str], rulebook: str) -> str | None:
    declared = re.search(rf"^the {re.escape(found[1])} is an? ", rulebook, re.MULTILINE)
    return f", then the {found[1]} becomes it" if declared else None


def _changed(found: re.Match[str], _rulebook: str) -> str:
    what, down, by = found[1], _GOING_DOWN.match(found[2]), found[3]
    owner, _, name = what.partition(" ")
    if by.isdigit() and owner in ("the", "your"):
        return f"{'lose' if down else 'gain'} {by} {name}"
    return f"{what} becomes {what} {'minus' if down else 'plus'} {by}"


def _becomes(found: re.Match[str], _rulebook: str) -> str | None:
    now = "now" in found[0] or re.search(r"^(?:you|it) |[:,] ", found.string[: found.start()])
    return f"become{'s' * found[0].startswith('is')}" if now else None


REWRITES: Final[tuple[Row, ...]] = (
    (
        r"\bis not (?=[A-Z])",
        "is never ",
        "A rule says what is true. What is not true needs no rule, or one with `never`.",
    ),
    (r"\bnot (becomes?|is|are)\b", r"\1 not", "`not` comes behind `is` and `becomes`."),
    (r"\b(?:is|are)(?: now)?\b", _becomes, "What changes becomes something."),
    (
        r"\bthere is ((?:the|your|its) [^:]+?) (?=in |on |among )",
        r"\1 is ",
        "Where a thing lies that is known is said behind it.",
    ),
    (
        r"^(the (?:first|last|only) NAME .+?) (becomes?|is|are) ([^:]+)$",
        r"remember \1 as Found, then the Found becomes \3",
        "What is looked for gets a name before something happens to it.",
    ),
    (
        r"\b(the (?:total|highest|lowest) NAME) of ([^:]+?) ((?:for|over|at|against) (?:the |)NAME)",
        r"\1 \3 of \2",
        "What a number depends on stands right behind its name.",
    ),
    (
        r",? if (?:able|possible|(?:you|they) can)$",
        " if possible",
        "What is left out where it cannot be done ends in `if possible`.",
    ),
    (r"\bas (soon|long) (?!as\b)", r"as \1 as ", "These words begin a condition together."),
    (r"^(?:each|every) (?=[A-Z][^:]*:)", "for each ", "Things are gone through with `for each`."),
    (r"^nothing happens$", "do nothing", "What happens is done."),
    (
        r"\b(?:that|this|these|those) (NAME|player\b)",
        r"the \1",
        "What was spoken of before is named with `the`.",
    ),
    (
        r"\bworks for (?!a player\b)[a-z]+(?: (?:player|owner))? if ([^:\n]+)$",
        lambda found, _: "works for a player if " + _WHOSE.sub("the player's", found[1]),
        "For which player the text of a card is in force is said of `a player`, who is `the player` behind `if`.",
    ),
    (
        rf"^((?:the|your|its) NAME|[\w' ]+'s NAME) ({_CHANGES}) by (.+)$",
        _changed,
        "A number that goes up is gained, and one that goes down is lost.",
    ),
    (r" as the (NAME)$", _set_variable, "Behind `as` stands a new name; a variable becomes something."),
    (r"\bwhen\b", "if", "What something depends on is said with `if`."),
    (
        r"\bwith the same (NAME) as the (NAME)",
        r"where its \1 is the \2's \1",
        "What things show is compared behind `where`.",
    ),
    (
        r"\bwith an? (NAME) of (\d+|(?:at (?:most|least)|(?:more|less) than) (?:\d+|(?:your|the) [\w' ]+))",
        r"where its \1 is \2",
        "What things show is compared behind `where`.",
    ),
)
