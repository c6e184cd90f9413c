"""What the runtime is told of a game's pieces and tokens: where they are kept, and which nobody can tell apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from interpreter.engine.alike import Alike
from interpreter.engine.native.layout import StateLayout
from interpreter.engine.native.tables import constant, signed
from interpreter.engine.native.values import integer_of


class GameTables:
    """The tables of one layout."""

    def __init__(self, state: StateLayout) -> None:
        self._state: Final = state
        self._layout: Final = state.layout

    # -------------------------------------------------------------------------------------------------- tokens

    def tokens(self, *, listed: bool) -> Iterator[str]:
        """Where tokens are counted."""
        state, layout = self._state, self._layout
        places, words = len(layout.places), state.place_words
        counted = [
            state.token_cells[store.counts[place]] if place in store.counts else -1
            for store in layout.tokens for place in range(places)
        ]  # fmt: skip
        yield _array("rl_counted", counted)
        # Without a set of its own, no place of a variety is stored in one.
        homes = [store.set_places if store.set_cell >= 0 else 0 for store in layout.tokens]
        if state.sets is not None:
            stored = [state.token_cells[store.set_cell] if store.set_cell >= 0 else 0 for store in layout.tokens]
            yield _array("rl_stored", stored)
            yield _sets("rl_stored_places", homes, state.stored_words)
        held = [home | sum(1 << place for place in store.counts)
                for home, store in zip(homes, layout.tokens, strict=True)]  # fmt: skip
        if listed:
            yield _sets("rl_token_homes", held, words)
        yield f"#define RL_HAS_SETS {int(state.sets is not None)}"
        yield f"#define RL_HAS_COUNTS {int(state.counts is not None)}"
        if state.counts is not None:
            yield f"#define RL_COUNT {state.counts.c_type}"
            yield f"#define RL_LEAST_COUNT {signed(state.counts.range[0])}"
            yield f"#define RL_MOST_COUNT {signed(state.counts.range[1])}"

    # -------------------------------------------------------------------------------------------------- pieces

    def pieces(self, *, are_moved: bool) -> Iterator[str]:
        """Where pieces are kept, and in what order."""
        state, layout = self._state, self._layout
        at, contents = state.slot("at").field, state.slot("contents").field
        yield f"#define RL_AT {at.name}"
        yield f"#define RL_AT_TYPE {at.c_type}"
        yield f"#define RL_CONTENTS {contents.name}"
        if not are_moved:
            return
        regions = sorted({place.order_region for place in layout.places if place.order_region})
        starts = [place.order_start if place.order_region else -1 for place in layout.places]
        yield _array("rl_order_at", starts)
        order = state.slot(regions[0]).field if regions else at
        ends = sorted([*(start for start in starts if start >= 0), order.length])
        room = [min(end for end in ends if end > start) - start - 1 if start >= 0 else 0 for start in starts]
        yield _array("rl_order_room", room)
        yield f"#define RL_ORDER {order.name}"
        yield f"#define RL_ORDER_TYPE {order.c_type}"

    def twins(self) -> Iterator[str]:
        """Which pieces nobody can tell apart in a state."""
        layout, alike = self._layout, Alike(self._layout)
        count = range(len(layout.pieces))
        yield _array("rl_has_twin", [int(piece not in alike.unique) for piece in count])
        yield _array("rl_looks", [layout.pieces[piece].look for piece in count])
        asked = ["rl_looks[a] == rl_looks[b]", "s->RL_AT[a] == s->RL_AT[b]"]
        if alike.rows:
            hidden = sum(1 << place for place in alike.rows)
            yield _sets("rl_hidden_rows", [hidden], self._state.place_words)
            asked.append("!rl_has@P(rl_hidden_rows[0], s->RL_AT[a])")
        yield from self._marks(alike)
        yield "static rl_i32 rl_alike(const struct state *s, rl_i32 a, rl_i32 b)"
        yield "{"
        yield f"    return {' && '.join(asked)} && rl_same_marks(s, a, b);"
        yield "}"

    def _marks(self, alike: Alike) -> Iterator[str]:
        """Are the marks of two pieces of equal look the same? Pieces that have them in the same regions are asked in
        the same way."""
        groups: dict[tuple[tuple[str, ...], tuple[int, ...]], list[int]] = {}
        for piece in range(len(self._layout.pieces)):
            regions = tuple(self._region_of(cell) for cell in alike.cells[piece])
            groups.setdefault((regions, alike.bits[piece]), []).append(piece)
        named: dict[str, list[int]] = {}
        for (regions, _), pieces in groups.items():
            for position, region in enumerate(regions):
                base = self._layout.regions[region].base
                where = named.setdefault(region, [0] * len(self._layout.pieces))
                for piece in pieces:
                    where[piece] = alike.cells[piece][position] - base
        for number, where in enumerate(named.values()):
            yield _array(f"rl_marked_{number}", where)
        numbers = {region: number for number, region in enumerate(named)}
        by_piece = {piece: number for number, pieces in enumerate(groups.values()) for piece in pieces}
        yield _array("rl_mark_group", [by_piece[piece] for piece in range(len(self._layout.pieces))])
        yield "static inline rl_i32 rl_same_marks(const struct state *s, rl_i32 a, rl_i32 b)"
        yield "{"
        yield "    (void)s; (void)b;"
        yield "    switch (rl_mark_group[a]) {"
        for number, (regions, flags) in enumerate(groups):
            asked = [self._same_cells(region, f"rl_marked_{numbers[region]}") for region in regions]
            asked += [self._same_flags(cell) for cell in flags]
            yield f"    case {number}: return {' && '.join(asked) or '1'};"
        yield "    default: return 1;"
        yield "    }"
        yield "}"

    def _same_cells(self, region: str, where: str) -> str:
        slot = self._state.slot(region)
        first, second = (f"s->{slot.field.name}[{slot.start} + {where}[{piece}]]" for piece in "ab")
        if slot.field.words:
            return f"rl_same{slot.field.words}({first}, {second})"
        return f"{first} == {second}"

    def _same_flags(self, cell: int) -> str:
        slot = self._state.slot(self._region_of(cell))
        flags, words = f"s->{slot.field.name}[{slot.start}]", slot.field.words
        return f"rl_has{words}({flags}, a) == rl_has{words}({flags}, b)"

    def _region_of(self, cell: int) -> str:
        """The region that a cell is in."""
        regions = self._layout.regions.values()
        return next(region.name for region in regions if region.base <= cell < region.base + region.length)


def _array(name: str, entries: Sequence[int]) -> str:
    found = list(entries) or [0]
    kind = integer_of((min(found), max(found)))
    return f"static const {kind} {name}[{len(found)}] = {{{', '.join(map(signed, found))}}};"


def _sets(name: str, entries: Sequence[int], words: int) -> str:
    found = [constant(entry, words) for entry in entries] or [constant(0, words)]
    return f"static const rl_s{words} {name}[{len(found)}] = {{{', '.join(found)}}};"
