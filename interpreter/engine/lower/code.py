"""Statements, functions and modules of the lowered form.

Every function looks at one state, which is not named; `Copy` makes the rest of the function work on a copy of it. A
function that steps through the flow ends in `Goto` (the flow goes on at that node) or `Rest` (the state stands there:
somebody decides, chance decides, or the game is over); every other one ends in `Return`, or lists by `Offer`.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from interpreter.engine.lower.expressions import Expression, Var
from interpreter.engine.lower.types import Type
from rulelang.graph.program import Origin
from rulelang.tuning.fast_dataclass import dataclass, field

# ----------------------------------------------------------------------------------------------- what loops run over


@dataclass(frozen=True, slots=True)
class Elements:
    """The elements of a set, lowest first."""

    set: Expression


@dataclass(frozen=True, slots=True)
class CountUp:
    """The numbers from `low` to `high`, both included."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class StaticList:
    """A static list; -1 gives the last one."""

    lists: str
    index: Expression


@dataclass(frozen=True, slots=True)
class CellRun:
    """The members of a sequence in cells: `base + start` holds how many there are, they follow. `snapshot`: the body
    may change them, and the loop goes over what was there before it."""

    region: str
    base: int
    start: Expression
    backwards: bool
    snapshot: bool


@dataclass(frozen=True, slots=True)
class TokenRun:
    """The tokens there are of some varieties in some places (both sets), as token numbers in ascending order."""

    varieties: Expression
    places: Expression
    snapshot: bool


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a list."""

    list: Var


@dataclass(frozen=True, slots=True)
class Handfuls:
    """Lists taken from a pool (ascending), in canonical order: a shorter one before those that extend it. `tokens`: the
    pool holds token numbers, each there as often as it is counted; `alike`: of look-alike pieces the one with the lower
    number goes first. `begun`: only those that begin with the numbers of this list."""

    pool: Var
    fewest: Expression
    most: Expression | None
    tokens: bool
    alike: bool
    begun: Var | None = None


Run: TypeAlias = Elements | CountUp | StaticList | CellRun | TokenRun | Numbers | Handfuls


# -------------------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Assign:
    """A variable gets a value."""

    var: Var
    value: Expression


@dataclass(frozen=True, slots=True)
class Store:
    """The cell `base + index` of a region of so many cells gets a value, which is in its range."""

    region: str
    base: int
    length: int
    index: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class If:
    """One block or the other."""

    condition: Expression
    then: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class For:
    """A block for each of what a run gives."""

    var: Var
    over: Run
    body: Block


@dataclass(frozen=True, slots=True)
class While:
    """A block as long as a condition holds."""

    condition: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class Break:
    """Leave the innermost loop."""


@dataclass(frozen=True, slots=True)
class Continue:
    """On with the next turn of the innermost loop."""


@dataclass(frozen=True, slots=True)
class Return:
    """The function's value."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Goto:
    """The flow goes on at a node; -1 leads nowhere."""

    node: int


@dataclass(frozen=True, slots=True)
class Rest:
    """The state stands at a node, and the move is over."""

    node: int


@dataclass(frozen=True, slots=True)
class DrawNumber:
    """A variable gets a number from 0 up to, but not including, a bound (above 0), all equally likely."""

    var: Var
    bound: Expression


@dataclass(frozen=True, slots=True)
class Arrive:
    """A random game goes on at a place (see `build.places`). `moved`: a move was made on the way."""

    place: int
    moved: bool


@dataclass(frozen=True, slots=True)
class DrawListed:
    """A decision of a random game is left to the ordinary routines: one of the legal moves is drawn from their list;
    where none is legal, the node goes on by itself. Then the game goes on anywhere."""

    node: int


