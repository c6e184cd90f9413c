"""Everything that makes lowered code faster, by name. Each may be left out (`Lowering(program, without=...)`): the code
means the same.

The first ones work on terms while routines are built, because there the meaning of a sentence is still whole; the
others change a routine that is built, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from interpreter.engine.lower.code import Routine
from interpreter.engine.lower.passes.dead_stores import without_dead_stores
from interpreter.engine.lower.passes.first_only import without_idle_loops
from interpreter.engine.lower.passes.idle import without_idle_blocks
from interpreter.engine.lower.passes.implied import without_implied
from interpreter.engine.lower.passes.in_variables import with_cells_in_variables
from interpreter.engine.lower.passes.offer_sets import with_sets_offered
from interpreter.engine.lower.passes.once import with_values_kept
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass: what it is called, what it does, and what changes a routine (None: it works on terms)."""

    name: str
    about: str
    run: Callable[[Routine], Routine] | None = None


PASSES: Final = (
    Pass("simplify", "terms are folded, small functions written out, loops over sets made set algebra"),
    Pass("ahead", "looking ahead becomes conditions before the move, as far as the way can be followed"),
    Pass("certain", "what is sure to be possible is not tried, where only trying tells of the rest"),
    Pass("specialise", "routines are written for each player who may decide, and what is known of cells is followed"),
    Pass("parts", "an option is listed in parts, one for each of a few kinds"),
    Pass("gather", "conditions on what is chosen become part of the set it is chosen from"),
    Pass("steps", "moves from a place to another at one of few distances are listed for all places at once"),
    Pass("walks", "a walk of which one thing is asked ends as soon as the answer is known"),
    Pass("whole_games", "random games of a small game are one routine, with cells in variables"),
    Pass("first_only", "a loop that ends with its first turn and does not ask which it is becomes a question",
         without_idle_loops),
    Pass("offer_sets", "a loop that does nothing but offer codes becomes one offer", with_sets_offered),
    Pass("implied", "what is known already is not asked again", without_implied),
    Pass("dead_stores", "what is written to a cell and written over before anybody reads it is not written",
         without_dead_stores),
    Pass("idle", "loops and forks in which nothing happens, or only what happens behind them, too, are left out",
         without_idle_blocks),
    Pass("in_variables", "what a trial writes is kept in variables, and on a copy only where the whole state is asked",
         with_cells_in_variables),
    Pass("once", "what is worked out several times is kept in a variable", with_values_kept),
)  # fmt: skip

NAMES: Final = frozenset(one.name for one in PASSES)


def optimised(routine: Routine, without: frozenset[str] = frozenset()) -> Routine:
    """A routine after all passes that are not left out."""
    for one in PASSES:
        if one.run is not None and one.name not in without:
            routine = one.run(routine)
    return routine
