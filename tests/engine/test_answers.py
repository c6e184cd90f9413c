"""The generated executor answers what it is asked as the plain one does: which moves are legal, what may come next in a
joint choice, what is the value of a term, what do effects do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from interpreter.engine.executor import Executor, Fault, Move, Value, Vector
from rulelang.graph.program import Decide, Program
from rulelang.graph.shape import free_locals
from rulelang.graph.terms import Effect, Term
from tests.rulebooks.library import NAMES, game, rulebook

pytestmark = pytest.mark.slow

#: Decisions asked about in each game; the plain executor, where it is slow, is asked about so many of them.
MANY = 5
FEW = {
    "backgammon": 0, "chess": 0, "english_draughts": 0, "go_9x9": 1, "hex": 1, "iki": 3, "othello": 1, "samurai": 2,
    "tokaido_duo": 3, "yamatai": 2,
}  # fmt: skip

#: Asked so often, a term has a function of its own.
OFTEN = 6

#: The plain executor needs a moment for each value, so of many only some are compared.
MOST = 40


def _positions(name: str, random: Random) -> Iterator[Vector]:
    """Decisions of a random game, some moves apart."""
    executor = game(name, game_players(name)).executor
    state = executor.start()
    for number in range(2 * MANY):
        while not executor.is_over(state) and not isinstance(executor.node(state), Decide):
            executor.happen(state, executor.draw(state, random))
        if executor.is_over(state):
            state = executor.start()
            continue
        if number % 2 == 0:
            yield list(state)
        executor.play(state, random.choice(executor.options(state)))


def game_players(name: str) -> int:
    """The fewest, mostly."""
    return rulebook(name).players[0] if name != "pig" else 3


@pytest.mark.parametrize("name", NAMES)
def test_stages_lead_through_the_same_choices(name: str) -> None:
    random = Random(name)
    plain, generated = (game(name, game_players(name), kind).executor for kind in ("reference", "python"))
    for number, state in enumerate(_positions(name, random)):
        before = list(state)
        slow = number >= FEW.get(name, MANY)
        move = _chosen_in_stages(None if slow else plain, generated, state, random)
        assert generated.is_legal(state, move)
        assert state == before


def _chosen_in_stages(plain: Executor | None, generated: Executor, state: Vector, random: Random) -> Move:
    """A legal move, chosen value by value. What is offered is what the listed moves have, and what the plain executor
    says."""
    node, listed = generated.node(state), list(generated.options(state))
    assert isinstance(node, Decide)
    chosen: Move = ()
    inside: tuple[int, ...] = ()
    while True:
        stage = generated.stage(state, chosen, inside)
        assert plain is None or stage == plain.stage(state, chosen, inside)
        number = chosen[0] if chosen else -1
        assert isinstance(number, int)
        if chosen and len(chosen) > len(node.options[number].parameters):
            assert chosen in listed
            return chosen
        following = {move[len(chosen)] for move in listed if move[: len(chosen)] == chosen}
        if chosen and node.options[number].parameters[len(chosen) - 1].form == "some":
            handfuls = [found for found in following if isinstance(found, tuple) and found[: len(inside)] == inside]
            assert set(stage.values) == {found[len(inside)] for found in handfuls if len(found) > len(inside)}
            assert stage.may_stop == (inside in handfuls)
            if stage.may_stop and (not stage.values or random.random() < 0.4):
                chosen, inside = (*chosen, inside), ()
            else:
                inside = (*inside, random.choice(stage.values))
        else:
            assert set(stage.values) == following
            chosen = (*chosen, random.choice(stage.values))


@pytest.mark.parametrize("name", NAMES)
def test_just_what_is_listed_is_legal(name: str) -> None:
    random = Random(name)
    executor = game(name, game_players(name)).executor
    for state in _positions(name, random):
        listed = set(executor.options(state))
        for move in random.sample(sorted(listed, key=str), min(MOST, len(listed))):
            assert executor.is_legal(state, move)
            for damaged in _damaged(move, random):
                assert executor.is_legal(state, damaged) == (damaged in listed)


def _damaged(move: Move, random: Random) -> Iterator[Move]:
    """The move with one part replaced by anything."""
    anything: list[Value] = [-1, random.randrange(80), 1 << 40, (), tuple(random.choices(range(-1, 40), k=3)), (2, 1)]
    for position in range(len(move)):
        yield (*move[:position], random.choice(anything), *move[position + 1 :])
        value = move[position]
        if isinstance(value, tuple):
            yield (*move[:position], value[::-1], *move[position + 1 :])
            yield (*move[:position], (*value, *value[-1:]), *move[position + 1 :])
            yield (*move[:position], value[:-1], *move[position + 1 :])
    yield move[:-1]
    yield (*move, 0)


def _terms(program: Program) -> Iterator[tuple[Term, tuple[str, ...]]]:
    """Terms that are asked for outside the flow, with what their locals are."""
    yield from ((condition, ()) for _, condition, _ in program.invariants)
    yield from ((line.value, ("player",)) for line in program.scoring.lines)
    for node in program.nodes:
        if isinstance(node, Decide):
            yield node.actor, ()
            for option in node.options:
                yield from (
                    (term, ())
                    for parameter in option.parameters
                    for term in (getattr(parameter.domain, "set", None), getattr(parameter.domain, "places", None))
                    if term is not None and not free_locals(term)
                )


@pytest.mark.parametrize("name", NAMES)
def test_terms_have_the_same_value(name: str) -> None:
    random = Random(name)
    players = game_players(name)
    plain, generated = (game(name, players, kind).executor for kind in ("reference", "python"))
    found = list(_terms(generated.program))
    chosen = random.sample(found, min(MOST, len(found)))
    for state in list(_positions(name, random))[-2:]:
        before = list(state)
        for term, locals_ in chosen:
            values = {name: random.randrange(players) for name in locals_}
            try:
                expected = plain.evaluate(state, term, values)
            except Fault:
                # It is about something that is not there now; only the plain executor notices.
                continue
            assert [generated.evaluate(state, term, values) for _ in range(OFTEN)] == [expected] * OFTEN
        assert state == before


@pytest.mark.parametrize("name", NAMES)
def test_effects_do_the_same(name: str) -> None:
    """The effects of options without choices, tried at any time: some cannot be obeyed then."""
    random = Random(name)
    plain, generated = (game(name, game_players(name), kind).executor for kind in ("reference", "python"))
    nodes = [node for node in generated.program.nodes if isinstance(node, Decide)]
    lists = [option.effects for node in nodes for option in node.options if option.effects and not option.parameters]
    for state in list(_positions(name, random))[-2:]:
        for effects in random.sample(lists, min(12, len(lists))):
            expected = _after(plain, state, effects)
            if isinstance(expected, list) or expected.startswith("a sentence"):
                assert [_after(generated, state, effects) for _ in range(OFTEN)] == [expected] * OFTEN


def _after(executor: Executor, state: Vector, effects: tuple[Effect, ...]) -> list[int] | str:
    """The state after effects, or what is the matter with them."""
    trial = list(state)
    try:
        executor.apply(trial, effects)
    except Fault as fault:
        return fault.message
    return trial
