"""What the checks hold to be known is true in games that are really played.

Random games go step by step; at every node they come to, all facts of the short look back, and one of the states of the
play imagined from the beginning, have to fit the state of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from interpreter.engine.executor import Fault, Objection, Outcome, Told, Vector
from interpreter.engine.reference_flow import Reference
from rulelang.checks.program_facts import ProgramFacts
from rulelang.compile import compile_rulebook
from rulelang.graph.program import Decide, Do, Program
from rulelang.graph.program import Test as Fork
from rulelang.graph.values.known_facts import KnownFacts
from rulelang.rulebook.loading import load, read_beside
from rulelang.source import read_source

ROOT = Path(__file__).parents[2]
SLOW = {"compass", "backgammon", "chess", "english_draughts", "go_9x9", "hex", "othello"}
"""No game of its own, or one in which the plain executor takes long for each move."""
RULEBOOKS = [
    *sorted(path for path in (ROOT / "examples").glob("*.rules") if path.stem not in SLOW),
    *(ROOT / "rulebooks" / f"{name}.rules" for name in ("iki", "tokaido_duo", "yamatai")),
]
LONGEST = 16
"""So many decisions and chances of a game are looked at."""


class Watched(Reference):
    """Tells where the flow goes, but not where it only looks ahead."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.passed: list[tuple[int, Vector]] = []
        self._ahead = 0

    def _completed(self, state: Vector, actor: int | None, *, entering: bool = False) -> Objection | None:
        self._ahead += 1
        try:
            return super()._completed(state, actor, entering=entering)
        finally:
            self._ahead -= 1

    def _step(self, state: Vector, node: Do | Fork, log: list[Told] | None) -> None:
        self._pass(state)
        super()._step(state, node, log)

    def _is_shown(self, state: Vector, node: Decide) -> bool:
        self._pass(state)
        return super()._is_shown(state, node)

    def happen(self, state: Vector, outcome: Outcome, log: list[Told] | None = None) -> None:
        self._pass(state)
        super().happen(state, outcome, log)

    def _pass(self, state: Vector) -> None:
        if not self._ahead:
            self.passed.append((self.node(state).number, list(state)))


def broken(reference: Reference, look: ProgramFacts, state: Vector, facts: KnownFacts) -> list[str]:
    """What is not as the facts say."""
    regions = look.program.layout.regions
    found = []
    for name, values in facts.cells.items():
        base = regions[name].base
        for number in range(regions[name].length):
            low, high = values[number if len(values) > 1 else 0]
            if not low <= state[base + number] <= high:
                found.append(f"{name} {number} is {state[base + number]}, not {low} to {high}")
    for name, contents in facts.sets.items():
        for number, (certain, may, least, most) in enumerate(contents):
            value = state[regions[name].base + number]
            if certain & ~value or value & ~may or not least <= value.bit_count() <= most:
                found.append(f"{name} {number} is {value:#x}, not {certain:#x} to {may:#x}, {least} to {most}")
    for parts, (low, high) in facts.bounds.items():
        total = 0
        for atom, factor in parts:
            term = look.values.atoms.term(atom)
            if _everybodys(term):
                total = low
                break
            try:
                total += factor * reference.evaluate(state, term)
            except Fault:
                total = low
                break
        if not low <= total <= high:
            found.append(f"{[(factor, look.values.atoms.term(atom)) for atom, factor in parts]} is {total}")
    return found


def _everybodys(term: object) -> bool:
    """Does it stand for the cells of all holders, which cannot be asked at once?"""
    index = getattr(term, "index", None)
    return getattr(index, "value", 0) == -2


def play(program: Program, seed: int) -> tuple[Watched, Sequence[tuple[int, Vector]]]:
    """One random game, as far as it is looked at."""
    random = Random(seed)
    reference = Watched(program)
    try:
        state = reference.start()
        for _ in range(LONGEST):
            if reference.is_over(state):
                break
            if isinstance(reference.node(state), Decide):
                reference.play(state, random.choice(list(reference.options(state))))
            else:
                reference.happen(state, reference.draw(state, random))
    except Fault:
        pass
    return reference, reference.passed


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_what_is_known_is_so(path: Path) -> None:
    rulebook, _ = load(read_source(str(path)).source, read_beside(str(path)))
    for variants in ((), *((variant,) for variant in rulebook.variants)):
        compilation = compile_rulebook(rulebook, rulebook.seats[0], variants, tidy=False)
        look = ProgramFacts(compilation)
        reference, passed = play(look.program, 7)
        for number, state in passed:
            known = look.lookback.at(number)
            assert known is not None, f"play comes to {number}"
            assert broken(reference, look, state, look.ever_held.known) == [], f"at {number}, ever held"
            assert broken(reference, look, state, known) == [], f"at {number}, looking back"
            states = look.imagined.states(number)
            if states is not None:
                wrong = [broken(reference, look, state, one) for one in states]
                assert [] in wrong, f"at {number}, imagined: {min(wrong, key=len, default=['no state'])[:3]}"


def test_a_wrong_fact_would_be_noticed() -> None:
    rulebook, _ = load(read_source(str(ROOT / "examples" / "kuhn_poker.rules")).source)
    look = ProgramFacts(compile_rulebook(rulebook, 2, (), tidy=False))
    reference, passed = play(look.program, 7)
    number, state = passed[-1]
    facts = (look.imagined.states(number) or [])[0]
    assert broken(reference, look, state, facts.with_cells({"playing": ((0, 0),)}))
    assert broken(reference, look, state, facts.with_sets({"player Done": ((0, 0, 0, 0),)}))
