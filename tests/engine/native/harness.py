"""Printed games, compiled and called through ctypes: the plainest way to hold them against the other executors."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from interpreter.engine.executor import Fault, Move, Outcome, Stuck, Told, Vector
from interpreter.engine.native.print_game import print_game
from interpreter.engine.native.printed import PrintedGame
from rulelang.graph.program import ChanceNode, Decide, Program

STRICT: Final = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-fPIC", "-shared")
SANITIZED: Final = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")

#: In the order of the numbers in `abi.h`.
FINE, FAULT, STUCK, OUTSIDE, ENDLESS, OVERFLOW, NOTHING, ILLEGAL, NO_ROOM, MISUSED = range(10)

_I64: Final = ctypes.c_int64
_U64: Final = ctypes.c_uint64
_I32: Final = ctypes.c_int32
_PTR: Final = ctypes.c_void_p


class Arena(ctypes.Structure):
    _fields_ = (("at", ctypes.POINTER(_I64)), ("used", _I64), ("room", _I64))


class Generator(ctypes.Structure):
    _fields_ = (("at", _I32), ("words", ctypes.c_uint32 * 624))


class Context(ctypes.Structure):
    pass


_Grow: Final = ctypes.CFUNCTYPE(_I32, ctypes.POINTER(Context), ctypes.POINTER(Arena), _I64)

Context._fields_ = (
    ("fault", _I32), ("node", _I32), ("message", _I32), ("depth", _I32), ("value", _I64), ("found", Arena),
    ("log", Arena), ("logs", _I64), ("grow", _Grow), ("scratch", _PTR), ("scratch_used", _I64),
    ("scratch_room", _I64), ("random", ctypes.POINTER(Generator)), ("trusted", _I64), ("only", _I64),
    ("number", _I64), ("owner", _PTR),
)  # fmt: skip


def _function(result: Any, *given: Any) -> Any:
    return ctypes.CFUNCTYPE(result, *given)


_CTX: Final = ctypes.POINTER(Context)
_MOVE: Final = ctypes.POINTER(_I64)
_WORDS: Final = ctypes.POINTER(_U64)


class Table(ctypes.Structure):
    _fields_ = (
        ("abi", _I32), ("players", _I32), ("digest", ctypes.c_char_p), ("state_size", _I64), ("scratch_size", _I64),
        ("codes", _I64), ("criteria", _I32), ("cells", _I32), ("cell_words", ctypes.POINTER(_I32)), ("words", _I32),
        ("start", _function(None, _CTX, _PTR)), ("run", _function(None, _CTX, _PTR)), ("node", _function(_I64, _PTR)),
        ("stands", _function(_I64, _PTR)), ("is_coded", _function(_I64, _PTR)), ("actor", _function(_I64, _CTX, _PTR)),
        ("read", _function(None, _PTR, _WORDS)), ("write", _function(None, _CTX, _PTR, _WORDS)),
        ("hash", _function(_U64, _PTR)), ("list", _function(_I64, _CTX, _PTR)),
        ("list_moves", _function(_I64, _CTX, _PTR)), ("is_counted", _function(_I64, _PTR)),
        ("count", _function(_I64, _CTX, _PTR)), ("kth", _function(_I64, _CTX, _PTR, _I64)),
        ("is_legal", _function(_I64, _CTX, _PTR, _I64)), ("is_legal_move", _function(_I64, _CTX, _PTR, _MOVE, _I64)),
        ("play", _function(None, _CTX, _PTR, _I64)),
        ("play_move", _function(None, _CTX, _PTR, _MOVE, _I64)), ("stage", _PTR),
        ("outcomes", _function(_I64, _CTX, _PTR)), ("shuffled", _function(_I64, _CTX, _PTR)),
        ("happen", _function(None, _CTX, _PTR, _I64)), ("happen_shuffled", _function(None, _CTX, _PTR, _MOVE, _I64)),
        ("draw", _function(None, _CTX, _PTR)), ("standing", _function(_I64, _CTX, _PTR, _I64)),
        ("seed", _function(None, ctypes.POINTER(Generator), _U64)), ("playout", _function(_I64, _CTX, _PTR, _I64)),
    )  # fmt: skip


def compiled(text: str, folder: Path, flags: Sequence[str] = ("-O0",), name: str = "game") -> Path:
    """A library made of a text with the strictest warnings."""
    source, library = folder / f"{name}.c", folder / f"{name}.so"
    source.write_text(text, encoding="ascii")
    done = subprocess.run(["gcc", *STRICT, *flags, "-o", library, source], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr[:4000]
    return library


class Refused(Exception):
    """A fault that is none of the rules: of its number."""


class PrintedExecutor:
    """A printed game as an executor: the same questions as `Executor` has, states as lists of numbers."""

    def __init__(self, program: Program, folder: Path, flags: Sequence[str] = ("-O0",)) -> None:
        printed = print_game(program)
        self.load(program, printed, compiled(printed.text, folder, flags, f"game_{program.digest}_{program.players}"))

    def load(self, program: Program, printed: PrintedGame, library: Path) -> None:
        self.program = program
        self._messages = printed.messages
        self._library = ctypes.CDLL(str(library))
        self.game = Table.in_dll(self._library, "rl_game")
        self._forms = {node.number: [[parameter.form for parameter in option.parameters] for option in node.options]
                       for node in program.nodes if isinstance(node, Decide)}  # fmt: skip
        self.context = Context()
        self._rooms: dict[int, Any] = {}
        self._scratch = ctypes.create_string_buffer(self.game.scratch_size)
        self.context.scratch = ctypes.addressof(self._scratch)
        self.context.scratch_room = self.game.scratch_size
        self._growing = _Grow(self._grow)
        self.context.grow = self._growing
        self._state = ctypes.create_string_buffer(self.game.state_size)
        self._widths = [self.game.cell_words[cell] for cell in range(self.game.cells)]

    def _grow(self, _: Any, arena: Any, wanted: int) -> int:
        room = max(2 * wanted, 1024)
        kept = (_I64 * room)()
        if arena[0].used:
            ctypes.memmove(kept, arena[0].at, 8 * arena[0].used)
        self._rooms[ctypes.addressof(arena[0])] = kept
        arena[0].at = ctypes.cast(kept, ctypes.POINTER(_I64))
        arena[0].room = room
        return 1

    # ------------------------------------------------------------------------------------------------- states

    def words(self, state: Vector) -> Any:
        """The list form, word by word."""
        found: list[int] = []
        for cell, width in zip(state, self._widths, strict=True):
            if not width:
                found.append(cell & ((1 << 64) - 1))
            else:
                found += [cell >> 64 * word & ((1 << 64) - 1) for word in range(width)]
        return (_U64 * self.game.words)(*found)

    def write(self, state: Vector) -> None:
        """The state that is asked about from here on."""
        if any(width and cell >> 64 * width for cell, width in zip(state, self._widths, strict=True)):
            raise Refused(ILLEGAL)
        self.game.write(self.context, self._state, self.words(state))
        self._checked()

    def read(self) -> Vector:
        """The state as a list."""
        words = (_U64 * self.game.words)()
        self.game.read(self._state, words)
        return self.read_words(words)

    def read_words(self, words: Any) -> Vector:
        """A state as a list, from its words."""
        found, at = [], 0
        for width in self._widths:
            parts = words[at : at + max(width, 1)]
            at += max(width, 1)
            found.append(sum(part << 64 * position for position, part in enumerate(parts)) if width
                         else parts[0] - (1 << 64) * (parts[0] >> 63))  # fmt: skip
        return found

    def _checked(self) -> None:
        context = self.context
        kind, node = context.fault, context.node
        if not kind:
            return
        message = self._messages[context.message].format(context.value) if context.message >= 0 else ""
        match kind:
            case 1:
                raise Fault(message, node)
            case 2:
                raise Stuck(message, node)
            case 3:
                raise Fault("a number leads outside a table", node)
            case 4:
                raise Fault("the rules go on without end and without a decision", node)
            case 6:
                title = next(
                    one.title for one in self.program.nodes if isinstance(one, ChanceNode) and one.number == node
                )
                raise Fault(f"chance has nothing to choose from at: {title}", node)
            case _:
                raise Refused(kind)

    @property
    def found(self) -> list[int]:
        """What the last call gave back."""
        return self.context.found.at[: self.context.found.used] if self.context.found.used else []

    # ------------------------------------------------------------------------------------------------ questions

    def start(self) -> Vector:
        self.game.start(self.context, self._state)
        self._checked()
        return self.read()

    def actor(self, state: Vector) -> int:
        self.write(state)
        found = self.game.actor(self.context, self._state)
        self._checked()
        return int(found)

    def stands(self, state: Vector) -> int:
        """Decide 1, chance 2, shuffle 3, end 4."""
        self.write(state)
        return int(self.game.stands(self._state))

    def options(self, state: Vector) -> list[Move]:
        self.write(state)
        count = self.game.list_moves(self.context, self._state)
        self._checked()
        moves = self._moves(state[0])
        assert count == len(moves)
        return moves

    def count(self, state: Vector) -> int:
        self.write(state)
        count = self.game.count(self.context, self._state)
        self._checked()
        return int(count)

    def kth(self, state: Vector, number: int) -> Move | int | None:
        """A move, a code where it has one, or nothing if there are not as many."""
        self.write(state)
        is_there = self.game.kth(self.context, self._state, number)
        self._checked()
        if not is_there:
            return None
        if self.game.is_coded(self._state):
            return self.found[0]
        (move,) = self._moves(state[0])
        return move

    def _moves(self, node: int) -> list[Move]:
        """What was found, as moves."""
        forms, found, at = self._forms[node], self.found, 0
        moves: list[Move] = []
        while at < len(found):
            record = found[at + 1 : at + 1 + found[at]]
            at += 1 + found[at]
            values: list[Any] = [record[0]]
            place = 1
            for form in forms[record[0]]:
                if form == "pick":
                    values.append(record[place])
                    place += 1
                else:
                    values.append(tuple(record[place + 1 : place + 1 + record[place]]))
                    place += 1 + record[place]
            moves.append(tuple(values))
        return moves

    def codes(self, state: Vector) -> list[int]:
        self.write(state)
        self.game.list(self.context, self._state)
        self._checked()
        return self.found

    def is_legal(self, state: Vector, move: Move) -> bool:
        self.write(state)
        record = _record(move)
        found = bool(self.game.is_legal_move(self.context, self._state, record, len(record)))
        self._checked()
        return found

    def play(self, state: Vector, move: Move, log: list[Told] | None = None) -> None:
        self.write(state)
        record = _record(move)
        self._change(state, log, lambda: self.game.play_move(self.context, self._state, record, len(record)))

    def happen(self, state: Vector, outcome: Outcome, log: list[Told] | None = None) -> None:
        self.write(state)
        if isinstance(outcome, tuple):
            order = (_I64 * len(outcome))(*outcome)
            self._change(state, log, lambda: self.game.happen_shuffled(self.context, self._state, order, len(outcome)))
        else:
            self._change(state, log, lambda: self.game.happen(self.context, self._state, outcome))

    def _change(self, state: Vector, log: list[Told] | None, change: Any) -> None:
        self.context.logs = int(log is not None)
        self.context.log.used = 0
        change()
        if log is not None:
            log += self._told()
        self._checked()
        state[:] = self.read()

    def _told(self) -> list[Told]:
        cells = self.context.log.at[: self.context.log.used] if self.context.log.used else []
        at, told = 0, []
        while at < len(cells):
            event, count = cells[at], cells[at + 1]
            at += 2
            values = []
            for _ in range(count + 1):
                words = cells[at]
                parts = [part & ((1 << 64) - 1) for part in cells[at + 1 : at + 1 + max(words, 1)]]
                value = sum(part << 64 * position for position, part in enumerate(parts))
                values.append(value if words else value - (1 << 64) * (value >> 63))
                at += 1 + max(words, 1)
            told.append(Told(event, tuple(values[:-1]), values[-1]))
        return told

    def outcomes(self, state: Vector) -> list[tuple[int, int]] | None:
        if self.stands(state) == 3:
            return None
        self.game.outcomes(self.context, self._state)
        self._checked()
        found = self.found
        return list(zip(found[::2], found[1::2], strict=True))

    def shuffled(self, state: Vector) -> tuple[int, ...]:
        self.write(state)
        self.game.shuffled(self.context, self._state)
        self._checked()
        return tuple(self.found)

    def standing(self, state: Vector, seat: int) -> tuple[bool, tuple[int, ...]]:
        self.write(state)
        may_win = bool(self.game.standing(self.context, self._state, seat))
        self._checked()
        return may_win, tuple(self.found)

    def playout(self, state: Vector, random: Random, most: int = -1) -> int:
        """Random moves; the generator moves on."""
        self.write(state)
        version, (*words, at), gauss = random.getstate()
        generator = Generator(at, (ctypes.c_uint32 * 624)(*words))
        self.context.random = ctypes.pointer(generator)
        moves = self.game.playout(self.context, self._state, most)
        self._checked()
        random.setstate((version, (*generator.words, generator.at), gauss))
        state[:] = self.read()
        return int(moves)


def _record(move: Move) -> Any:
    found: list[int] = []
    for value in move:
        found += [value] if isinstance(value, int) else [len(value), *value]
    return (_I64 * len(found))(*found)
