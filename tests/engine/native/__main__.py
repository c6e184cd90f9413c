"""Every rulebook and example with every number of players, as printed C: nightly, and by hand.

    python -m tests.engine.native compile [games]     compiles without a warning
    python -m tests.engine.native agree [games]       plays random games beside the Python executor, seed for seed
    python -m tests.engine.native fuzz [games]        goes through hostile states with sanitizers
    python -m tests.engine.native damage [games]      the same with damaged graphs of each, a thousand of a small game
    python -m tests.engine.native trials [games]      counts how often a move is tried out before it is made

Games are named like their files, with a number of players where one is meant: `chess`, `pig:3`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from interpreter.engine.native.print_game import print_game
from rulelang.graph import node_link
from rulelang.graph.program import Program
from tests.engine.native.agreement import agree, playouts_agree
from tests.engine.native.damage import damage_is_harmless
from tests.engine.native.fuzzing import fuzzed
from tests.engine.native.games import BOOKS, EXAMPLES, players_of, program_of
from tests.engine.native.harness import PrintedExecutor, compiled
from tests.engine.native.trials import trials

#: Characters of the graph file of a game of which many damaged graphs are tried.
_SMALL: Final = 300_000


def _compile(program: Program, folder: Path) -> str:
    printed = print_game(program)
    compiled(printed.text, folder)
    return f"{len(printed.text) // 1000} KB"


def _agree(program: Program, folder: Path) -> str:
    printed = PrintedExecutor(program, folder, ("-O1",))
    steps = agree(printed, games=20, seed=1, seconds=120)
    moves = playouts_agree(printed, games=60, seed=1, seconds=60)
    return f"{steps} decisions and chances, {moves} moves of playouts"


def _fuzz(program: Program, folder: Path) -> str:
    return fuzzed(program, folder, seed=1, states=2000, seconds=1800, effort="-O0").strip()


def _damage(program: Program, folder: Path) -> str:
    text = node_link.write(program)
    told = damage_is_harmless(json.loads(text), folder, seed=1, graphs=1000 if len(text) < _SMALL else 100)
    return ", ".join(f"{count} {what}" for what, count in told.items())


_TASKS: dict[str, Callable[[Program, Path], str]] = {
    "compile": _compile,
    "agree": _agree,
    "fuzz": _fuzz,
    "damage": _damage,
    "trials": trials,
}


def _wanted(names: list[str]) -> Iterator[tuple[str, int]]:
    for name in names or [*EXAMPLES, *BOOKS]:
        game, _, players = name.partition(":")
        for number in [int(players)] if players else players_of(game):
            yield game, number


def main(given: list[str]) -> int:
    """Each game in turn; 1 if one fails."""
    if not given or given[0] not in _TASKS:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    failed = 0
    for game, players in _wanted(given[1:]):
        begin = monotonic()
        try:
            with TemporaryDirectory() as folder:
                told = _TASKS[given[0]](program_of(game, players), Path(folder))
        except AssertionError as wrong:
            failed, told = 1, f"FAILS: {str(wrong)[:2000]}"
        sys.stdout.write(f"{game}, {players} players: {told} ({monotonic() - begin:.0f} s)\n")
        sys.stdout.flush()
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
