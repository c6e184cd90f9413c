"""The smallest rulebooks that once broke a game off, meant something else or hung: each works, or is announced.

What else was found so stands in `conformance/played` and `conformance/refused`, by the clause it belongs to.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter import load
from interpreter.engine.executor import Fault
from interpreter.examples.run import run_examples
from rulelang.checks import check_rulebook
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.rulebook.loading import load as load_text
from rulelang.source import SourceFile
from tests.language.test_conformance import findings, play

FOLDER = Path(__file__).parent / "attacks"
#: What is told about a rulebook that cannot be played as it is written.
REFUSED = {
    "before_narrowing": "RL0228", "counter_billion": "RL0730", "huge_die_face": "RL0736", "long_number": "RL0736",
    "minus_die_face": "RL0736", "nul_in_title": "RL0114", "rank_2_63": "RL0736", "repeat_billion": "RL0730",
    "repeat_billion_rounds": "RL0730", "row_of_tokens": "RL0743", "stale_label": "RL0257",
    "stuck_with_fewer_players": "RL0513", "sum_of_400": "RL0730", "through_where": "RL0255",
}  # fmt: skip
#: What is told about one that can.
ANNOUNCED = {
    "contradictory_examples": "RL0514", "owner_of_nobodys": "RL0720", "remember_leaks": "RL0601",
    "repeat_1200": "RL0744", "show_forgotten": "RL0603", "stuck_unannounced_after_may": "RL0514",
    "stuck_unannounced_window": "RL0514", "subsets_2_40": "RL0740", "top_fix": "RL0732",
}  # fmt: skip
#: These announce that a game may stand still.
PERHAPS_STUCK = {"RL0514", "RL0720", "RL0740", "RL0744"}
#: Examples that contradict the rules (the last card of a pile is the one at the bottom), or one another.
LIES = {"contradictory_examples": ["kept", "both at once", "both at once, other order"], "top_fix": ["top"]}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.rules")), ids=lambda path: path.stem)
def test_it_works_or_is_announced(path: Path) -> None:
    found = findings(path)
    codes = {one.code for one in found}
    wrong = {one.code for one in found if one.severity is Severity.ERROR}
    if path.stem in REFUSED:
        assert REFUSED[path.stem] in wrong
        return
    assert wrong == set()
    assert ANNOUNCED.get(path.stem) in {None, *codes}
    book = load(path)
    for executor in ("python", "reference"):
        failed = [result.title for result in run_examples(book, executor) if not result.passed]
        assert failed == LIES.get(path.stem, [])
    for seed in range(2 if path.stem != "subsets_2_40" else 0):
        try:
            play(book, book.players[0], Random(f"{path.stem} {seed}"))
        except Fault:
            assert codes & PERHAPS_STUCK


def _branches(first: int, after: int) -> str:
    words = (f"{'if' if n == first else 'otherwise if'} your Points are {n}: gain 1 Point" for n in range(first, after))
    return "".join(f"    {line}\n" for line in words)


def _told_of(rules: str) -> list[Diagnostic]:
    wins = "variant Race: as soon as a player's Points are 200: the player wins\n"
    text = f'rulebook "B" for 2 players\neach player has Points from 0 to 200\n{wins}{rules}'
    book, found = load_text(SourceFile("attack.rules", text))
    return [*found, *check_rulebook(book)]


def test_too_many_branches_can_be_moved_as_it_is_told() -> None:
    wrong = [one for one in _told_of(f"play: each player: Go\nto Go:\n{_branches(0, 100)}") if one.code == "RL0730"]
    assert ["an action of its own" in str(one.helps) for one in wrong] == [True]
    moved = f"play: each player: Go\nto Go:\n{_branches(0, 50)}    otherwise: Go On\nto Go On:\n{_branches(50, 100)}"
    assert _told_of(moved) == []


def test_too_long_a_sum_can_be_named_as_it_is_told() -> None:
    play_it = "play: each player: gain as many Points as your Sum\n"
    wrong = [one for one in _told_of(f"your Sum is {' plus '.join(['1'] * 80)}\n{play_it}") if one.code == "RL0730"]
    assert ["a name by a definition" in str(one.helps) for one in wrong] == [True]
    named = f"your Half is {' plus '.join(['1'] * 40)}\nyour Sum is your Half plus your Half\n{play_it}"
    assert "RL0730" not in {one.code for one in _told_of(named)}


def test_the_heap_of_nobody_is_told_as_a_place_that_is_not_there() -> None:
    game = load(FOLDER / "owner_of_nobodys.rules").game(2)
    with pytest.raises(Fault, match="there is no place to put it"):
        game.executor.random_playout(game.executor.start(), Random(1))


def test_long_chains_are_told_how_to_become_shorter() -> None:
    steps = "".join(f"your Step {n} is your Step {n + 1} plus 1\n" for n in range(1, 60))
    calls = "".join(f"to Go {n}: Go {n + 1}\n" for n in range(1, 80))
    for rules in (
        f"{steps}your Step 60 is 1\nplay: each player: gain as many Points as your Step 1\n",
        f"play: each player: Go 1\n{calls}to Go 80: gain 1 Point\n",
    ):
        wrong = [one for one in _told_of(rules) if one.code == "RL0730"]
        assert len(wrong) == 1
        assert "fewer follow one another" in str(wrong[0].helps)


def test_what_an_action_does_not_take_may_be_what_is_meant() -> None:
    [told] = [one for one in findings(FOLDER / "before_narrowing.rules") if one.code == "RL0228"]
    assert "write it behind `to Act`, too" in str(told.helps)


def test_a_superlative_is_no_name() -> None:
    [told] = _told_of("play: each player: gain 1 Point\nthe winner is the richest player\n")
    assert (told.code, "with the highest" in str(told.helps)) == ("RL1001", True)
