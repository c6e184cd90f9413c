"""A graph plays the game that its rulebook plays, without the rulebook; a changed graph plays the changed game."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import BrokenRulebook, Game, Refusal, Rulebook, Session, load
from interpreter.examples.run import run_examples
from rulelang.graph import node_link
from rulelang.graph.terms import Arithmetic, Compare, Const, Local

ROOT = Path(__file__).parents[2]
#: Games with chance, secrets, several players, windows and variants.
BOOKS = [
    ("examples/pig.rules", 3, ("Early Hold",)),
    ("examples/sealed_letter.rules", 2, ()),
    ("examples/picnic_baskets.rules", 3, ()),
    ("examples/backgammon.rules", 2, ()),
    ("rulebooks/samurai.rules", 2, ()),
]


def both(path: str, players: int, variants: tuple[str, ...]) -> tuple[Game, Game]:
    game = load(ROOT / path).game(players, variants, examples=True)
    alone = load(node_link.write(game.program))
    assert not alone.diagnostics
    return game, alone.game()


def answer(session: Session, number: int) -> str:
    """All that can be asked about a moment, in words."""
    decision = session.decision
    assert decision is not None
    option = decision.options[number % len(decision.options)]
    seen = [session.seat(seat).observation.text() for seat in range(len(session.game.players))]
    refusal = session.why_not("something that nobody may do")
    return "\n".join([str(decision), option.notation, str(refusal), *seen])


@pytest.mark.parametrize(("path", "players", "variants"), BOOKS)
def test_a_graph_plays_the_same_game_with_the_same_words(path: str, players: int, variants: tuple[str, ...]) -> None:
    sessions = [game.start(seed=5) for game in both(path, players, variants)]
    for step in range(16):
        if sessions[0].is_over:
            break
        number = step * 7
        if step % 8 == 0:
            assert answer(sessions[0], number) == answer(sessions[1], number)
        for session in sessions:
            decision = session.decision
            assert decision is not None
            assert not isinstance(session.apply(decision.options[number % len(decision.options)]), Refusal)
        assert sessions[0].state.cells == sessions[1].state.cells
    first, second = ([str(session.why(step)) for step in range(len(session.history))] for session in sessions)
    assert first == second


def test_a_file_is_loaded_like_a_rulebook(tmp_path: Path) -> None:
    path = tmp_path / "pig.json"
    path.write_text(node_link.write(load(ROOT / "examples/pig.rules").game(3).program), encoding="utf-8")
    book = load(path)
    assert (book.title, book.players, book.variants, book.diagnostics) == ("Pig", range(3, 4), (), ())
    assert book.game().players == ("Ann", "Ben", "Cleo")
    assert book.game(3) is book.game()
    with pytest.raises(ValueError, match="for 3 players"):
        book.game(2)
    with pytest.raises(ValueError, match="cannot be changed"):
        book.changed({"Points / 105": 50})


def test_saved_games_go_on_with_the_graph_and_with_the_rulebook() -> None:
    game, alone = both("examples/pig.rules", 2, ())
    session = game.start(seed=1)
    session.apply("Hold")
    resumed = alone.resume(session.save())
    assert isinstance(resumed, Session)
    assert resumed.state.cells == session.state.cells
    assert isinstance(game.resume(resumed.save()), Session)


@pytest.mark.parametrize(
    "path", ["examples/tic_tac_toe.rules", "examples/sealed_letter.rules", "examples/othello.rules"]
)
def test_examples_are_run_without_the_rulebook(path: str) -> None:
    book = load(ROOT / path)
    players, variants = book.example_settings[0]
    alone = load(book.game(players, variants, examples=True).graph)
    expected = [one for one in run_examples(book) if one.players == players and set(one.variants) == variants]
    found = run_examples(alone)
    assert found
    assert [(one.title, one.failure) for one in found] == [(one.title, one.failure) for one in expected]


def test_a_graph_can_be_sent_to_another_process() -> None:
    alone = load(load(ROOT / "examples/pig.rules").game().graph)
    sent = pickle.loads(pickle.dumps(alone.game()))
    assert sent.start(seed=2).state.cells == alone.game().start(seed=2).state.cells
    assert copy.deepcopy(alone) is alone


# ------------------------------------------------------------------------------------------------ what tools change


def pig() -> Any:
    return load(ROOT / "examples/pig.rules").game().graph


def options(graph: Any, executor: str) -> list[str]:
    decision = load(graph).game(executor=executor).start(seed=4).decision
    return [option.notation for option in decision.options] if decision is not None else []


@pytest.mark.parametrize("executor", ["python", "reference"])
def test_an_edge_that_is_removed_is_an_option_less(executor: str) -> None:
    graph = pig()
    assert options(graph, executor) == ["Roll", "Hold"]
    roll = next((u, v, key) for u, v, key, data in graph.edges(keys=True, data=True) if data.get("name") == "Roll")
    graph.remove_edge(*roll)
    assert options(graph, executor) == ["Hold"]


@pytest.mark.parametrize("executor", ["python", "reference"])
def test_an_arm_that_leads_elsewhere_changes_the_game(executor: str) -> None:
    """Three in a row end the game; where that is not looked at, it goes on until the board is full."""
    graph = load(ROOT / "examples/tic_tac_toe.rules").game().graph
    assert longest(graph, executor) == 7
    arm = next(edge for edge in graph.edges(keys=True, data=True) if edge[3]["role"] == "arm")
    assert graph.nodes[arm[0]]["title"] == "if"
    otherwise = next(v for _, v, data in graph.out_edges(arm[0], data=True) if data["role"] == "otherwise")
    graph.remove_edge(*arm[:3])
    graph.add_edge(arm[0], otherwise, **arm[3])
    assert longest(graph, executor) == 9


def longest(graph: Any, executor: str) -> int:
    """How many moves are made if both begin with the first free square."""
    session = load(graph).game(executor=executor).start(seed=1)
    while session.decision is not None:
        session.apply(session.decision.options[0])
    return len(session.history)


@pytest.mark.parametrize("executor", ["python", "reference"])
def test_a_weight_that_is_changed_loads_the_die(executor: str) -> None:
    graph = pig()
    die = next(number for number, data in graph.nodes(data=True) if data["kind"] == "chance")
    face = Local(graph.nodes[die]["parameter"].name)
    graph.nodes[die]["weight"] = Arithmetic("+", Const(1), Arithmetic("*", Const(8), Compare("==", face, Const(6))))
    session = load(graph).game(executor=executor).start(seed=1, chance="asked")
    assert session.chance is not None
    assert [one.weight for one in session.chance.outcomes] == [1, 1, 1, 1, 1, 9]


def test_a_number_that_is_changed_in_a_table_counts() -> None:
    graph = pig()
    weights = graph.graph["tables"]["die weights"]
    graph.graph["tables"]["die weights"] = tuple(0 if face != 6 else 1 for face in range(len(weights)))
    session = load(graph).game().start(seed=1, chance="asked")
    assert session.chance is not None
    assert len(session.chance.outcomes) == 1


# ---------------------------------------------------------------------------------------------------- hostile files


def test_a_damaged_graph_is_told_as_a_finding_and_not_played() -> None:
    book = load(node_link.write(load(ROOT / "examples/pig.rules").game().program).replace("Const", "Konst", 1))
    assert isinstance(book, Rulebook)
    assert [one.code for one in book.diagnostics][:1] == ["graph-damaged"]
    assert "Konst" in book.diagnostics[0].message
    with pytest.raises(BrokenRulebook, match="Konst"):
        book.game(2)


SPOILED: list[str] = []
ATTACK = "x' \\n\n__import__('tests.interpreter.test_graph_games', fromlist=['x']).SPOILED.append('ran') #"


def attacked(value: Any, key: str, line: str) -> Any:
    """A graph in which every word of one sort has a line of Python in it."""
    if isinstance(value, dict):
        return {
            name: attacked(part, key, line) if not isinstance(part, str) else part + line * (name == key)
            for name, part in value.items()
        }
    return [attacked(part, key, line) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("key", ["title", "name", "stream", "written", "group", "holder", "elements"])
def test_nothing_in_a_graph_is_ever_run_as_code(key: str) -> None:
    record = json.loads(node_link.write(load(ROOT / "examples/pig.rules").game().program))
    for line_end in ("\n", "\r", "\x0b", "\x0c", "\x1e", "\x85", "\u2028", "\\\n", " "):
        book = load(json.dumps(attacked(record, key, ATTACK.replace("\n", line_end))))
        assert book.diagnostics or line_end == " "
        if not book.diagnostics:
            book.game().position().playout(Random(1))
    assert not SPOILED
