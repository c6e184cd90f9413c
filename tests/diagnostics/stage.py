"""The examples of explain pages made into whole rulebooks: a stage with all that they speak of and do not introduce."""

from __future__ import annotations

import re

from rulelang.checks import check_rulebook
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import CatalogueEntry
from rulelang.rulebook.loading import load
from rulelang.source import SourceFile, source_from_text

BESIDE = {"compass.rules": 'library "Compass"\na Wind is one of North, South\n'}
"""What stands beside the rulebook of an example."""

HEADER = 'rulebook "Page" for {} players\n'
PLAYERS = {"RL0215": "3"}

#: What pages speak of, and the line that introduces it. Only what an example needs stands on its stage.
VOCABULARY = {
    "Colour": "a Colour is one of Red, Blue",
    "Material": "a Material is one of Wood, Stone",
    "Ware": "a Ware is one of Silk, Tea",
    "Card": "a Card is a card with a Price from 0 to 9\nthere are 9 Cards:\n    | Title | Price | Copies |\n"
    "    | King  | 0     | 9      |",
    "Cube": "a Cube is a token with a Colour\nthere are 6 Cubes: 3 Red, 3 Blue",
    "Tile": "a Tile is a tile with a Price from 1 to 5\nthere are 1 Tiles:\n    | Tile | Price |\n    | Silk | 3     |",
    "Good": "a Good is a token\nthere are 9 Goods",
    "Pawn": "a Pawn is a token\neach player has 8 Pawns",
    "House": "a House is a card\nthere are 3 Houses",
    "Building": "a Building is a card with a Cost in Materials\nthere are 1 Buildings:\n    | Title | Cost   |\n"
    "    | Mill  | 2 Wood |",
    "Wagon": "each player has a Wagon, a figure",
    "Die": "the Die is a die with faces 1, 2, 3",
    "Stop": "a Stop is a space with Roads to Stops, Ferries to Stops:\n    | Stop | Roads | Ferries |\n"
    "    | Bath | York  |         |\n    | York | Bath  | Bath    |",
    "Town": "a Town is a space:\n    | Town  |\n    | Leeds |",
    "Station": "a Station is a space in a ring:\n    | Station |\n    | North   |\n    | South   |",
    "Region": "a Region is a space:\n    | Region |\n    | Moor   |\n    | Fen    |",
    "Square": "a Square is a space of up to 1 Pawn on a square grid of 8 by 8",
    "Bag": "the Bag is a bag",
    "Deck": "the Deck is a face-down pile of Cards",
    "Discard": "the Discard is a pile of Cards",
    "Market": "the Market is a row of Cards",
    "Hand": "each player has a Hand, a secret area of Cards",
    "Coins": "each player has Coins from 0 to 9",
    "Points": "each player has Points from 0 to 20",
    "Wood": "each player has every Material from 0 to 9",
    "Month": "the Month is a track from 1 to 12",
    "Leader": "the Leader is a player",
    "Trail": "the Trail is a list of Regions",
    "Rich": "each player may be Rich",
    "Poor": "each player may be Poor",
    "Lost": "each player may be Lost",
    "Goal": "a player's Goal is 7",
    "Rent": "your Rent is 2",
    "Build": "to Build: gain 1 Coin",
    "Play Card": "to Play Card: choose a number from 1 to 2",
    "Travel": "to Travel for a Die: gain 1 Coin",
    "Trade": "to Trade: pay 1 Coin",
    "Playable": "a Card is Playable if its Price is 0",
    "Open": "a Stop is Open if it is empty",
    "Claim": "to Claim:\n    choose a Square",
    "Bet": "to Bet:\n    choose one:\n        Fold: do nothing\n        Call: do nothing",
    "Effect": "King:\n    to Effect: gain 1 Coin",
}
PLAY = "play:\n    repeat 3 rounds:\n        each player takes a turn:\n            choose one:\n"
_DEED = re.compile(
    r"(add|chance|choose|clear|do|draw|end|for each|gain|if|lose|move)\b"
    r"|(only if|pay|remember|roll|show|shuffle|swap|turn)\b"
    r"|[A-Z][\w ]*$|[A-Z][\w ]* (for|at) |.* becomes? "
)
_FACT = re.compile(r"(given|when|then)\b")
_INTRODUCED = re.compile(
    r"^ *(?:[Aa]n? ([A-Z][\w ]*?) is (?:an?|one|either) |[Tt]he ([A-Z][\w ]*?) is [a-z0-9]"
    r"|(?:your|a player's) ([A-Z][\w ]*?)(?: for .*)? is (?!.* (?:more|less|instead)\b)(?:\d|(?:your|the) [A-Z])"
    r"|each player has (?:an? )?([A-Z][\w ]*?)(?:,| from))",
    re.MULTILINE,
)
_ACTION = re.compile(r"^to ([A-Z]\w*(?: [A-Z]\w*)*)(?: written .*)?:", re.MULTILINE)
_MARK = re.compile(r"(?:may be|is) ([A-Z]\w*)(?= if|$)", re.MULTILINE)
_NAME = re.compile(r"[A-Z]\w*(?: [A-Z]\w*)*")


