"""The places of some pieces, as a set: what no loop over other things has to look for again.

is there a Ship of S that lies next to x      becomes     the places next to x share something with the places of S
"""

from __future__ import annotations

from interpreter.execute.generate import shape
from interpreter.execute.generate.facts import Facts
from rulelang.graph import terms
from rulelang.graph.terms import Const, Members, Term

_PLACE = "place of piece"


def lies_in(term: Term, facts: Facts) -> Term | None:
    """For the question whether a piece of some lies in a set of places: whether that set has one of their places."""
    match term:
        case terms.AnyIn(name, Members(pieces), terms.Holds(places, terms.Cell("at", terms.Local(asked)))) if (
            name == asked and name not in shape.free_locals(places) and shape.free_locals(places)
        ):
            every = Const((1 << len(facts.program.layout.places)) - 1)
            here = terms.Both((terms.Cell("contents", terms.Local(_PLACE)), pieces))
            found = terms.Filtered(_PLACE, Members(every), terms.Not(terms.Not(here)))
            return terms.Not(terms.Not(terms.Both((places, found))))
        case _:
            return None


def pieces_placed(part: shape.Part) -> Term | None:
    """Of which pieces a term is the set of places, if it is one."""
    match part:
        case terms.Filtered(name, _, terms.Not(terms.Not(terms.Both((terms.Cell("contents", place), pieces))))) if (
            name.startswith(_PLACE) and place == terms.Local(name)
        ):
            return pieces
        case _:
            return None
