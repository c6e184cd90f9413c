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

    def pieces(self) -> Iterator[str]:
        """Where pieces are kept, and in what order."""
        state, layout = self._state, self._layout
        at, contents = state.slot("at").field, state.slot("contents").field
        yield f"#define RL_AT {at.name}"
        yield f"#define RL_AT_TYPE {at.c_type}"
        yield f"#define RL_CONTENTS {contents.name}"
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
        marks = max((len(alike.cells[piece]) for piece in count), default=0)
        flags = max((len(alike.bits[piece]) for piece in count), default=0)
        asked = ["rl_looks[a] == rl_looks[b]", "s->RL_AT[a] == s->RL_AT[b]"]
        if alike.rows:
            hidden = sum(1 << place for place in alike.rows)
            yield _sets("rl_hidden_rows", [hidden], self._state.place_words)
            asked.append("!rl_has@P(rl_hidden_rows[0], s->RL_AT[a])")
        yield "static inline rl_i64 rl_mark(const struct state *s, rl_i32 piece, rl_i32 which)"
        yield "{"
        yield "    (void)s;"
        yield "    switch (which * RL_PIECES + piece) {"
        for piece in count:
            for which, cell in enumerate(alike.cells[piece]):
                yield f"    case {which * len(count) + piece}: return {self._cell(cell)};"
            for which, cell in enumerate(alike.bits[piece]):
                asked_bit = self._bit(cell, piece)
                yield f"    case {(marks + which) * len(count) + piece}: return {asked_bit};"
        yield "    default: return 0;"
        yield "    }"
        yield "}"
        yield "static rl_i32 rl_alike(const struct state *s, rl_i32 a, rl_i32 b)"
        yield "{"
        asked += [f"rl_mark(s, a, {which}) == rl_mark(s, b, {which})" for which in range(marks + flags)]
        yield f"    return {' && '.join(asked)};"
        yield "}"

    def _cell(self, cell: int) -> str:
        for region, slot in self._state.cells():
            if region.base <= cell < region.base + region.length:
                text = f"s->{slot.field.name}[{slot.start + cell - region.base}]"
                return f"(rl_i64)rl_word{slot.field.words}({text}, 0)" if slot.field.words else text
        raise AssertionError("every cell is in a region")

    def _bit(self, cell: int, piece: int) -> str:
        for region, slot in self._state.cells():
            if region.base == cell:
                return f"rl_has{slot.field.words}(s->{slot.field.name}[{slot.start}], {piece})"
        raise AssertionError("a set of marks is a region of its own")


def _array(name: str, entries: Sequence[int]) -> str:
    found = list(entries) or [0]
    kind = integer_of((min(found), max(found)))
    return f"static const {kind} {name}[{len(found)}] = {{{', '.join(map(signed, found))}}};"


def _sets(name: str, entries: Sequence[int], words: int) -> str:
    found = [constant(entry, words) for entry in entries] or [constant(0, words)]
    return f"static const rl_s{words} {name}[{len(found)}] = {{{', '.join(found)}}};"
