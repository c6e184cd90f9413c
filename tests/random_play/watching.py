"""Random games of one table, watched at every decision and at the end.

A game must end by its own rules before it is absurdly long, nobody may be stuck, no sentence may ask for something
impossible, and what the rulebook says `always` holds must hold. Which options were taken is noted on the way, where all
options are listed; games at full speed draw a move without listing the others, and are watched as closely otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from interpreter import Game
from interpreter.engine.executor import Vector, option_of
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, OptionEdge, Program, Test
from rulelang.graph.terms import Const

#: No game here is ever this long: one that is does not end by its own rules.
LONGEST = 20_000


@dataclass
class Seen:
    """What the games of one table have shown. `lengths` counts the decisions of each game, `options` how often each
    option was taken, `ends` how many players won."""

    options: Counter[str]
    lengths: list[int] = field(default_factory=list)
    winners: Counter[int] = field(default_factory=Counter)
    trouble: list[str] = field(default_factory=list)

    @property
    def untaken(self) -> set[str]:
        """The options nobody has taken yet."""
        return {option for option, times in self.options.items() if not times}


def option_name(node: Decide, option: OptionEdge) -> str:
    """An option as the rulebook names it. Decisions drawn several times from one sentence count together."""
    return f"{node.title}: {'pass' if option.role == 'pass' else option.name}"


def options_of(program: Program) -> Counter[str]:
    """Every option there is, none of them taken. What a variant replaces is drawn too, but no way leads there."""
    names, reached, waiting = Counter[str](), {-1}, [program.entry]
    while waiting:
        number = waiting.pop()
        if number in reached:
            continue
        reached.add(number)
        node = program.nodes[number]
        waiting += _ways(node)
        if isinstance(node, Decide):
            names.update({option_name(node, option): 0 for option in node.options})
    return names


def _ways(node: Node) -> list[int]:
    """Where the game may go on after a node."""
    match node:
        case Decide():
            return [*(option.target for option in node.options), node.otherwise]
        case Test():
            always = [number for number, (condition, _) in enumerate(node.arms) if condition == Const(1)]
            arms = node.arms[: always[0] + 1] if always else node.arms
            return [*(target for _, target in arms), *([] if always else [node.otherwise])]
        case Do() | ChanceNode():
            return [node.target]
        case End():
            return []


def watch(game: Game, numbers: Iterable[int], listed: int | None = None) -> Iterator[Seen]:
    """Play the games of these numbers; what was seen so far, after each of them. Only in the first `listed` games
    (None: in all of them) is it noted which options are taken."""
    seen = Seen(options_of(game.program))
    for played, number in enumerate(numbers):
        if listed is None or played < listed:
            _play(game, number, seen)
        else:
            _play_at_full_speed(game, number, seen)
        yield seen


def _play_at_full_speed(game: Game, number: int, seen: Seen) -> None:
    """One decision at a time, drawn by the code for random games."""
    executor, random = game.executor, Random(number)
    state, made = executor.start(), 0
    while made < LONGEST:
        if not isinstance(executor.node(state), ChanceNode) and (broken := _broken(game, list(state))):
            seen.trouble.append(f"game {number} after {made} decisions: {broken}")
            return
        if executor.is_over(state):
            _end(game, state, made, seen)
            return
        made += executor.random_playout(state, random, 1)
    seen.trouble.append(f"game {number} has no end")


def _play(game: Game, number: int, seen: Seen) -> None:
    executor, random = game.executor, Random(number)
    state, made = executor.start(), 0
    while made < LONGEST:
        node = executor.node(state)
        if not isinstance(node, ChanceNode) and (broken := _broken(game, list(state))):
            seen.trouble.append(f"game {number} after {made} decisions: {broken}")
            return
        match node:
            case Decide():
                moves = executor.options(state)
                move = moves[int(random.random() * len(moves))]
                seen.options[option_name(node, option_of(node, move))] += 1
                executor.play(state, move)
                made += 1
            case ChanceNode():
                executor.happen(state, executor.draw(state, random))
            case _:
                _end(game, state, made, seen)
                return
    seen.trouble.append(f"game {number} has no end")


def _broken(game: Game, cells: list[int]) -> str:
    """What always has to hold and does not."""
    invariants = game.program.invariants
    return next((text for text, term, _ in invariants if not game.executor.evaluate(cells, term)), "")


def _end(game: Game, state: Vector, made: int, seen: Seen) -> None:
    seen.lengths.append(made)
    result = game.position(state).result
    assert result is not None
    seen.winners[len(result.winners)] += 1
