"""Terms taken apart into sums of atoms, each atom known by a small number.

Facts are kept about atoms, so it is also known here what an atom reads, to tell when a change makes a fact worthless.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.graph import terms as t
from rulelang.graph.access import Accesses
from rulelang.graph.program import Function
from rulelang.graph.shape import calls, locals_in, substitute
from rulelang.graph.terms import Term
from rulelang.graph.values.known_facts import Combination

_ONE = t.Local("")


class Atoms:
    """The numbers of all atoms of a program, and what they read, worked out once for each."""

    def __init__(self, functions: Mapping[str, Function], pieces: int) -> None:
        self._reader = Accesses(functions, ())
        self._every_piece = (1 << max(pieces, 1)) - 1
        self._numbers: dict[Term, int] = {}
        self._terms: list[Term] = []
        self._regions: list[frozenset[str]] = []
        self._of_combinations: dict[Combination, frozenset[str]] = {}

    def number(self, term: Term) -> int:
        """The number of a term; equal terms have the same."""
        known = self._numbers.get(term)
        if known is not None:
            return known
        plain = self._plainer(term)
        found = self._numbers.setdefault(plain, len(self._terms))
        if found == len(self._terms):
            self._terms.append(plain)
            self._regions.append(self._collect(plain))
        self._numbers[term] = found
        return found

    def term(self, number: int) -> Term:
        """The term of a number."""
        return self._terms[number]

    def sum_of(self, term: Term) -> tuple[dict[int, int], int]:
        """The atoms of a sum with their factors, and the number that is added."""
        parts: dict[int, int] = {}
        rest = self._sum(term, 1, parts)
        return ({part: factor for part, factor in parts.items() if factor}, rest)

    def difference(self, left: Term, right: Term) -> tuple[dict[int, int], int]:
        """`left` minus `right` as a sum."""
        parts: dict[int, int] = {}
        rest = self._sum(left, 1, parts) + self._sum(right, -1, parts)
        return ({part: factor for part, factor in parts.items() if factor}, rest)

    def _sum(self, term: Term, factor: int, parts: dict[int, int]) -> int:
        match term:
            case t.Const(value):
                return value * factor
            case t.Arithmetic("+", left, right):
                return self._sum(left, factor, parts) + self._sum(right, factor, parts)
            case t.Arithmetic("-", left, right):
                return self._sum(left, factor, parts) + self._sum(right, -factor, parts)
            case t.Arithmetic("*", left, t.Const(times)) | t.Arithmetic("*", t.Const(times), left):
                return self._sum(left, factor * times, parts)
            case _:
                atom = self.number(term)
                parts[atom] = parts.get(atom, 0) + factor
                return 0

    def _plainer(self, term: Term) -> Term:
        """The same question in the same words: counting the tokens of one look in one place is the number that is kept
        of them, all pieces need not be spoken of, and names inside a question do not matter."""
        match term:
            case t.SumIn(_, t.Tokens(t.Const(varieties), t.Single(place)), t.TokenCount()) if (
                varieties.bit_count() == 1
            ):
                return t.TokenCount(t.Const(varieties.bit_length() - 1), place)
            case t.SumIn(_, t.Tokens(t.Const(varieties), t.Const(places)), t.TokenCount()) if (
                varieties.bit_count() == places.bit_count() == 1
            ):
                return t.TokenCount(t.Const(varieties.bit_length() - 1), t.Const(places.bit_length() - 1))
            case t.Both(parts):
                left = tuple(one for one in parts if not (isinstance(one, t.Const) and one.value == self._every_piece))
                return left[0] if len(left) == 1 else t.Both(left)
            case t.Size(of) if isinstance(of, t.Both):
                return t.Size(self._plainer(of))
            case t.AnyIn(name, t.Members(of), body) if name != _ONE.name:
                return t.AnyIn(_ONE.name, t.Members(self._plainer(of)), substitute(body, {name: _ONE}))
            case _:
                return term

    # ------------------------------------------------------------------ readings

    def read_by(self, known: Combination) -> frozenset[str]:
        """What the atoms of a sum read."""
        found = self._of_combinations.get(known)
        if found is None:
            found = frozenset().union(*(self._regions[atom] for atom, _ in known))
            self._of_combinations[known] = found
        return found

    def regions(self, term: Term) -> frozenset[str]:
        """Regions the term reads; `tokens` for anything about tokens; `?` and the names of locals it speaks of."""
        return self._regions[self.number(term)]

    def _collect(self, term: Term) -> frozenset[str]:
        """A definition counts itself, too, besides what it reads."""
        names = locals_in(term)
        named = [*(f"?{name}" for name in names), *(f"={function}" for function in calls(term))]
        return self._reader.reads(term).union(named, "?" if names else "")
