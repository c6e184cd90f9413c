"""`the position`, `the arrangement of Stones on any Point`: what lies where, as one number.

    tokens        each set of spaces, or each number of them in a place, times a weight of its own
    other pieces  a weight by look and place; how far from the end of a row or pile, and marks, are further factors
    marks, variables, who acts      each times a weight of its own

Nothing that counts may be hidden from anybody, so that the number tells no secret.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.compile.context import Misread, column_of
from rulelang.compile.meaning.phrases import THE, variable_value
from rulelang.compile.meaning.properties import held_index, order_start
from rulelang.compile.meaning.registers import Meaning, reads
from rulelang.compile.meaning.relations import everywhere
from rulelang.compile.meaning.sets import group_of, place_set
from rulelang.compile.sorts import POSITION, Scope, Sort, Typed
from rulelang.diagnostics.catalogue import hidden as hidden_wording
from rulelang.diagnostics.catalogue import positions as wording
from rulelang.graph import terms as t
from rulelang.graph.bit_sets import members
from rulelang.graph.build import YES, either, holds, intersect, is_there, plus, times
from rulelang.graph.terms import Term
from rulelang.graph.terms.fingerprints import Fingerprint, weight
from rulelang.rulebook.world import PieceClass, Variable
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

#: What a weight is for; so no two have the same.
_SPACES, _COUNT, _LOOK, _DEPTH, _MARK, _VALUE, _WHO = range(7)

Product = tuple[Term, ...]


def the_position(meaning: Meaning, scope: Scope, span: Span) -> Typed:
    world = meaning.world
    pieces, varieties = (1 << len(world.individuals)) - 1, (1 << len(world.varieties)) - 1
    parts = [*_laid(meaning, pieces, varieties, everywhere(meaning).value, span, marked=True), *_kept(meaning)]
    if scope.you is not None:
        parts.append((plus(scope.you.term, t.Const(1)), t.Const(weight(_WHO))))
    return Typed(Fingerprint(tuple(parts)), POSITION)


THE["position"] = the_position


@reads(tree.Arrangement)
def _arrangement(meaning: Meaning, arranged: tree.Arrangement, scope: Scope, _expect: Sort | None) -> Typed:
    """Of some pieces only, or in some places only; which and where has to be known beforehand."""
    node = arranged.set
    group = group_of(meaning, replace(node, filters=(), where=None, as_long_as=None), scope)
    places: Term = everywhere(meaning)
    for filter_ in node.filters:
        if not isinstance(filter_, tree.Located):
            raise Misread(wording.no_arrangement(node.span))
        places = intersect(places, place_set(meaning, filter_.places, scope))
    pieces, varieties, laid = group.mask, group.varieties, group.sort.form in ("piece", "token")
    if not isinstance(pieces, t.Const) or not isinstance(varieties, t.Const) or not isinstance(places, t.Const):
        raise Misread(wording.no_arrangement(node.span))
    if not laid or group.where != YES or node.where is not None or node.as_long_as is not None:
        raise Misread(wording.no_arrangement(node.span))
    parts = _laid(meaning, pieces.value, varieties.value, places.value, node.span, marked=False)
    return Typed(Fingerprint(tuple(parts)), POSITION)


# ---------------------------------------------------------------- what lies where


def _laid(meaning: Meaning, pieces: int, varieties: int, places: int, span: Span, *, marked: bool) -> Iterator[Product]:
    world = meaning.world
    kinds = [kind for kind in world.pieces.values() if kind.mask & pieces or kind.variety_mask & varieties]
    for place in members(places):
        if _is_secret(meaning, place, kinds):
            home = world.nature_of(place)
            raise Misread(hidden_wording.position_tells(span, home.name if home else world.place_names[place]))
    for kind in kinds:
        if kind.mask & pieces:
            meaning.book.compared.setdefault(kind.name, span)
        for variety in kind.varieties:
            if varieties >> variety & 1:
                yield from _tokens(meaning, variety, kind, places)
    if pieces:
        piece = meaning.book.local("piece")
        there = holds(t.Const(places), t.Cell("at", t.Local(piece))) if places != everywhere(meaning).value else YES
        marks = _marks(meaning, t.Local(piece), pieces) if marked else ()
        factors = Fingerprint(((_look(meaning, t.Local(piece)), *_depth(meaning, t.Local(piece), places), *marks),))
        yield t.SumIn(piece, t.Members(t.Const(pieces)), either(there, factors, t.Const(0))), t.Const(1)


def _is_secret(meaning: Meaning, place: int, kinds: list[PieceClass]) -> bool:
    """May somebody not see which of these pieces lie there? How many do, everybody sees."""
    home, world = meaning.world.nature_of(place), meaning.world
    if home is None or home.sight == "open" or not any(world.takes(place, kind) for kind in kinds):
        return False
    lodgers = [kind for kind in world.pieces.values() if world.takes(place, kind)]
    looks = {(kind.name, world.individuals[piece].look) for kind in lodgers for piece in kind.individuals}
    return len(looks) + sum(len(kind.varieties) for kind in lodgers) > 1


def _tokens(meaning: Meaning, variety: int, kind: PieceClass, places: int) -> Iterator[Product]:
    world = meaning.world
    homes = [place for place in range(len(world.place_names)) if world.takes(place, kind)]
    spaces = sum(1 << place for place in homes if world.is_for_one(place))
    if spaces & places:
        found: Term = t.TokenPlaces(t.Const(1 << variety))
        yield (found if spaces & ~places == 0 else intersect(found, t.Const(places)), t.Const(weight(_SPACES, variety)))
    # What lies nowhere else lies in the box.
    told = places & ~(1 << world.box) if all(places >> place & 1 for place in homes) else places
    for place in homes:
        if told >> place & 1 and not spaces >> place & 1:
            yield t.TokenCount(t.Const(variety), t.Const(place)), t.Const(weight(_COUNT, variety, place))


def _look(meaning: Meaning, piece: Term) -> Term:
    """The weight of a piece's look where it lies."""
    world, count = meaning.world, len(meaning.world.place_names)
    looks = [one.look for one in world.individuals]
    meaning.book.table("piece look", lambda: looks, -1, column_of("piece", "look"))

    def weights() -> Iterator[int]:
        return (weight(_LOOK, look, place) for look in range(max(looks, default=-1) + 1) for place in range(count))

    meaning.book.table("weight of look and place", weights, 0)
    return t.Entry(
        "weight of look and place", plus(times(t.Entry("piece look", piece), t.Const(count)), t.Cell("at", piece))
    )


