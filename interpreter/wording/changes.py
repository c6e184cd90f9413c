"""What changed between some writings and what they wrote, put together and in words, as one player may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from interpreter.engine.executor import option_of
from interpreter.engine.tracer import Wrote
from interpreter.visibility.sight import back_of
from interpreter.wording.names import Names, phrase
from interpreter.wording.picture import holders_of, times, title_of
from rulelang.graph import terms
from rulelang.graph.bit_sets import members
from rulelang.graph.layout import Region
from rulelang.graph.program import ChanceNode, Decide, Parameter
from rulelang.graph.roles import DIE_VALUE, NodeRole
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from interpreter.engine.steps import Step
    from interpreter.wording.worded_game import WordedGame

_FACES: Final = "face-down"
_MOST_NAMED: Final = 8
_KEPT: Final = ("counter", "flag", "variable", "list")


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is different now, in words."""

    text: str


@dataclass(frozen=True, slots=True)
class NamedByMove:
    """What the words of a move name already, so that it need not be told again."""

    pieces: frozenset[int] = frozenset()
    tokens: frozenset[tuple[int, int]] = frozenset()
    places: frozenset[int] = frozenset()
    values: frozenset[tuple[str, int]] = frozenset()
    rolled: bool = False
    by_chance: bool = False

    @classmethod
    def of(cls, game: WordedGame, step: Step) -> NamedByMove:
        """The pieces, tokens (as variety and place) and places that the words of a step name."""
        node = game.executor.node(list(step.before))
        pairs: list[tuple[Parameter, int]] = []
        rolled = False
        if isinstance(node, Decide):
            for parameter, value in zip(option_of(node, step.move).parameters, step.move[1:], strict=True):
                pairs += [(parameter, one) for one in (value if isinstance(value, tuple) else (value,))]
        elif isinstance(node, ChanceNode) and node.parameter is not None and isinstance(step.outcome, int):
            pairs.append((node.parameter, step.outcome))
            rolled = node.role is NodeRole.ROLL
        varieties = max(1, len(game.program.layout.varieties))
        pieces, tokens, places = set(), set(), set()
        for parameter, value in pairs:
            if isinstance(parameter.domain, terms.Tokens):
                tokens.add((value % varieties, value // varieties))
            elif game.sight.is_piece(parameter.elements):
                pieces.add(value)
            elif _is_place(game, parameter.elements):
                places.add(value)
        values = frozenset((parameter.elements, value) for parameter, value in pairs)
        by_chance = isinstance(node, ChanceNode)
        return cls(frozenset(pieces), frozenset(tokens), frozenset(places), values, rolled, by_chance)


def _is_place(game: WordedGame, elements: str) -> bool:
    return elements == "place" or any(place.holder == elements for place in game.program.layout.places)


@dataclass(slots=True)
class _Sum:
    """Writings put together: what was there first, what is there now."""

    cells: dict[int, tuple[int, int]] = field(default_factory=dict)
    pieces: dict[int, tuple[int, int]] = field(default_factory=dict)
    tokens: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    seen: set[int] = field(default_factory=set)
    #: The effects that moved pieces, in their order, and which of them moved a piece first.
    moves: dict[terms.Effect, int] = field(default_factory=dict)
    moved_by: dict[int, int] = field(default_factory=dict)
    lists: dict[str, None] = field(default_factory=dict)


def changes(
    game: WordedGame, written: Sequence[Wrote], viewer: int | None, names: Names, chosen: NamedByMove
) -> list[Change]:
    """Everything that is different after the writings, as far as the viewer sees it (None: everything)."""
    found = _Sum()
    for note in written:
        _add(game, found, note, viewer)
    after = written[-1].after if written else ()
    teller = _Teller(game, names, viewer, after, found.seen, chosen)
    if chosen.rolled and DIE_VALUE in game.program.layout.regions:
        die = game.program.layout.regions[DIE_VALUE]
        found.cells = {cell: way for cell, way in found.cells.items() if not 0 <= cell - die.base < die.length}
    return [Change(text) for text in (*teller.moved(found), *teller.kept(found))]


def _add(game: WordedGame, found: _Sum, note: Wrote, viewer: int | None) -> None:
    sight, effect = game.sight, note.effect
    match effect:
        case terms.MovePiece():
            piece = game.executor.evaluate(list(note.before), effect.piece, note.values)
            first, _ = found.pieces.get(piece, (note.before[sight.at + piece], -1))
            found.pieces[piece] = first, note.after[sight.at + piece]
            found.moved_by.setdefault(piece, found.moves.setdefault(effect, len(found.moves)))
            if viewer is None or any(sight.sees_piece(cells, viewer, piece) for cells in (note.before, note.after)):
                found.seen.add(piece)
        case terms.MoveTokens():
            variety, source, target, count = (
                game.executor.evaluate(list(note.before), term, note.values)
                for term in (effect.variety, effect.source, effect.target, effect.count)
            )
            _carry(found.tokens, variety, source, target, count)
        case terms.Put(region) | terms.Append(region) | terms.SortInto(region):
            kept = game.program.layout.regions[region]
            if kept.role == "list":
                # That a position is noted goes without saying.
                if kept.elements != "position":
                    found.lists[region] = None
            elif kept.role in _KEPT or region == _FACES:
                for cell in range(kept.base, kept.base + kept.length):
                    if note.before[cell] != note.after[cell]:
                        first, _ = found.cells.get(cell, (note.before[cell], 0))
                        found.cells[cell] = first, note.after[cell]


def _carry(tokens: Counter[tuple[int, int, int]], variety: int, source: int, target: int, count: int) -> None:
    """Tokens that have only just come to a place and go on were never there."""
    for (what, first, last), carried in list(tokens.items()):
        if what == variety and last == source and count and carried:
            both = min(count, carried)
            tokens[what, first, last] -= both
            tokens[what, first, target] += both
            count -= both
    tokens[variety, source, target] += count


@dataclass(frozen=True, slots=True)
class _Teller:
    """Says what is different."""

    game: WordedGame
    names: Names
    viewer: int | None
    after: Sequence[int]
    seen: set[int]
    chosen: NamedByMove

    # ------------------------------------------------------------------------------------------------ pieces

    def moved(self, found: _Sum) -> Iterator[str]:
        """Pieces and tokens by where they came from and where they went."""
        chosen = self.chosen
        ways: dict[tuple[int, int], Counter[str]] = {}
        implied: set[int] = set()
        yield from self._exchanged(found.tokens)
        for piece in self._in_order(found):
            source, target = found.pieces[piece]
            if source != target and not self._implied(target, piece in chosen.pieces, implied):
                ways.setdefault((source, target), Counter())[self._piece(piece)] += 1
        for (variety, source, target), count in sorted(found.tokens.items(), key=lambda one: self._hides(*one[0][1:])):
            if count <= 0 or source == target:
                continue
            is_named = (variety, source) in chosen.tokens
            if not self._implied(target, is_named, implied) or (count > 1 and not is_named):
                ways.setdefault((source, target), Counter())[self._variety(variety, source, target)] += count
        for (source, target), things in ways.items():
            named = things if len(things) <= _MOST_NAMED else self._by_kind(found, source, target)
            said = ", ".join(times(name, count) for name, count in named.items())
            yield f"{said}: {self.names.place(source)} → {self.names.place(target)}"

    def _in_order(self, found: _Sum) -> list[int]:
        """The pieces that moved. What one sentence moves unseen comes behind all else that it moves, by its places: its
        number would tell what it is. What goes on one way to where the viewer does not look comes by its number: when
        each went would tell how they lay in a shuffled pile."""
        numbers = self._numbered(found)
        last = {found.moved_by[piece]: number for piece, number in numbers.items()}
        first: dict[tuple[int, int], int] = {}
        for piece, number in numbers.items():
            if piece in self.seen:
                first.setdefault(found.pieces[piece], number)

        def key(piece: int) -> tuple[object, ...]:
            if piece in self.seen:
                way = found.pieces[piece]
                if self.viewer is not None and not self.game.sight.sees_place(self.viewer, way[1]):
                    return first[way], 0, piece
                return numbers[piece], 0
            return last[found.moved_by[piece]], 1, *found.pieces[piece], *self.game.sight.back(piece)

        return sorted(found.pieces, key=key)

    def _numbered(self, found: _Sum) -> dict[int, int]:
        """When each piece moved. Which of its copies one sentence moves first would tell which of them it is: they come
        by their places."""
        numbers = {piece: number for number, piece in enumerate(found.pieces)}
        copies = self.game.sight.copies if self.viewer is not None else {}
        alike: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for piece in numbers.keys() & copies.keys():
            alike.setdefault((found.moved_by[piece], copies[piece]), []).append(piece)
        for pieces in alike.values():
            when = sorted(numbers[piece] for piece in pieces)
            numbers.update(zip(sorted(pieces, key=found.pieces.__getitem__), when, strict=True))
        return numbers

    def _hides(self, source: int, target: int) -> tuple[int, ...]:
        """Nothing for tokens that the viewer sees; their places for those that come behind them, unseen."""
        sight = self.game.sight
        seen = self.viewer is None or any(sight.sees_place(self.viewer, place) for place in (source, target))
        return () if seen else (source, target)

    def _implied(self, target: int, is_named: bool, implied: set[int]) -> bool:
        """Who is told `Cross: b2` knows that a mark came to b2, and of `Helmet to Akita` that the helmet did: what is
        named has come to the place that is named, or, where only a place is named, the first thing has. What chance
        chooses is told with its place."""
        chosen = self.chosen
        if is_named and (chosen.by_chance or target in chosen.places):
            return True
        if target not in chosen.places:
            return False
        if chosen.pieces or chosen.tokens or target in implied:
            return False
        implied.add(target)
        return True

    def _exchanged(self, tokens: Counter[tuple[int, int, int]]) -> Iterator[str]:
        """A token that changes its look or its owner is exchanged for one from the box (4.4)."""
        box = self.game.program.layout.box
        became: dict[tuple[str, str], list[str]] = {}
        for (old, place, target), count in tokens.items():
            if target != box or count != 1:
                continue
            for (new, source, there), other in tokens.items():
                if (source, there, other) == (box, place, 1) and new != old and tokens[old, place, box] == 1:
                    tokens[old, place, box] = tokens[new, box, place] = 0
                    looks = self._variety(old, place, place), self._variety(new, place, place)
                    became.setdefault(looks, []).append(self.names.place(place))
        for (before, after), places in became.items():
            yield f"{before} → {after}: {', '.join(places)}"

    def _by_kind(self, found: _Sum, source: int, target: int) -> Counter[str]:
        """Too many things to be named one by one."""
        kinds: Counter[str] = Counter()
        for piece, way in found.pieces.items():
            if way == (source, target):
                kinds[self.names.back(*self.game.sight.back(piece))] += 1
        for (variety, first, last), count in found.tokens.items():
            if (first, last) == (source, target):
                kinds[self._variety(variety, source, target)] += count
        return kinds

    def _piece(self, piece: int) -> str:
        if piece in self.seen:
            return self.names.piece(piece)
        return self.names.back(*self.game.sight.back(piece))

    def _variety(self, variety: int, source: int, target: int) -> str:
        sight = self.game.sight
        if self.viewer is None or any(sight.sees_place(self.viewer, place) for place in (source, target)):
            return self.names.variety(variety)
        look = self.game.program.layout.varieties[variety]
        return self.names.back(*back_of(look))

    # ------------------------------------------------------------------------------------------ what is kept

    def kept(self, found: _Sum) -> Iterator[str]:
        """Counters, marks, variables and lists."""
        regions = self.game.program.layout.regions
        for region in regions.values():
            changed = {c: found.cells[c] for c in range(region.base, region.base + region.length) if c in found.cells}
            changed = {cell: (old, new) for cell, (old, new) in changed.items() if old != new and self._may_see(cell)}
            if region.name == _FACES and self.after:
                yield from self._faces(found, region.base)
            elif changed:
                yield from self._region(region, changed)
        for name in found.lists:
            yield from self._list(regions[name])

    def _may_see(self, cell: int) -> bool:
        """What changes about a piece is seen by those who see the piece, or by everybody."""
        sight = self.game.sight
        piece = sight.marked.get(cell)
        open_to_all = any(region.base <= cell < region.base + region.length for region in sight.open_marks)
        return piece is None or open_to_all or self._sees(piece)

    def _sees(self, piece: int) -> bool:
        return self.viewer is None or self.game.sight.sees_piece(self.after, self.viewer, piece)

    def _region(self, region: Region, changed: dict[int, tuple[int, int]]) -> Iterator[str]:
        if region.kind == "set":
            yield from self._marks(region, changed)
            return
        holders = self._holders(region, changed)
        width = max(1, region.length // max(1, len(holders)))
        counted = self.names.program.names.get(region.called, ())
        by_title: dict[str, list[str]] = {}
        for cell, (old, new) in sorted(changed.items(), key=lambda one: self._unseen_place(region, one[0])):
            holder, offset = divmod(cell - region.base, width)
            title = self.names.term(counted[offset]) if len(counted) == width > 1 else title_of(self.names, region)
            said = self._way(region, old, new)
            if said:
                by_title.setdefault(title, []).append(f"{holders[holder]} {said}".strip())
        for title, texts in by_title.items():
            yield f"{title}: {', '.join(texts)}"

    def _unseen_place(self, region: Region, cell: int) -> tuple[int, ...]:
        """Nothing, or where the unseen piece lies that a mark is on: it is told behind the others, in this order."""
        if region not in self.game.sight.open_marks or self._sees(piece := self.game.sight.marked[cell]):
            return ()
        return self.after[self.game.sight.at + piece], self.game.sight.position(self.after, piece)

    def _holders(self, region: Region, changed: dict[int, tuple[int, int]]) -> list[str]:
        """What has the values of a region; what is not seen is called by where it lies."""
        holders = holders_of(self.names, region) if region.holder else [""]
        for cell in changed if region in self.game.sight.open_marks else ():
            piece = self.game.sight.marked[cell]
            if not self._sees(piece):
                holders[cell - region.base] = self.names.back_in_place(self.game.sight, self.after, piece)
        return holders

    def _way(self, region: Region, old: int, new: int) -> str:
        if self.game.sight.is_piece(region.elements):
            return self.names.element(region.elements, new) if new < 0 or self._sees(new) else ""
        if region.role == "variable" and (region.elements, new) in self.chosen.values:
            return ""
        if region.role == "variable":
            return self.names.element(region.elements, new)
        return f"{self.names.element(region.elements, old)} → {self.names.element(region.elements, new)}"

    def _marks(self, region: Region, changed: dict[int, tuple[int, int]]) -> Iterator[str]:
        if region.role != "flag" or region.length != 1 or not region.holder:
            return
        ((old, new),) = changed.values()
        title = title_of(self.names, region)
        for form, marked in (("{}", new & ~old), ("no longer {}", old & ~new)):
            whom = [n for n in members(marked) if not self.game.sight.is_piece(region.holder) or self._sees(n)]
            if whom:
                said = ", ".join(self.names.element(region.holder, one) for one in whom)
                yield f"{phrase(form, self.names.language).format(title)}: {said}"

    def _faces(self, found: _Sum, cell: int) -> Iterator[str]:
        """Which way up pieces lie now. How they lie where the viewer does not look is not told, nor that they lay so
        before."""
        old, new = found.cells.get(cell, (self.after[cell], self.after[cell]))
        at = self.game.sight.at
        up, down = set[int](), set[int]()
        for piece, place in enumerate(self.after[at : at + len(self.game.program.layout.pieces)]):
            before, is_down = found.pieces.get(piece, (place, place))[0], bool(new >> piece & 1)
            was_down = bool(old >> piece & 1) if self._looks_into(before) else None
            if is_down and not was_down and self._looks_into(place):
                down.add(piece)
            elif was_down and not is_down and (self._looks_into(place) or piece in self.seen):
                up.add(piece)
        for form, turned in (("{} face up", up), ("{} face down", down)):
            called = Counter(
                self.names.piece(piece) if self._sees(piece) else self._piece(piece)
                for piece in sorted(turned, key=lambda one: (not (self._sees(one) or one in self.seen), one))
            )
            for name, count in called.items():
                yield phrase(form, self.names.language).format(times(name, count))

    def _looks_into(self, place: int) -> bool:
        return self.viewer is None or self.game.sight.sees_place(self.viewer, place)

    def _list(self, region: Region) -> Iterator[str]:
        length = self.after[region.base]
        listed = self.after[region.base + 1 : region.base + 1 + length]
        if self.game.sight.is_piece(region.elements) and not all(self._sees(piece) for piece in listed):
            return
        said = ", ".join(self.names.element(region.elements, one) for one in listed)
        yield f"{title_of(self.names, region)}: {said or self.names.nothing}"