def staged(entry: CatalogueEntry, example: str) -> str:
    """A whole rulebook with an example of a page in it. Both examples of a page stand on the same stage."""
    if example.startswith("rulebook"):
        return example + _play(entry.code, example)
    body = _placed(example)
    stage = _stage(body, entry.wrong + entry.right)
    return HEADER.format(PLAYERS.get(entry.code, "2")) + stage + body + _play(entry.code, stage + body)


def _placed(example: str) -> str:
    """Deeds stand in an action, facts in an example, rows in a table; everything else stands for itself."""
    indented = "".join(f"    {line}\n" for line in example.splitlines())
    first = example.splitlines()[0]
    if _FACT.match(first):
        return f'example "page":\n{indented}'
    if first.startswith("|"):
        return f"a Tile is a tile with a Price from 1 to 5\nthere are 1 Tiles:\n{indented}"
    if _DEED.match(first) and not first.endswith(":"):
        return f"to Try:\n{indented}"
    return example


def _play(code: str, text: str) -> str:
    if code == "RL0501" or re.search(r"^play\b", text, re.MULTILINE):
        return ""
    actions = _ACTION.findall(re.sub(r"^[A-Z].*:\n( .*\n)+", "", text, flags=re.MULTILINE))
    if "languages" in text:
        return "play:\n    repeat 3 rounds:\n        each player: do nothing\n"
    return PLAY + "".join(f"                {action}\n" for action in actions) + "                Wait: do nothing\n"


def _stage(text: str, spoken: str) -> str:
    """Lines for all names spoken of that the text does not introduce, and for those that these lines speak of."""
    introduced = {name for groups in _INTRODUCED.findall(text) for name in groups if name}
    introduced |= {*_ACTION.findall(text), *_MARK.findall(text)}
    needed: set[str] = set()
    work = [spoken]
    while work:
        names = {name for phrase in _NAME.findall(work.pop()) for name in _runs(phrase)}
        for name, line in VOCABULARY.items():
            said = not names.isdisjoint({name, f"{name}s", f"{name[:-1]}ies", f"{name}es", name.removesuffix("s")})
            if said and name not in needed and name not in introduced and not introduced & {f"{name}s"}:
                needed.add(name)
                work.append(line)
    return "".join(f"{line}\n" for name, line in VOCABULARY.items() if name in needed)


def _runs(phrase: str) -> set[str]:
    words = phrase.split(" ")
    return {" ".join(words[start:end]) for start in range(len(words)) for end in range(start + 1, len(words) + 1)}


def checked_page(text: str) -> list[Diagnostic]:
    """Everything that checking finds in an example on its stage, with other files beside it."""

    def beside(name: str) -> SourceFile | None:
        return source_from_text(name, BESIDE[name]) if name in BESIDE else None

    rulebook, reading = load(source_from_text("page.rules", text), beside)
    return list(check_rulebook(rulebook, reading))
