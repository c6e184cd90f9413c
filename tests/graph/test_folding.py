"""Folding what happens by itself into effects changes no game: the same options, the same cells, the same end."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.engine.executor import Fault
from interpreter.engine.reference_flow import Reference
from rulelang.compile import compile_rulebook
from rulelang.graph.program import ChanceNode, Decide, End, Program
from rulelang.graph.roles import NodeRole
from rulelang.rulebook.loading import load
from rulelang.source import SourceFile, read_source
from tests.graph.test_text import ROOT, rulebooks

#: So many options are compared in one game: every single one is looked for step by step, which is slow.
OPTIONS = 40


def both_ways(source: SourceFile, players: int | None = None) -> tuple[Program, Program]:
    """A rulebook with what happens by itself folded, and without."""
    rulebook, _ = load(source)
    folded = compile_rulebook(rulebook, players)
    unfolded = compile_rulebook(rulebook, players, fold=False)
    assert folded.program is not None, [found.message for found in folded.diagnostics]
    assert unfolded.program is not None
    return folded.program, unfolded.program


def seen(program: Program, state: list[int]) -> dict[str, list[int]]:
    """Everything but where the flow stands and what actions remember."""
    regions = program.layout.regions.values()
    return {
        region.name: state[region.base : region.base + region.length]
        for region in regions
        if region.role != "frame" and region.name != "node"
    }


def play_both(one: Program, other: Program, seed: int) -> int:
    """Play the same random game in both; how far it went."""
    first, second, random = Reference(one), Reference(other), Random(seed)
    here, there = first.start(), second.start()
    compared = step = 0
    while compared < OPTIONS and step < OPTIONS:
        step += 1
        assert seen(one, list(here)) == seen(other, list(there))
        node, twin = first.node(here), second.node(there)
        assert type(node) is type(twin)
        if isinstance(node, Decide):
            assert isinstance(twin, Decide)
            assert first.actor(here) == second.actor(there)
            moves = first.options(here)
            compared += len(moves)
            assert list(moves) == list(second.options(there))
            assert [option.name for option in node.options] == [option.name for option in twin.options]
            move = moves[random.randrange(len(moves))]
            faults = []
            for executor, state in ((first, here), (second, there)):
                try:
                    executor.play(state, move)
                except Fault as fault:
                    faults.append(fault.message)
            assert len(faults) in (0, 2)
            if faults:
                return step
        elif isinstance(node, ChanceNode):
            outcome = first.draw(here, random)
            assert first.outcomes(here) == second.outcomes(there)
            first.happen(here, outcome)
            second.happen(there, outcome)
        else:
            return step
    return step


@pytest.mark.parametrize("stem", rulebooks())
def test_folding_changes_no_example(stem: str) -> None:
    programs = both_ways(read_source(ROOT / "examples" / f"{stem}.rules").source)
    assert play_both(*programs, 1) > 0


@pytest.mark.parametrize("stem", rulebooks("rulebooks"))
def test_folding_changes_no_big_rulebook(stem: str) -> None:
    programs = both_ways(read_source(ROOT / "rulebooks" / f"{stem}.rules").source)
    assert play_both(*programs, 1) > 0


HEADER = """rulebook "Fold" for 3 players
each player has Coins from 0 to 9
each player has Marks from 0 to 9
the Count is a track from 0 to 99
a Card is a card with a Rank from 1 to 4
there are 4 Cards:
    | Title | Rank |
    | Ash   | 1    |
    | Beech | 2    |
    | Cedar | 3    |
    | Elm   | 4    |
the Deck is a pile of Cards
the Table is an open area of Cards
the winner is the player with the highest Marks, otherwise shared
setup: move all Cards to the Table
play: repeat 9 turns:
    choose a number from 1 to 3 as Kind
    Try for the Kind
