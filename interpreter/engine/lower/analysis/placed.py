"""The places of some pieces, as a set: what no loop over other things has to look for again.

is there a Ship of S that lies next to x      becomes     the places next to x share something with the places of S
the Ships of S that lie next to x             becomes     those of S among what the places next to x contain
"""

from __future__ import annotations

from typing import Final

from interpreter.engine.lower.analysis.facts import Facts
from rulelang.graph import shape, terms
from rulelang.graph.bounds import Scope
from rulelang.graph.terms import Const, Members, Term

_PLACE: Final = "place of piece"
_PIECE: Final = "piece in places"

#: What more places contain is not gathered.
_FEW_PLACES: Final = 8


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


def all_in(places: Term, facts: Facts, scope: Scope) -> Term | None:
    """All pieces that lie in a set of places; None where these are many."""
    size = facts.largest(places, scope)
    if isinstance(places, Const) or size is None or size > _FEW_PLACES:
        return None
    every = Const((1 << len(facts.program.layout.pieces)) - 1)
    return terms.Filtered(_PIECE, Members(every), terms.Holds(places, terms.Cell("at", terms.Local(_PIECE))))


def places_asked(part: shape.Part) -> Term | None:
    """Of which places a term gives all pieces, if it is one that does."""
    match part:
        case terms.Filtered(name, _, terms.Holds(places, terms.Cell("at", piece))) if name.startswith(
            _PIECE
        ) and piece == terms.Local(name):
            return places
        case _:
            return None