@dataclass(frozen=True, slots=True)
class Tail:
    """The flow goes on with another step: the last thing a function does."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Abort:
    """The rulebook is wrong here. `stuck`: somebody has to decide, and nothing is legal. `{}` in the message stands for
    `value`."""

    message: str
    node: int
    stuck: bool = False
    value: Expression | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """One legal move: its code where all moves of the option have one (see `Codes`), and its values."""

    option: int
    code: Expression | None
    values: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class OfferSets:
    """A legal move for every element of some sets: element by element, and of one element for the sets that hold it in
    their order. The code is `base + stride * element`; each set has its base. `alone`: nothing was offered before, and
    nothing is offered after it."""

    sets: tuple[Expression, ...]
    bases: tuple[int, ...]
    stride: int
    alone: bool = False


@dataclass(frozen=True, slots=True)
class SortOffers:
    """The codes offered so far are brought into their order, lowest first."""


@dataclass(frozen=True, slots=True)
class Finish:
    """A routine that lists ends here."""


@dataclass(frozen=True, slots=True)
class Weigh:
    """One outcome of chance with its weight."""

    value: Expression
    weight: Expression


@dataclass(frozen=True, slots=True)
class Assume:
    """A condition that is known to hold here. Nothing is done."""

    condition: Expression


@dataclass(frozen=True, slots=True)
class Copy:
    """From here on the state is a copy."""


@dataclass(frozen=True, slots=True)
class Report:
    """The log, if one is kept, is told of an event."""

    event: int
    values: tuple[Expression, ...]
    audience: Expression


@dataclass(frozen=True, slots=True)
class EmptyList:
    """A list is empty from here on."""

    list: Var


@dataclass(frozen=True, slots=True)
class Push:
    """A number more at the end of a list."""

    list: Var
    value: Expression


@dataclass(frozen=True, slots=True)
class Gather:
    """A list of all that a run gives."""

    list: Var
    over: Run


@dataclass(frozen=True, slots=True)
class SortList:
    """Bring the numbers of a list into the order of some keys of `var` (True: highest first); ties stay as they are."""

    list: Var
    var: Var
    keys: tuple[tuple[bool, Expression], ...]


class Deed(Enum):
    """What every target offers as a procedure that changes the state or a list."""

    MOVE_PIECE = "move_piece"
    """(piece, place; 1 for the top, 0 for the bottom): `at`, `contents` and sequences follow."""
    ADD_TOKENS = "add_tokens"
    """(variety, place, count): a place that can hold them gets so many more (fewer, below zero)."""
    WRITE_LIST = "write_list"
    """(start, list; region, base): a length and its members into cells."""
    REARRANGE = "rearrange"
    """(place, list): an ordered place gets a new order."""
    ORDER = "order"
    """(list): ascending, every number once."""
    LOWEST_ALIKE = "lowest_alike"
    """(list): of look-alike pieces only the one with the lowest number stays."""
    SHUFFLE = "shuffle"
    """(place): an ordered place gets a new order by chance, every order equally likely."""


@dataclass(frozen=True, slots=True)
class Perform:
    """One of the procedures of the target."""

    deed: Deed
    arguments: tuple[Expression, ...]
    static: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """For the reader: what comes next, and where it stands in the rulebook."""

    text: str
    origin: Origin | None = field(default=None, compare=False)


Statement: TypeAlias = (
    Assign | Store | If | For | While | Break | Return | Goto | Rest | Tail | Abort | Offer | Weigh | Copy | Report
    | EmptyList | Push | Gather | SortList | Perform | Remark | OfferSets | SortOffers | Finish
    | Assume | Continue | DrawNumber | Arrive | DrawListed
)  # fmt: skip
Block: TypeAlias = tuple[Statement, ...]


# ---------------------------------------------------------------------------------------------------------- functions


class Role(Enum):
    """What a function is for."""

    VALUE = "value"
    """A value of the state: a derived function, an actor, a criterion, a question of looking ahead."""
    ATTEMPT = "attempt"
    """A truth that is found out on a copy; a fault on the way is no refusal, because playing the move shows it."""
    STEP = "step"
    """Changes the state and ends in `Goto` or `Rest`."""
    TRIAL = "trial"
    """A truth about what happens from here on. It uses up the state it is given, which is a copy already."""
    LIST = "list"
    """Offers the legal moves of options as codes, or weighs the outcomes of chance."""
    EACH = "each"
    """Offers legal moves one after the other, as values."""
    DRAW = "draw"
    """A place of a random game: draws a move or lets chance decide, and ends in `Arrive` or `DrawListed`."""
    CHANGE = "change"
    """Changes the state, and that is all (facts of examples)."""


@dataclass(frozen=True, slots=True)
class Routine:
    """A function of the state and its parameters."""

    name: str
    role: Role
    parameters: tuple[Var, ...]
    result: Type | None
    body: Block
    origin: Origin | None = field(default=None, compare=False)