"""

#: What an action says, all of it happening by itself.
BODIES = {
    "a fork": """
    if the Number is at least 2: gain 1 Coin
    otherwise: gain 2 Coins""",
    "forks in a row": """
    if the Number is 1: gain 1 Coin
    otherwise if the Number is 2: lose 1 Coin
    otherwise: gain 1 Mark""",
    "what a fork finds": """
    if there is a Card in the Table where its Rank is at least 3:
        move the Card to the Deck
        gain 1 Coin""",
    "what is remembered": """
    if the Number is at least 2:
        remember your Coins as Old
        gain 2 Coins
        your Marks become the Old""",
    "over a set that the loop changes": """
    for each Card in the Table where its Rank is at least 2:
        move the Card to the Deck
        gain 1 Coin""",
    "over a pile": """
    move 1 Card in the Table to the Deck if possible
    for each Card in the Deck: your Marks become the Card's Rank""",
    "so many times": """
    repeat as many times as the Number: gain 1 Coin""",
    "a loop in a loop": """
    repeat as many times as the Number:
        each player:
            if your Coins are at least 3: lose 2 Coins
            otherwise: gain 1 Coin""",
    "the others in turn": """
    the Count becomes 0
    each other player:
        the Count becomes the Count plus 1
        your Marks become the Count""",
    "a call with a number": """
    Earn for the Number
    each other player: Earn for 1
to Earn for a number from 1 to 3 as Number:
    remember your Coins as Old
    your Coins become the Number
    if your Coins are more than the Old: gain 1 Mark""",
    "only if possible": """
    Earn if possible
    each player: pay 2 Coins if possible
to Earn:
    gain 1 Coin
    if your Coins are at least 3: gain 1 Mark""",
    "what cannot be paid": """
    gain 1 Coin
    each player: Spend
to Spend:
    if your Marks are at least 1: pay 1 Coin
    gain 1 Mark""",
}


@pytest.mark.parametrize("what", BODIES)
def test_what_happens_by_itself_leaves_no_node(what: str) -> None:
    source = SourceFile("fold.rules", f"{HEADER}to Try for a number from 1 to 3 as Number:{BODIES[what]}\n")
    folded, unfolded = both_ways(source)
    assert len(folded.nodes) < len(unfolded.nodes)
    for seed in range(12):
        assert play_both(folded, unfolded, seed) > 0
    kinds = [node for node in folded.nodes if node.group.endswith(("Try", "Earn", "Spend"))]
    assert len(kinds) <= 3


#: Sentences that are left out where they cannot be obeyed.
ATTEMPTS = (
    "pay 2 Coins",
    "the Leader gains 1 Coin",
    "the Leader pays 1 Coin to you",
    "move the first Card in the Table to the Slot",
    "move all Cards in the Table to the Slot",
    "the Leader draws 1 Card from the Deck to the Slot",
    "swap the first Card in the Table with the first Card in the Slot",
    "show the first Card in the Slot to the Leader",
    "turn the first Card in the Slot face down",
    "the Leader leaves the game",
    "only if you have at least 3 Coins",
    "Spend for the Number",
    "Spend Twice",
    "the Leader does Spend Twice",
    "pay 1 Coin, then gain 1 Mark",
    "gain 1 Mark, then pay 1 Coin, then pay 1 Coin",
    "move 1 Card in the Table to the Slot, then pay 1 Coin",
)
#: As much as can be is done, or nothing is needed: nothing has to be asked.
ALWAYS_POSSIBLE = (
    "gain 2 Coins",
    "move 2 Cards in the Table to the Slot",
    "move all Cards from the Slot to the Table face down",
    "draw 1 Card from the Deck to the Slot",
    "the Leader becomes Ben",
)
ACTIONS = """
to Spend for a number from 1 to 2 as Number: pay as many Coins as the Number
to Spend Twice:
    if your Marks are at most 4: pay 1 Coin
    pay 2 Coins
"""


@pytest.mark.parametrize("deed", ATTEMPTS + ALWAYS_POSSIBLE)
def test_if_possible_asks_the_sentence_alone_in_both_ways(deed: str) -> None:
    """By looking ahead and by a condition: what follows in the move is not asked."""
    body = f"    {deed} if possible\n    pay 1 Coin\n"
    more = "the Leader is a player\nthe Slot is an open area of up to 2 Cards\n"
    play = "play: repeat 9 turns:\n    if the Leader is nothing and the Count is 2: the Leader becomes Cleo\n"
    play += "    the Count becomes the Count plus 1\n    gain 1 Coin\n"
    head = HEADER.replace("play: repeat 9 turns:\n", more + play).replace(
        "    Try for the Kind", "    you may Try for the Kind"
    )
    head = head.replace(
        "setup: move all Cards to the Table", "setup:\n    move 3 Cards to the Table\n    move 1 Card to the Deck"
    )
    text = f"{head}to Try for a number from 1 to 3 as Number:\n{body}{ACTIONS}"
    folded, unfolded = both_ways(SourceFile("attempt.rules", text))
    asked = any(node.role is NodeRole.IF_POSSIBLE for node in unfolded.nodes if not isinstance(node, End))
    assert asked is (deed not in ALWAYS_POSSIBLE)
    for seed in range(12):
        assert play_both(folded, unfolded, seed) > 0
