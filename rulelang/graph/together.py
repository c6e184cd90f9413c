"""Is it a game in which all win or lose together?"""

from __future__ import annotations

from rulelang.graph.program import Program
from rulelang.graph.terms import Const, Put
from rulelang.graph.walk import all_parts


def plays_together(program: Program) -> bool:
    """No ranking tells players apart, and no rule lets one of them win alone."""
    if program.scoring.lines or program.scoring.eligible is not None:
        return False
    everybody = (1 << program.players) - 1
    won = [part.value for part in all_parts(program.nodes) if isinstance(part, Put) and part.region == "winners"]
    return bool(won) and all(value in (Const(0), Const(everybody)) for value in won) and Const(everybody) in won