def _depth(meaning: Meaning, piece: Term, places: int) -> Iterator[Term]:
    """How far a piece is from the end of a row or pile."""
    world, place = meaning.world, t.Cell("at", piece)
    ordered = sum(1 << q for q in members(places) if (home := world.nature_of(q)) is not None and home.order)
    if ordered:
        other = meaning.book.local("other")
        before = t.WhileIn(
            other, t.CellList("order", order_start(meaning, place)), t.Compare("!=", t.Local(other), piece)
        )
        count = len(world.individuals)
        meaning.book.table("weight of depth", lambda: (weight(_DEPTH, depth) for depth in range(count)), 1)
        yield either(holds(t.Const(ordered), place), t.Entry("weight of depth", t.Size(before)), t.Const(1))


def _marks(meaning: Meaning, piece: Term, pieces: int) -> Iterator[Term]:
    """What a piece is marked with, and what it has."""
    world = meaning.world
    for number, flag in enumerate(world.flags.values()):
        if _holders(meaning, flag.holder) & pieces:
            yield either(holds(t.Cell(flag.region, t.Const(0)), piece), t.Const(weight(_MARK, number)), t.Const(1))
    for number, variable in enumerate(world.variables.values()):
        holders = _holders(meaning, variable.holder)
        if holders & pieces and variable.noun != POSITION.noun:
            value = _value(meaning, variable, held_index(meaning, variable.holder, piece))
            told = plus(times(value, t.Const(weight(_VALUE, number, 0))), t.Const(weight(_VALUE, number, 1)))
            yield either(holds(t.Const(holders), piece), told, t.Const(1)) if pieces & ~holders else told


# ---------------------------------------------------------------- what else is kept


def _kept(meaning: Meaning) -> Iterator[Product]:
    """Marks and variables, apart from those of pieces."""
    for number, flag in enumerate(meaning.world.flags.values()):
        if not _holders(meaning, flag.holder):
            yield t.Cell(flag.region, t.Const(0)), t.Const(weight(_MARK, number))
    for number, variable in enumerate(meaning.world.variables.values()):
        if not _holders(meaning, variable.holder) and meaning.world.plurals(variable.noun) != POSITION.noun:
            for index in range(meaning.world.size_of(variable.holder)):
                yield _value(meaning, variable, t.Const(index)), t.Const(weight(_VALUE, number, index))


def _value(meaning: Meaning, variable: Variable, index: Term) -> Term:
    """What a variable holds as a number; 0 is nothing. A piece counts by its look and where it lies."""
    held = variable_value(meaning, variable, index)
    if held.sort.form == "piece":
        return either(is_there(held.term), _look(meaning, held.term), t.Const(0))
    return plus(held.term, t.Const(1))


def _holders(meaning: Meaning, holder: str) -> int:
    """The pieces of a class that holds something; none if its members are no individual pieces."""
    return sum(kind.mask for kind in meaning.world.piece_classes(holder))
