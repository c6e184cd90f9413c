"""What the parts of a program are for: nodes, cells that actions remember things in, tables, events.

The compiler sets these; checks, executors and explanations go by them. Titles and names are for people only.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from rulelang.tuning.fast_dataclass import dataclass


class NodeRole(StrEnum):
    """Why there is a node."""

    #: What a sentence says itself: a decision, what happens, what chance decides.
    SENTENCE = "sentence"

    #: A decision in a part of the rules that has no name of the author's: `play:`, `as soon as`.
    UNTITLED = "untitled"

    #: Forks that a sentence asks for.
    IF = "if"
    IF_POSSIBLE = "if possible"
    WHILE = "while"
    UNTIL = "until"
    TRIGGER = "as soon as"
    INSTEAD = "instead"
    IN_FORCE = "in force"
    VERSION = "version"
    ENDS_AFTER_TURN = "the game ends after this turn"
    ENDS_AFTER_ROUND = "the game ends after this round"
    ENDS_AFTER_PHASE = "the game ends after this phase"
    TURN_ENDS = "the turn ends"
    LAST_MOVE_OVER = "the last move is over"

    #: Forks that hold loops and the order of play together.
    NEXT = "next"
    NEXT_PLAYER = "next player"
    TAKES_PART = "takes part"
    STILL_IN = "still in"
    AGAIN = "again"
    DRAW_AGAIN = "draw again"
    MORE_OPTIONS = "more options"

    #: The way back from an action that several sentences call, and into the sentences of an `as soon as`.
    WAY_BACK = "way back"
    TRIGGERED = "triggered"

    #: A decision with nothing but windows; what comes by chance or is seen; what is no longer needed.
    WINDOWS = "windows"
    RANDOM_ORDER = "random order"
    DRAW = "draw"
    ROLL = "roll"
    SHUFFLE = "shuffle"
    REVEAL = "reveal"
    FORGET = "forget"


#: The region with what each die shows.
DIE_VALUE: Final = "die value"

#: `the game ends after this turn`, by the part of play that is over then.
ENDS_AFTER: Final = {
    "turn": NodeRole.ENDS_AFTER_TURN,
    "round": NodeRole.ENDS_AFTER_ROUND,
    "phase": NodeRole.ENDS_AFTER_PHASE,
}
#: Forks that stand at the head of a loop.
LOOP_HEADS: Final = frozenset(
    {NodeRole.NEXT, NodeRole.NEXT_PLAYER, NodeRole.AGAIN, NodeRole.WHILE, NodeRole.DRAW_AGAIN}
)

_TITLES: Final = {NodeRole.SENTENCE: "", NodeRole.TRIGGERED: NodeRole.TRIGGER.value}


def title_of(role: NodeRole) -> str:
    """What a node is called that has no name of its own. It begins with a small letter, names of the author with a
    capital."""
    return _TITLES.get(role, role.value)


class FrameRole(StrEnum):
    """What an action remembers in a cell."""

    #: Something the author has a word for: a parameter, what was chosen, an element of a loop.
    VALUE = "value"
    #: Who does the action, who has the turn, who of `each player` it is, and who is looked at next.
    YOU = "you"
    TURN = "turn"
    EACH_PLAYER = "each player"
    NEXT_SEAT = "next seat"
    #: Whom and with what a look-ahead query is asked.
    ASKED_OF = "asked of"
    ASKED_WITH = "asked with"
    #: Where a loop is: passes left, what is left to go through, an order, and how far it is gone through.
    PASSES = "passes"
    PLAYERS_LEFT = "players left"
    LEFT = "left"
    ORDER = "order"
    INDEX = "index"
    #: The options of a menu that were taken, and how many.
    OPTIONS_USED = "options used"
    OPTIONS_TAKEN = "options taken"
    #: Where to go on when the action is over, and that the turn is over with it.
    WAY_BACK = "way back"
    TURN_ENDS = "turn ends"


#: What only the flow needs: who acts, and where it goes on.
BOOKKEEPING: Final = frozenset(
    {FrameRole.YOU, FrameRole.WAY_BACK, FrameRole.PASSES, FrameRole.NEXT_SEAT, FrameRole.PLAYERS_LEFT}
)


class TableKind(StrEnum):
    """What the entries of a static table are."""

    #: What is printed on the things of a class, or belongs to them.
    COLUMN = "column"
    #: Whose turn comes next, or came before.
    SEAT_AFTER = "seat after"
    SEAT_BEFORE = "seat before"
    #: The place of each thing of a class among its like, which cells are numbered by.
    RANK = "rank"
    #: All things of a class with a value printed on them, by the value: a column the other way round.
    WITH = "with"
    #: The only one of them, by the value.
    ONE_WITH = "one with"
    #: Amounts for each member of a kind, printed on the things of a class: `thing * members + member`.
    BUNDLE = "bundle"
    #: What is next to something, by a relation ("": the board's own).
    NEXT = "next"
    #: The space that follows in a ring or line of a class; the one a step away, `place * directions + direction`.
    AFTER = "after"
    TOWARD = "toward"
    #: The faces of each die, and how often each face is on it, `die * faces + face`.
    FACES = "faces"
    ODDS = "odds"
    #: Numbers written in a row, to be looked up.
    NUMBERS = "numbers"
    #: Whatever else is worked out beforehand.
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class TableRole:
    """What a static table tells: of a column the class it is printed on and its name; `entries` is the class of the
    entries, or of their members ("": numbers, `TRUTH`: whether they are marked so)."""

    kind: TableKind = TableKind.OTHER
    holder: str = ""
    called: str = ""
    entries: str = ""


#: The entries of a column that only marks some of the things.
TRUTH: Final = "truth"

#: Of a table that nobody has to know more about.
PLAIN_TABLE: Final = TableRole()


class Shown(StrEnum):
    """What the rules let somebody see."""

    PLACE = "place"
    PIECE = "piece"
    TOKEN = "token"
