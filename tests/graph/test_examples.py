"""Examples are drawn beside the flow when they are asked for, and no others."""

from __future__ import annotations

from pathlib import Path

from interpreter import load as load_game
from interpreter.examples.run import run_examples
from rulelang.compile import compile_rulebook
from rulelang.compile.examples import titles_by_setting
from rulelang.rulebook.loading import load
from rulelang.source import read_source

ROOT = Path(__file__).parents[2]
DUO = ROOT / "rulebooks" / "tokaido_duo.rules"


def test_only_the_examples_asked_for_are_drawn() -> None:
    rulebook, _ = load(read_source(str(DUO)).source)
    every = titles_by_setting(rulebook, lambda _: True)[2, frozenset()]
    assert len(every) > 50
    drawn = {}
    for asked in (False, every[:1], every[:3], True):
        program = compile_rulebook(rulebook, 2, examples=asked).program
        assert program is not None
        titles = [example.title for example in program.examples]
        assert titles == list(asked if isinstance(asked, tuple) else every if asked else ())
        drawn[len(titles)] = len(program.nodes)
    assert drawn[0] < drawn[1] <= drawn[3] < drawn[len(every)]


def test_no_game_is_made_for_examples_that_nobody_asked_for() -> None:
    duo = load_game(DUO)
    wanted = duo.example_titles(lambda title: "one station on" in title.casefold())
    everybody = duo.example_titles()
    assert set(wanted) < set(everybody)
    title = next(titles for setting, titles in everybody.items() if "One Station On" in setting[1])[0]
    results = run_examples(duo, chosen=lambda one: one == title)
    assert [result.title for result in results] == [title]
    assert not [result for result in results if result.failure]
