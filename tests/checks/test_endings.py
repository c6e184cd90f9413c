"""A game has an end, and ends after a round only where rounds are played."""

from __future__ import annotations

import pytest

from tests.checks.finding import found

HEAD = """rulebook "Lantern Walk" for 2 players
each player has Steps from 0 to 9
to Walk:
    choose a number from 1 to 2 as Pace
    gain as many Steps as the Pace
"""
TURNS = "play:\n    repeat turns: Walk\n"
ROUNDS = "play:\n    repeat rounds:\n        each player: Walk\n"
PHASES = "play:\n    repeat rounds:\n        phase Night:\n            each player takes a turn: Walk\n"


@pytest.mark.parametrize(
    ("play", "scope", "known"),
    [
        (TURNS, "turn", True),
        (TURNS, "round", False),
        (TURNS, "phase", False),
        (ROUNDS, "turn", False),
        (ROUNDS, "round", True),
        (PHASES, "turn", True),
        (PHASES, "round", True),
        (PHASES, "phase", True),
    ],
)
def test_there_must_be_such_a_thing_to_be_over(play: str, scope: str, known: bool) -> None:
    sentence = f"the game ends after this {scope}"
    text = HEAD + play + f"as soon as a player's Steps are at least 9: {sentence}\n"
    findings = found("RL0519", text)
    assert findings == ([] if known else [(sentence, f"This game has no {scope} to end after, so this never ends it.")])


@pytest.mark.parametrize(
    ("end", "known"),
    [
        ("", False),
        ("as soon as a player's Steps are 9: the player wins\n", True),
        ("as soon as a player's Steps are 9: the game ends now\n", True),
        ("as soon as a player's Steps are 9: the player's Steps become 0\n", False),
    ],
)
def test_a_game_comes_to_an_end(end: str, known: bool) -> None:
    assert [message for _, message in found("RL0520", HEAD + TURNS + end)] == (
        [] if known else ["Nothing can bring this game to an end."]
    )


def test_play_that_is_obeyed_to_its_end_is_an_end() -> None:
    assert found("RL0520", HEAD + ROUNDS.replace("repeat rounds", "repeat 3 rounds")) == []
