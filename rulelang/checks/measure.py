"""Numbers that only rise or only fall: what never goes back comes to an end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulelang.graph.access import writes
from rulelang.graph.terms import Arithmetic, Cell, Effect, ForIn, Local, Name, Put, Term, When
from rulelang.graph.values.assume import Values
from rulelang.graph.values.cell_values import Names
from rulelang.tuning.fast_dataclass import dataclass

RISES, FALLS, NEITHER, STAYS = "rises", "falls", "neither", "stays"
_NOTHING_KNOWN: Final[Names] = {}


@dataclass(frozen=True, slots=True)
class MeasureChange:
    """What effects do to the numbers of a region; `certain`: at least one of them changes by 1 or more."""

    way: str = STAYS
    certain: bool = False

    def then(self, other: MeasureChange) -> MeasureChange:
        """Both, one after the other."""
        if STAYS in (self.way, other.way):
            way = other.way if self.way == STAYS else self.way
        else:
            way = self.way if self.way == other.way else NEITHER
        return MeasureChange(way, self.certain or other.certain)


def change(effects: Iterable[Effect], region: str, values: Values, holding: bool = False) -> MeasureChange:
    """What effects do to a region, on all ways. `holding`: where it is lowered there is at least 1 to take away."""
    found = MeasureChange()
    named: dict[str, Term] = {}
    for effect in effects:
        match effect:
            case Name(name, value):
                named[name] = value
            case Put(written, index, value) if written == region:
                value = named.get(value.name, value) if isinstance(value, Local) else value
                found = found.then(_put(Cell(region, index), value, values, holding))
            case When(_, then, otherwise):
                sides = [change(part, region, values, holding) for part in (then, otherwise)]
                certain = all(side.certain for side in sides)
                for side in sides:
                    found = found.then(MeasureChange(side.way, certain))
            case ForIn(_, _, body):
                found = found.then(MeasureChange(change(body, region, values, holding).way))
            case _:
                if region in writes((effect,)):
                    return MeasureChange(NEITHER)
    return found


def _put(cell: Cell, value: Term, values: Values, holding: bool) -> MeasureChange:
    if not isinstance(value, Arithmetic) or value.operation not in "+-" or value.left != cell:
        return MeasureChange(NEITHER)
    low, _ = values.number(value.right, _NOTHING_KNOWN)
    way = RISES if value.operation == "+" else FALLS
    if low < 0:
        return MeasureChange(NEITHER)
    return MeasureChange(way, low > 0 or (holding and way == FALLS and _as_much_as_there_is(value.right, cell, values)))


def _as_much_as_there_is(amount: Term, cell: Cell, values: Values) -> bool:
    """`lose 2 Coins`: 2, or what there is."""
    if not isinstance(amount, Arithmetic) or amount.operation != "min":
        return False
    sides = amount.left, amount.right
    return cell in sides and any(values.number(side, _NOTHING_KNOWN)[0] > 0 for side in sides)
