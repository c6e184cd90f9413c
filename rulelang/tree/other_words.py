"""What authors write who know other languages, other rulebooks, or programming, and what this language says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Meant = TypeVar("Meant")

#: Words of the language that are said elsewhere than authors expect them.
MISPLACED_WORDS: dict[str, tuple[str, ...]] = {"top": ("first",), "bottom": ("last",)}

#: Of these, one is never proposed for the other, even where only that one fits: it would turn the meaning round.
OPPOSITES: tuple[set[str], ...] = (
    {"while", "until"},
    {"and", "or"},
    {"more", "less"},
    {"more", "fewer"},
    {"highest", "lowest"},
    {"before", "after"},
    {"first", "last"},
    {"top", "bottom"},
    {"up", "down"},
    {"gain", "lose"},
    {"gains", "loses"},
    {"wins", "loses"},
)

#: Whoever leaves one of these out says something else. None of them is likely meant as a name.
WEIGHTY = frozenset(
    [
        *("not", "never", "no", "nobody", "nothing", "opponent", "opponents", "other", "another"),
        *("and", "or", "all", "every", "each", "any", "only", "just", "least", "most", "either"),
        "player",
    ]
)


def _each_word(meant: Mapping[str, Meant]) -> dict[str, Meant]:
    """An entry for each word of a key: several words may mean the same."""
    return {word: value for words, value in meant.items() for word in words.split()}


OTHER_WORDS: dict[str, tuple[str, ...]] = _each_word(
    {
        "else": ("otherwise",),
        "fewest min minimum": ("lowest",),
        "invariant": ("always",),
        "upto": ("up to",),
        "atleast": ("at least",),
        "atmost": ("at most",),
        "pass": ("do nothing",),
        "circle": ("ring",),
        "elif elseif": ("otherwise if",),
        "foreach": ("for each",),
        "whenever": ("as soon as",),
        "much": ("many",),
        "select pick": ("choose",),
        "selects picks": ("chooses",),
        "take": ("gain", "move", "draw"),
        "get receive earn score increase": ("gain",),
        "gets receives": ("gains",),
        "spend": ("pay",),
        "spends": ("pays",),
        "put place discard return remove go": ("move",),
        "puts places discards returns": ("moves",),
        "flip": ("turn",),
        "flips": ("turns",),
        "reveal": ("show", "turn"),
        "reveals": ("shows", "turns"),
        "whose": ("where its",),
        "exchange": ("swap",),
        "contains owns holds": ("has",),
        "contain own hold": ("have",),
        "he she": ("the player", "it"),
        "can't cannot": ("may not",),
        "isn't": ("is not",),
        "aren't": ("are not",),
        "equals equal": ("is",),
        "greater larger bigger higher": ("more",),
        "smaller lower": ("less",),
        "occupied": ("not empty",),
        "free": ("empty",),
        "adjacent": ("next to",),
        "into onto action define function": ("to",),
        "my": ("your",),
        "their his her": ("its", "your"),
        "who": ("where it",),
        "they": ("it",),
        "that": ("where", "it"),
        "which": ("where",),
        "without": ("where it has no",),
        "both": ("2",),
        "finish": ("end",),
        "multiplied x": ("times",),
        "sum": ("total",),
        "max maximum biggest": ("highest",),
        "none": ("nothing", "no"),
        "everyone": ("each player", "everybody"),
        "anyone anybody": ("any player",),
        "somebody someone": ("any player", "a player"),
        "begin beginning": ("start",),
        "randomly": ("chance",),
        "facedown": ("face-down",),
        "faceup": ("face-up",),
        "decrease reduce subtract": ("lose",),
        "include import": ("uses",),
    }
)


GERMAN: dict[str, tuple[str, ...]] = _each_word(
    {
        "wenn falls": ("if",),
        "dann": ("then",),
        "sonst": ("otherwise",),
        "und": ("and",),
        "oder": ("or",),
        "nicht": ("not",),
        "kein keine": ("no",),
        "ist": ("is",),
        "sind": ("are",),
        "hat": ("has",),
        "haben": ("have",),
        "ein eine einen": ("a",),
        "der das den": ("the",),
        "dein deine": ("your",),
        "jeder jede": ("each",),
        "alle": ("all",),
        "von": ("from", "of"),
        "mit": ("with",),
        "ziehe": ("draw",),
        "mische": ("shuffle",),
        "lege bewege": ("move",),
        "zahle": ("pay",),
        "nimm": ("gain", "move"),
        "gewinnt": ("wins",),
        "wiederhole": ("repeat",),
    }
)
"""Rules are written in English; German labels belong in a glossary."""
OTHER_WORDS |= GERMAN

SHAPES: dict[str, tuple[str, ...]] = _each_word(
    {
        "deck stack heap": ("pile",),
        "hand zone": ("area",),
        "sack cup": ("bag",),
        "slot field place spot": ("space",),
        "meeple": ("figure",),
        "pawn marker cube coin": ("token",),
        "counter": ("track",),
        "dice": ("die",),
    }
)
"""What may be the shape of a piece or a place, and which of the shapes of the language comes nearest."""


ADVICE: dict[str, str] = _each_word(
    {
        "belongs": "Say whose it is: `the Card's owner is you`, or where it lies: `the Card is in your Hand`.",
        "goes": "Say what is moved: `move the Card to the Row`.",
        "immediately": "Take it out: everything happens at once. The end of the game may say `now`.",
        "costs": "Say who pays: `pay 2 Coins`.",
        "must shall should": "Take it out: what a rule says has to be done, unless it says `may`.",
        "can't cannot able": (
            "Use `only if` to say when it may be done; `if you can Buy:` asks whether an action of yours can be done."
        ),
        "double": "Write for example `your Coins become your Coins times 2`.",
        "skip": "Write `end the turn`, or use `if` to say when something is done.",
        "set": "Write for example `your Coins become 5`; what is set aside is moved: `move the Die to the Side`.",
        "stop": "Let the player choose: `choose one:`, with an option that ends the turn, or `repeat up to 9 times:`.",
        "them": "`it` is the one thing spoken of. Several are named again: `all Cards in your Hand`.",
        "extra additional": (
            "Leave it out. Nobody is given another turn, the same turn goes on: `repeat at most 9 times while ...:`."
        ),
        "again": "Take it out: write the sentence again, or put it below `repeat`.",
        "between": "Write `from 1 to 6`.",
        "twice": "Write `repeat 2 times:` in front of it, or of an amount `gain as many Coins as 2 times your Fame`.",
        "neither nor": (
            "Say it of each: `the Row is not empty and your Hand is not empty`, `there is no Card in the Row`."
        ),
        "yet already still": "Take it out: a sentence is about how things are now.",
        "replace replaces": (
            "Say what goes and what comes: `move the Card to the Discard, then draw 1 Card from the Deck to the Row`."
        ),
        "thrice": "Write `repeat 3 times:` in front of it.",
        "half": "Divide by 2: `your Bid divided by 2`, which rounds down, or `your Bid divided by 2 rounded up`.",
        "same": "Compare with `is`: `a Card where its Suit is the Card's Suit`.",
        "tie": "Ask how many are best: `there is just one player with the highest Points`.",
        "ties tied break": "Write `, otherwise shared` behind who wins, or `, then the highest Coins`.",
        "board": "Name the spaces: `a Pawn on any Field`.",
        "refill fill fills refills": (
            "Write for example `repeat 5 times: draw 1 Card from the Deck to the Row if possible`."
        ),
        "matches": "Define it: `a Tile is Fitting for a Plot if ...`. Then ask `the Tile is Fitting for the Plot`.",
        "chosen": "`the Cards` are those that were chosen, and `for each of the Cards:` goes through them.",
        "previous": "What comes before something is looked for: `the only Month where the Month after it is the Now`.",
        "north": "A direction is a name: `the only Square next to your Pawn toward North`.",
        "south": "A direction is a name: `the only Square next to your Pawn toward South`.",
        "front": "Say toward which direction: `the only Square next to your Pawn toward your Heading`.",
        "look": "Move them to a place of your own: `draw 3 Cards from the Deck to your Look`, which is a secret area.",
        "others": "Say what they are: `all other Cards in your Look` are those that were not chosen.",
        "reaches": "Compare the number: `there is a player where its Steps are at least 20`.",
        "unless": "Ask it first, turned round: `if you are not Out: gain 1 Coin`.",
        "room": "Leave it out: what would move to a full place cannot be chosen.",
        "simultaneously": "Write `each player secretly:` above what all decide at the same time.",
        "whoever": (
            "Find the player: `for each player with the highest Coins:`, `as soon as a player ...: the player ...`."
        ),
        "looks": "Write for example `show the player's Hand to you`.",
        "votes": "Let each player choose, for example `each player secretly: Vote`, and `to Vote: choose one:`.",
        "partner": "Say who it is: `each player has a Mate as a player`, and in the setup `Ann's Mate becomes Cleo`.",
        "rolled": "Ask the die: `the Die's value is 6`.",
        "worth": "Give it a value of its own: `a Coin is a token with a Value from 1 to 5`.",
        "give gives": "Say who pays what to whom, or what moves where: `pay 2 Coins to the player`.",
        "deal deals": "Write for example `each player: draw 5 Cards from the Deck to your Hand`.",
        "those these": "Several that were chosen are `the Cards`.",
        "seat": (
            "Players are numbered by counting them: below `each player:` `the Count becomes the Count plus 1`, then "
            "`your Rank becomes the Count`."
        ),
        "back backward backwards forwards": (
            "On a grid a step goes toward a direction, `to the only Square next to your Pawn toward South`; on a ring "
            "or line `to the Field after your Pawn`."
        ),
        "everything": "Say what: `all Cards in your Hand`.",
        "put puts place places": (
            "Say what is moved, and `to` where: `move the Card to the Row`, `move all Cards to the Deck`."
        ),
        "discard discards": "What is discarded moves to a place of yours: `move the Card to the Discard`.",
        "increase decrease reduce subtract": (
            "Write `gain 1 Coin` or `lose 1 Coin`; of what a place or a piece has `the Field's Water becomes the "
            "Field's Water minus 1`."
        ),
        "reveal reveals": (
            "Write `show your Hand to your opponent`, `for each other player: show your Hand to the player`, or lay it "
            "open: `draw 1 Card from the Deck to the Row`."
        ),
        "left right": (
            "Who sits next is `the player after you`. A direction turns step by step: `your Heading becomes the "
            "direction after your Heading`."
        ),
        "pass passes": (
            "To hand things on, move them: `move all Cards from your Hand to the player's Tray`. Who comes next is "
            "said so: `the Starter becomes the player after the Starter`."
        ),
        "sell sells buy buys steal steals trade trades build builds attack attacks": (
            "Say what is paid, gained or moved: `pay 2 Coins, then move the Card to your Hand`. What players do may "
            "have a name of yours: `to Buy Card:`, and then `Buy Card`."
        ),
        "raise raises": (
            "Write `gain 1 Coin`, or `the Bid becomes the Bid plus 1`; where somebody chooses how much, first `choose "
            "a number from 1 to 9 as Offer`."
        ),
        "count counts": (
            "Ask for the number where it is used: `gain as many Coins as the number of Cards in your Hand`."
        ),
        "active current": (
            "The player whose turn it is, or who does the action, is `you`; a sentence without a subject is about that "
            "player."
        ),
        "use activate activates": "Describe what is done with it, `to Use for a Card:`, and write `Use for the Card`.",
        "during": (
            "What a player may do in the own turn is a window: `once per turn, you may:`, `at any time, you may:`."
        ),
        "dies eliminated killed": (
            "Write `the player leaves the game`, or give a mark: `each player may be Out`, and then `the player "
            "becomes Out`."
        ),
        "was were played drawn placed moved bought built gained paid discarded lost won took": (
            "Note it where it happens: `the Winner becomes you`. Later ask for `the Winner`."
        ),
        "richest poorest strongest weakest largest smallest longest shortest youngest oldest": (
            "Say by what: `the player with the highest Coins`, `the Card with the lowest Rank`."
        ),
    }
)

_UP_TO_TWENTY = (
    "zero one two three four five six seven eight nine ten"
    " eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
)
NUMBERS = {word: number for number, word in enumerate(_UP_TO_TWENTY.split())}

SIGNS: dict[str, tuple[str, ...]] = {
    "=": ("is", "becomes"),
    "==": ("is",),
    "!=": ("is not",),
    "<>": ("is not",),
    "<": ("is less than",),
    ">": ("is more than",),
    "<=": ("is at most",),
    ">=": ("is at least",),
    "≤": ("is at most",),
    "≥": ("is at least",),
    "≠": ("is not",),
    "+": ("plus",),
    "-": ("minus",),
    "–": ("minus", "to"),
    "*": ("times",),
    "×": ("times",),
    "/": ("divided by",),
    "÷": ("divided by",),
    "&": ("and",),
    "&&": ("and",),
    "!": ("not",),
    "->": ("to",),
    "→": ("to",),
    "…": ("to",),
    "..": ("to",),
    "’s": ("'s",),
    "’": ("'",),
    ";": (", then", ","),
    "+=": ("gain",),
    "-=": ("lose",),
    "++": ("gain 1",),
    "%": (),
}

CURLY_QUOTES = frozenset("“”„«»‟″")
LIST_SIGNS = frozenset({"-", "*", "•", "–", "·"})
REMARK_SIGNS = ("//", "#", "--", "/*")

# Words that nobody means as a name.
_SMALL_WORDS = (
    "a an and another any are as at be by can each every for from has have if in instead is it its may no not"
    " nothing of on only or other otherwise out over per than the then there this through to toward until up"
    " where while with you your"
)
SMALL_WORDS = frozenset(_SMALL_WORDS.split())
