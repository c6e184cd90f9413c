"""Runs the examples of a rulebook, and looks at its invariants in random games."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from time import perf_counter
from typing import Final

from interpreter.api.chance import stream
from interpreter.api.game import Game
from interpreter.cli.loading import Loaded, game_of, sentence_of
from interpreter.engine.executor import Fault
from interpreter.engine.executors import AUTO
from interpreter.engine.plain_faults import found_again, plainly
from interpreter.examples import run
from interpreter.experiments.engines import Engine, Inline, Processes
from rulelang.cli.showing import Progress, counted, unseen
from rulelang.graph.example_steps import CompiledExample
from rulelang.graph.program import Origin
from rulelang.tuning.fast_dataclass import dataclass, replace

# Worked examples as the commands report them: with the time they took, and a failure broken down into lines.


@dataclass(frozen=True, slots=True)
class ShownFailure:
    """The line that does not hold, why, the values of its parts, and the position (for whoever wants to see it)."""

    origin: Origin
    reason: str
    values: tuple[str, ...] = ()
    position: str = ""
    offered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One example: passed, or why not."""

    title: str
    players: int
    variants: tuple[str, ...]
    origin: Origin
    seconds: float
    failure: ShownFailure | None


def run_example(game: Game, example: CompiledExample) -> Outcome:
    """Run one example of a game that was compiled with its examples."""
    begun = perf_counter()
    failed = run.run_example(game, example)
    seconds = perf_counter() - begun
    failure = None
    if failed is not None:
        lines = tuple(failed.drawing.splitlines())
        failure = ShownFailure(failed.origin, failed.message, lines, failed.position, failed.legal)
    return Outcome(example.title, len(game.players), game.variants, example.origin, seconds, failure)


#: So many moves of a random game are looked at; a game that cannot end is not looked at for ever.
_LONGEST: Final = 3_000

#: So many games are over before it pays to look for a game in C, or to compile one.
_FEW: Final = 20

#: A game with more nodes than this takes a second or more until its code is written.
_LARGE: Final = 200


@dataclass(frozen=True, slots=True)
class Tested:
    """What one rulebook's examples and invariants came to."""

    path: str
    loaded: Loaded
    outcomes: tuple[Outcome, ...]
    broken: tuple[ShownFailure, ...]
    checked_invariants: int

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.loaded.rulebook.title

    @property
    def failed(self) -> bool:
        """Did anything not hold?"""
        return bool(self.broken) or any(outcome.failure for outcome in self.outcomes)


def run_tests(
    loaded: Loaded,
    path: str,
    names: Sequence[str],
    games: int,
    wanted: Callable[[str], bool] = bool,
    progress: Progress = unseen,
) -> Tested:
    """The examples whose titles have all the words of `names`, and that are `wanted`; the invariants only if none are
    named."""
    outcomes: list[Outcome] = []

    def meant(title: str) -> bool:
        return wanted(title) and all(name.casefold() in title.casefold() for name in names)

    random = tuple(_suited(loaded, games)) if games and not names else ()
    checked = len(random[-1].program.invariants) if random else 0
    settings = loaded.rulebook.example_titles(meant)
    with _engine(random) as engine, progress("Testing", sum(map(len, settings.values())), "examples") as done:
        watched = [engine.executor.submit(_watched, game, games) for game in random]
        for (players, variants), titles in settings.items():
            game = game_of(loaded, players, tuple(variants), examples=titles)
            for example in game.program.examples:
                outcomes.append(run_example(game, example))
                done(1)
        try:
            broken = [failure for each in watched for failure in each.result()]
        except BrokenExecutor:
            broken = [failure for game in random for failure in _watched(game, games)]
    return Tested(path, loaded, tuple(outcomes), tuple(_once(broken)), checked)


def _suited(loaded: Loaded, games: int) -> Iterator[Game]:
    """The game for every number of players, to be played so many times at random."""
    for players in loaded.rulebook.players:
        yield game_of(loaded, players, (), suited="python" if games <= _FEW else AUTO)


def _engine(watched: Sequence[Game]) -> Engine:
    """Large games are played beside the examples: writing the code of one takes as long as these."""
    large = any(len(game.program.nodes) > _LARGE and game.program.invariants for game in watched)
    return Processes(1) if large and (os.cpu_count() or 1) > 1 else Engine(Inline(), 1)


def _watched(game: Game, games: int) -> list[ShownFailure]:
    """What does not hold in so many random games."""
    return [failure for number in range(games) for failure in _invariants(game, number)]


def _once(broken: Sequence[ShownFailure]) -> Iterator[ShownFailure]:
    """Each sentence that does not hold once, with the first game that shows it, and in how many others it is so."""
    by_sentence: dict[tuple[str, object], list[ShownFailure]] = {}
    for failure in broken:
        sentence = failure.reason.partition(": does not hold")[0]
        by_sentence.setdefault((sentence, failure.origin.span), []).append(failure)
    for first, *others in by_sentence.values():
        more = f" (and in {counted(len(others), 'more game')})" if others else ""
        yield replace(first, reason=f"{first.reason}{more}")


def _open_position(game: Game, cells: Sequence[int]) -> str:
    """How things lie, without what lies in piles that nobody sees."""
    layout, names = game.program.layout, game.names()
    piles = (n for n, place in enumerate(layout.places) if place.sight == "hidden" and place.order == "pile")
    unseen = tuple(f"{names.place(pile)}: " for pile in piles)
    return "\n".join(line for line in game.position(cells).state.text().splitlines() if not line.startswith(unseen))


def _invariants(game: Game, number: int) -> Iterator[ShownFailure]:
    """One random game; the first position in which something does not hold that always should."""
    if not game.program.invariants:
        return
    random = stream(number, "invariants")
    try:
        position = game.position()
    except Fault as fault:
        fault = plainly(game, fault, lambda plain: plain.start())
        words = f"the rules break before the first choice: {fault.message}"
        yield ShownFailure(sentence_of(game, fault), words)
        return
    cells = list(position.state.cells)
    for _ in range(_LONGEST):
        try:
            position.settle(random)
            cells = list(position.state.cells)
            for text, term, origin in game.program.invariants:
                if not game.executor.evaluate(cells, term):
                    words = f"always {text}: does not hold with {counted(len(game.players), 'player')}"
                    yield ShownFailure(origin, words, (), _open_position(game, cells))
                    return
            if position.is_over:
                return
            position.playout(random, 1)
        except Fault as fault:
            words = f"the rules break in a random game: {fault.message}"
            fault = found_again(game, fault, cells, stream(number, "fault"))
            yield ShownFailure(sentence_of(game, fault), words, (), _open_position(game, position.state.cells))
            return
