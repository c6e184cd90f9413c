"""`rulelang watch`"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import Final

import click

from interpreter.api.chance import stream
from interpreter.api.game import Game
from interpreter.api.result import result
from interpreter.cli.loading import Loaded, game_of, load_playable
from interpreter.cli.test_report import render
from interpreter.cli.testing import run_tests
from interpreter.engine.executor import Fault
from rulelang.cli.compiling import Unusable
from rulelang.cli.exits import Exit
from rulelang.cli.looking import examples_of
from rulelang.cli.reading import FILE, STANDARD_INPUT
from rulelang.cli.showing import counted, listed, painted
from rulelang.cli.watching import watch

# A few random games of each table, told in a line: do they end, and who wins?


#: A game that has not ended by then is not waited for.
_LONGEST: Final = 3_000


def played(loaded: Loaded, games: int) -> Iterator[str]:
    """A line for each number of players."""
    for players in loaded.rulebook.players if games else ():
        game = game_of(loaded, players, (), examples=False)
        ends = Counter(_end(game, stream(number, "watch")) for number in range(games))
        said = [f"{end} {count}" for end, count in ends.most_common()]
        yield f"{counted(games, 'random game')} for {counted(players, 'player')}: {listed(said)}."


def _end(game: Game, random: Random) -> str:
    try:
        position = game.position()
        position.settle(random)
        position.playout(random, _LONGEST)
    except Fault as fault:
        return f"the rules break ({fault.message})"
    if not position.is_over:
        return f"not over after {_LONGEST} moves"
    found = result(game, list(position.state.cells))
    return found.text()


@click.command("watch")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.option("--games", "-g", type=click.IntRange(0), default=5, help="Random games for each number of players. [5]")
@click.option("--once", is_flag=True, help="Check once and exit: code 0 if all is well, 1 or 3 if not.")
def command(path: str, games: int, once: bool) -> int:
    """Check a rulebook, run its examples and play a few games, now and on every save.

    As long as only examples change, only those that changed or failed before run again. When a rule changes, all of
    them do.

    \b
    rulelang watch my_game.rules
    rulelang watch my_game.rules --games 50
    rulelang watch my_game.rules --once
    """
    if path == STANDARD_INPUT:
        raise click.UsageError("Standard input cannot be watched.")
    look = WatchLook(path, games)
    if once:
        return look()
    watch([path], lambda: (look(), None)[1])
    return Exit.CLEAN


class WatchLook:
    """One look after the other at a rulebook; remembers what it saw the last time."""

    def __init__(self, path: str, games: int) -> None:
        self.path, self.games = path, games
        self._rules: dict[str, str] = {}
        self._examples: dict[str, str] = {}
        self._failed: set[str] = set()

    def __call__(self) -> int:
        """Check, run what has to be run, play; the exit code that says how it went."""
        begun = perf_counter()
        from rulelang.cli.check import check_once

        code = check_once(self.path)
        try:
            loaded = load_playable(self.path, examples=True)
            wanted = self._wanted(loaded)
            tested = run_tests(loaded, self.path, (), self.games, wanted)
        except Unusable:
            # What is wrong with it has been told by the check.
            return Exit.FINDINGS
        ran = {outcome.title for outcome in tested.outcomes}
        self._failed -= ran
        self._failed |= {outcome.title for outcome in tested.outcomes if outcome.failure}
        if tested.outcomes or tested.checked_invariants:
            click.echo(render([tested], [], "text", verbose=False), nl=False)
        unchanged = len(self._examples) - len(ran)
        if unchanged > 0:
            click.echo(f"{counted(unchanged, 'example')} did not change and did not run again.")
        for line in played(loaded, self.games):
            click.echo(line)
        click.echo(painted(f"Done in {perf_counter() - begun:.1f} s.", "cyan"), err=True)
        return Exit.TESTS_FAILED if tested.failed or self._failed else code

    def _wanted(self, loaded: Loaded) -> Callable[[str], bool]:
        """Which examples run: all if a rule has changed, otherwise those that changed or failed."""
        examples = examples_of(loaded.written)
        rules = {str(file.path): _without(file.text, list(examples.values())) for file in loaded.written.files}
        same_rules = rules == self._rules
        changed = {title for title, text in examples.items() if self._examples.get(title) != text}
        self._rules, self._examples = rules, examples
        if not same_rules:
            self._failed.clear()
            return bool
        run = changed | self._failed
        return run.__contains__


def _without(text: str, parts: list[str]) -> str:
    for part in parts:
        text = text.replace(part, "")
    return text
