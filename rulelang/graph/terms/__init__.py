"""The intermediate form between the graph and whatever executes it: typed, finite, free of Python objects.

Every value is a small integer, a set of small integers, or a fingerprint (`fingerprints.py`):

* an element (a piece, a place, a member of a kind, a player, a direction) is its number; `nothing` is -1;
* a token is `variety + varieties * place` (tokens have no identity, only a look and a place);
* a truth is 0 or 1;
* a set of elements is a bit set (bit i stands for element i).

Tables are static arrays with one extra entry at the end, which is the answer for `nothing` (index -1). A cell read or
written outside its region is a fault of the rulebook, and so is a move of nothing or to nowhere: the reference executor
raises it, faster ones may not notice. Terms are total otherwise, so parts may be evaluated in any order. A back end
needs: these terms, the effects (`effects.py`), the layout (`../layout.py`) and the nodes (`../program.py`).
"""

from __future__ import annotations

from typing import TypeAlias

from rulelang.graph.terms.effects import *
from rulelang.graph.terms.fingerprints import *
from rulelang.graph.terms.folds import *
from rulelang.graph.terms.plain import *
from rulelang.graph.terms.sets import *

#: Terms that are 1 or 0, and terms that are sets; others may be either, or numbers.
TruthTerm: TypeAlias = Compare | Not | And | Or | Holds | HasLine | AnyIn | AllIn | Possible
SetTerm: TypeAlias = (
    Single | Both | Either | Without | Reached | InLine | TokenPlaces | Filtered | WhileIn | Leading
)  # fmt: skip
Term: TypeAlias = (
    Const | Local | Cell | Entry | Arithmetic | IfElse | Bind | Apply | Fingerprint | TruthTerm | SetTerm
    | Size | Lowest | Highest | VarietyOf | PlaceOf | TokenAt | TokenCount | SumIn | BestIn | FirstIn
)  # fmt: skip
