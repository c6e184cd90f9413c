"""What limits the speed of a rulebook: where the time of a random game goes, and how many moves are tried for each one
that is made."""

from __future__ import annotations

import cProfile
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Final

from interpreter import Game

#: Games that are watched.
GAMES = 4

#: What generated functions and what they call are there for, by how their names begin.
WORK: Final[Mapping[str, tuple[str, ...]]] = {
    "trying moves to their end on copies": ("completes_", "enters_", "possible_", "tries_", "tried_", "<method 'copy'"),
    "what the rulebook defines": ("value_", "score_", "reached", "seen", "in_line"),
    "finding pieces and tokens": (
        "tokens", "token_", "members", "kth", "pieces_in", "key", "lowest", "lower_twins", "handfuls", "all_handfuls",
        "nth_handful", "grow", "_ways", "<listcomp>", "<genexpr>",
    ),
    "moving pieces and tokens": ("move_piece", "_take_out", "add_tokens", "move_tokens", "rearrange"),
}  # fmt: skip
REST: Final = "drawing and making moves"

#: A move is tried by one of these.
TRIALS: Final = ("tries_", "tried_")


def limits(game: Game) -> str:
    """A line about one game: the parts of its time, the largest first."""
    executor, random = game.executor, Random(1)
    executor.random_playout(executor.start(), random)
    profile, made = cProfile.Profile(), 0
    for _ in range(GAMES):
        state = executor.start()
        profile.enable()
        made += executor.random_playout(state, random)
        profile.disable()
    parts, trials = Counter[str](), 0
    for entry in profile.getstats():
        name = entry.code if isinstance(entry.code, str) else entry.code.co_name
        parts[_work(name)] += entry.inlinetime
        trials += entry.callcount if name.startswith(TRIALS) else 0
    total = sum(parts.values()) or 1.0
    told = [f"{spent / total:.0%} {work}" for work, spent in parts.most_common() if spent / total >= 0.05]
    tried = f"{made / GAMES:,.0f} decisions a game, {trials / max(1, made):.1f} moves tried for each"
    return f"what limits it: {', '.join(told)}; {tried}"


def _work(name: str) -> str:
    return next((work for work, beginnings in WORK.items() if name.startswith(beginnings)), REST)
