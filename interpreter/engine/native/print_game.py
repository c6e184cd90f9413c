"""A program as one file of freestanding C99.

    program  ->  lowered routines  ->  printed, whatever is called before whatever calls it
                                       state struct, static tables, fixed C by what is used, routines, entry points

The text depends on the program alone: the same program gives the same text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.lower.code import Role, Routine
from interpreter.engine.lower.types import Type
from interpreter.engine.native import runtime
from interpreter.engine.native.dispatch import Dispatch
from interpreter.engine.native.layout import StateLayout
from interpreter.engine.native.messages import Messages
from interpreter.engine.native.pieces_and_tokens import GameTables
from interpreter.engine.native.print_expressions import Callee, CExpressionPrinter
from interpreter.engine.native.print_routines import PrintedRoutine, RoutinePrinter
from interpreter.engine.native.printed import PrintedGame
from interpreter.engine.native.state_words import first_words, packing
from interpreter.engine.native.tables import Tables
from interpreter.engine.native.undo import Undo
from interpreter.engine.native.values import Types
from rulelang.graph.program import Program
from rulelang.tuning.fast_dataclass import replace

#: Scratch memory: so many states for looking ahead, and so many bytes for lists.
_COPIES: Final = 64
_LISTS: Final = 1 << 20


def print_game(program: Program, without: frozenset[str] = frozenset()) -> PrintedGame:
    """A program as C. `without` names passes that are left out."""
    return GamePrinter(Lowering(program, without)).printed()


class GamePrinter:
    """Prints one program."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering: Final = lowering
        self._program: Final = lowering.program
        source = lowering.source
        self._state: Final = StateLayout(source)
        self._types: Final = Types(source.universe)
        self._tables: Final = Tables(source)
        self._used: Final[set[str]] = set()
        self._callees: Final[dict[str, Callee]] = {}
        self._messages: Final = Messages()
        self._dispatch: Final = Dispatch(lowering, self._state, self._types)

    def printed(self) -> PrintedGame:
        """All of it."""
        routines = self._dispatch.ask_for_everything()
        values = CExpressionPrinter(self._state, self._types, self._tables, self._callees, self._used)
        heads, bodies = self._routines(routines, values)
        switches = [*self._dispatch.lines(self._callees, values)]
        needs, body = set(self._used), [line for one in bodies for line in one]
        before = [
            f"/* {_remark(self._program.title)}, {self._program.players} players */", "", runtime.header(),
            *self._constants(), runtime.whole("core"), *self._sets(), *self._state.struct(), "",
            f"typedef {self._row_type()} rl_row;", *self._tables.lines([*body, *switches]), "",
            *self._fixed(needs),
        ]  # fmt: skip
        after = [
            "", *packing(self._state), *first_words(self._state, self._program), *switches, runtime.whole("entry"),
            runtime.whole("table"), "",
        ]  # fmt: skip
        return PrintedGame(self._sized(before), heads, tuple(map(self._sized, bodies)), self._sized(after),
                           self._messages.templates)  # fmt: skip

    def _sized(self, lines: Sequence[str]) -> str:
        state = self._state
        return runtime.sized("\n".join(lines), state.place_words, state.piece_words, state.stored_words)

    # ------------------------------------------------------------------------------------------------- routines

    def _routines(
        self, routines: Mapping[str, Routine], values: CExpressionPrinter
    ) -> tuple[tuple[str, ...], list[Sequence[str]]]:
        """The heads of all routines, and the routines."""
        printer = RoutinePrinter(values, self._messages, Undo(routines, self._state))
        trials = [name for name, routine in routines.items() if routine.role is Role.TRIAL]
        for name, routine in routines.items():
            kinds = tuple(var.type for var in routine.parameters)
            number = trials.index(name) if routine.role is Role.TRIAL else -1
            self._callees[name] = Callee(kinds, routine.result, True, routine.role is Role.TRIAL, number)
        made: dict[str, PrintedRoutine] = {}
        for name, routine in routines.items():
            made[name] = printer.routine(routine)
            called = self._callees[name]
            self._callees[name] = replace(called, can_fail=made[name].can_fail)
        heads = ["static rl_i32 rl_draw_listed(struct rl_ctx *c, struct state *s, rl_i32 node)"]
        if trials:
            heads.append("static rl_i32 rl_trial(struct rl_ctx *c, struct state *s, rl_i32 which, rl_i32 actor)")
        heads += [one.head for one in made.values()]
        return tuple(heads), [*(("", *one.lines) for one in made.values()), ("", *self._dispatch.trial(trials))]

    # ------------------------------------------------------------------------------------------------- the rest

    def _constants(self) -> Iterator[str]:
        layout, program = self._state.layout, self._program
        cells = sum(region.length for region, _ in self._state.cells())
        words = sum(region.length * max(slot.field.words, 1) for region, slot in self._state.cells())
        for name, value in {
            "PLAYERS": program.players, "PLACES": len(layout.places), "PIECES": len(layout.pieces),
            "VARIETIES": len(layout.varieties), "CRITERIA": len(program.scoring.lines), "CELLS": cells, "WORDS": words,
            "CODES": f"{self._dispatch.codes}LL", "DIGEST": _quoted(program.digest),
            "SCRATCH": self._state.size * _COPIES + _LISTS, "NODE": self._state.node.name,
        }.items():  # fmt: skip
            yield f"#define RL_{name} {value}"

    def _sets(self) -> Iterator[str]:
        converted = [tuple(map(int, one.split()[1:])) for one in sorted(self._used) if one.startswith("convert ")]
        wide = {int(one.split()[1]) for one in self._used if one.startswith("wide ")}
        wide |= {words for pair in converted for words in pair} | {field.words for field in self._state.fields}
        wide |= self._tables.set_words
        wide |= {self._types.words(kind) for one in self._callees.values() for kind in (*one.parameters, *_of(one))}
        wide |= {self._state.place_words, self._state.piece_words}
        wide |= {words for words in map(_words_named, self._used) if words}
        for words in sorted(wide - {0, 1}):
            yield runtime.whole("wide", words)
        for first, second in converted:
            yield runtime.whole("convert", first, second)

    def _row_type(self) -> str:
        return "rl_i16" if self._tables.rows_are_short else "rl_i32"

    def _fixed(self, used: set[str]) -> Iterator[str]:
        """What is used of the runtime, each part before whatever needs it."""
        yield runtime.whole("random")
        yield runtime.whole("lists")
        for size in sorted(int(one.split()[1]) for one in used if one.startswith("kept ")):
            yield f"struct rl_kept{size} {{ rl_u8 bytes[{size}]; }};"
        for name in ("reached", "meets", "touches", "in_line", "rays", "rays_beyond", "has_line", "members"):
            for one in sorted(used):
                if one.split()[0] == name:
                    yield runtime.part(name, *map(int, one.split()[1:]))
        if "fingerprint" in used:
            yield runtime.part("fingerprint")
        for one in sorted(used):
            if one.startswith("residue "):
                yield runtime.part("residue", int(one.split()[1]))
        tables = GameTables(self._state)
        handfuls = "handfuls" in used
        if self._state.layout.varieties:
            yield from tables.tokens(listed=any(one.startswith("each_token") for one in used))
            yield runtime.part("tokens")
            for one in sorted(used):
                if one.split()[0] in ("each_token", "token_places", "list_tokens"):
                    yield runtime.part(one.split()[0], int(one.split()[1]))
        if self._state.layout.pieces:
            yield from tables.pieces(are_moved="pieces" in used)
            if "pieces" in used:
                yield runtime.part("pieces")
            if "twins" in used:
                yield from tables.twins()
                yield runtime.part("twins")
        if handfuls:
            yield runtime.whole("handfuls")
            for kind in ("tokens", "twins"):
                if kind in used and (kind == "twins" or self._state.layout.varieties):
                    yield runtime.part(f"takers {kind}")


def _of(callee: Callee) -> tuple[Type, ...]:
    return () if callee.result is None else (callee.result,)


def _words_named(used: str) -> int:
    name, *numbers = used.split()
    return 0 if name in ("convert", "kept") else max(map(int, numbers), default=0)


def _quoted(text: str) -> str:
    """A text between quotation marks: whatever it holds, it ends there."""
    plain = (chr(byte) if chr(byte).isalnum() and byte < 128 else f"\\{byte:03o}" for byte in text.encode())
    return f'"{"".join(plain)}"'


def _remark(text: str) -> str:
    plain = "".join(letter if letter.isascii() and letter.isprintable() else "." for letter in text)
    return plain.replace("*/", "* /").replace("/*", "/ *")
