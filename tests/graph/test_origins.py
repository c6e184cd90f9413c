"""What a part of the graph cites: its own numbers, in the printed section named nearest around it."""

from __future__ import annotations

from rulelang.compile import compile_rulebook
from rulelang.graph.text import program_text
from rulelang.rulebook.loading import load
from rulelang.source import SourceFile

GAME = """
rulebook "Orchard" for 2 players
source de "Obstgarten"

# Picking [de "Pflücken" page 3]

each player has Apples from 0 to 9

play:
    repeat 3 turns: Pick
    repeat 2 turns: Rest

to Pick [R1]: choose a number from 1 to 2 as Crop, then gain as many Apples as the Crop [R2]

to Rest [de "Rasten", R3]:
    chance chooses a number from 1 to 2 as Luck [R4]
    gain as many Apples as the Luck

## Winning [R9]

the winner is the player with the highest Apples, otherwise shared
"""


def test_a_number_stands_in_the_section_around_it() -> None:
    rulebook, found = load(SourceFile("orchard.rules", GAME))
    program = compile_rulebook(rulebook).program
    assert found == ()
    assert program is not None
    cites = {node.origin.cite for node in program.nodes if node.origin.cite}
    assert 'de "Pflücken" page 3, R2' in cites
    assert 'de "Rasten", R4' in cites
    assert 'de "Pflücken" page 3, R2' in program_text(program)
