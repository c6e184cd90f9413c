"""Items of a rulebook: headings, definitions, actions, triggers, texts, checks, examples."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.tree.nodes.base import Cite, Node, Text, Word
from rulelang.tree.nodes.components import (
    FlagDeclaration,
    FromTo,
    Holding,
    KindDeclaration,
    PiecesDeclaration,
    PluralDeclaration,
    SidesDeclaration,
    Table,
    ThingDeclaration,
    UnionDeclaration,
)
from rulelang.tree.nodes.conditions import Condition
from rulelang.tree.nodes.lines import Line
from rulelang.tree.nodes.phrases import Call, Noun, Phrase, SetPhrase, Term, Value
from rulelang.tree.nodes.statements import Block, Scope

# ---------------------------------------------------------------- the frame


class RulebookHeader(Node):
    """`rulebook "Samurai" for 2 to 4 players`"""

    title: Text
    fewest: int
    most: int
    cite: Cite | None


class LibraryHeader(Node):
    """`library "Compass"`"""

    title: Text


class Heading(Node):
    """`## Painting [de "Malen"]`"""

    level: int
    text: str
    cite: Cite | None


class SourceDocument(Node):
    """`source de "Samurai, Spielregel"`: a printed document by its language; or a further one by a name,
    `source Player Aid "..."`, with no language"""

    language: str
    title: Text
    name: Word | None = None


class Languages(Node):
    """`languages de, fr`"""

    codes: tuple[str, ...]


class StatementSpan(Node):
    """`A1 to A13`, or a single number"""

    first: Word
    last: Word | None


class Statements(Node):
    """`statements A1 to A13, B1`: the numbered statements of the printed rules that must find a home in this file"""

    spans: tuple[StatementSpan, ...]


class Aside(Node):
    """`aside [A8] "only a reminder"`: statements that are no rule of play, with the reason"""

    cite: Cite
    reason: Text


class Uses(Node):
    """`uses "compass.rules"`"""

    path: Text


class Picture(Node):
    """`picture 800 by 600:` with a table of where things lie; no meaning for play"""

    width: int
    height: int
    table: Table


# -------------------------------------------------------------- definitions


class ValueChange(Node):
    """How an exception changes a value"""

    word: Literal["instead", "more", "less"]
    over: Word | None


class Otherwise(Node):
    """`, otherwise V [if C]`"""

    value: Value
    condition: Condition | None


class DefineValue(Node):
    """`H is [also|never] V [instead|more|less] [if C] [, otherwise ...]`; also conditions: `a Field is Open if C`"""

    head: Term
    mode: Literal["also", "never"] | None
    value: Value
    change: ValueChange | None
    condition: Condition | None
    otherwise: tuple[Otherwise, ...]
    cite: Cite | None


class DefineClamp(Node):
    """`H is at least V [if C]`"""

    head: Term
    bound: Literal["least", "most"]
    value: Value
    condition: Condition | None
    cite: Cite | None


class DefineDoubled(Node):
    """`H is doubled [if C]`"""

    head: Term
    condition: Condition | None
    cite: Cite | None


class DefineMay(Node):
    """`H may be 1 more [if C]`: an exception the player may decline"""

    head: Term
    value: Value
    change: ValueChange | None
    condition: Condition | None
    cite: Cite | None


# ---------------------------------------------------------- actions, triggers


class ParameterPhrase(Node):
    """`for a Die as Second`, `for a number from 1 to 3 as Price`"""

    preposition: str
    noun: Noun | None
    range: FromTo | None
    alias: Word | None


class Action(Node):
    """`to Hire for an Artisan written "{Artisan}": ...`"""

    name: Word
    parameters: tuple[ParameterPhrase, ...]
    written: Text | None
    cite: Cite | None
    body: Block


class Part(Node):
    """`setup:`, `play:`, `scoring:`"""

    part: Literal["setup", "play", "scoring"]
    cite: Cite | None
    body: Block


class StateTrigger(Node):
    """`as soon as C: ...`"""

    condition: Condition
    cite: Cite | None
    body: Block


class EventTrigger(Node):
    """`before another player Builds at an Island: ...`"""

    when: Literal["before", "after", "instead of"]
    actor: Phrase
    call: Call
    cite: Cite | None
    body: Block


class TimeTrigger(Node):
    """`at the start of each turn: ...`"""

    edge: Literal["start", "end"]
    each: bool
    scope: Scope
    cite: Cite | None
    body: Block


class Window(Node):
    """`once per turn, you may: ...`; `at any time, you may: ...` when `once_per` is nothing"""

    once_per: Scope | None
    written: Text | None
    cite: Cite | None
    body: Block


# -------------------------------------------------------------------- groups


class TextGroup(Node):
    """`Riu:` and what the card says"""

    name: Word
    cite: Cite | None
    items: tuple[Item, ...]


class SeatsOnly(Node):
    """`with 3 or more players:`"""

    count: int
    open_end: Literal["more", "fewer"] | None
    items: tuple[Item, ...]


class VariantGroup(Node):
    """`variant First Game:`"""

    name: Word
    cite: Cite | None
    items: tuple[Item, ...]


class Works(Node):
    """`a Card works for a player if C`"""

    subject: Phrase
    noun: Noun
    condition: Condition
    cite: Cite | None


# -------------------------------------------------------------------- checks


class Winner(Node):
    """`the winner is the player with the highest Points, ..., otherwise shared`"""

    set: SetPhrase
    shared: bool
    cite: Cite | None


class Invariant(Node):
    """`always C`"""

    condition: Condition
    cite: Cite | None


class Glossary(Node):
    """Labels per language"""

    table: Table


class Example(Node):
    """A worked example of the printed rules, or of the author"""

    title: Text
    cite: Cite | None
    lines: tuple[Line, ...]


Definition: TypeAlias = DefineValue | DefineClamp | DefineDoubled | DefineMay
Component: TypeAlias = (
    KindDeclaration | UnionDeclaration | ThingDeclaration | SidesDeclaration | PiecesDeclaration | Holding
    | FlagDeclaration | PluralDeclaration
)  # fmt: skip
Item: TypeAlias = (
    Heading | SourceDocument | Languages | Statements | Aside | Uses | Picture | Component | Definition | Action | Part
    | StateTrigger | EventTrigger | TimeTrigger | Window | TextGroup | SeatsOnly | VariantGroup | Works | Winner
    | Invariant | Example | Glossary
)  # fmt: skip


class Document(Node):
    """A whole file"""

    header: RulebookHeader | LibraryHeader | None
    items: tuple[Item, ...]
