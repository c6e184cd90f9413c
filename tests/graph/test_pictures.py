"""Where a picture of the board has the spaces, and what every player has."""

from __future__ import annotations

from rulelang.graph.export.board import has_picture, write
from rulelang.rulebook.declare import declare
from rulelang.rulebook.loading import load, selected
from rulelang.rulebook.world import World
from rulelang.source import source_from_text

_NEST = """rulebook "Nest" for 2 to 3 players

each player has Eggs from 0 to 9
each player has a Board, an open area
a Season is one of Spring, Autumn
each Season has a Basket, an open area
a Twig is a token
there are 9 Twigs
a Field is a space:
    | Field  | at   |
    | Meadow | 0 0  |
    | Hedge  | 90 0 |

play:
    repeat 3 rounds:
        each player: gain 1 Egg

the winner is the player with the highest Eggs, otherwise shared

picture 400 by 400:
    | Place  | at                       |
    | Board  | 40 300, 240 300, 340 300 |
    | Basket | 10 200, 20 200           |
    | Box    | 200 200                  |
    | Nowhere | 1 1                     |
"""


def world(players: int) -> tuple[World, list[str]]:
    rulebook, found = load(source_from_text("nest.rules", _NEST))
    assert not found
    declared, problems = declare(selected(rulebook, players, frozenset()), players)
    return declared, [problem.message for problem in problems]


def spots(players: int) -> dict[str, tuple[int, int]]:
    declared, _ = world(players)
    return {declared.place_names[place]: spot for place, spot in declared.pictures.items()}


def test_every_player_has_a_spot_of_their_own() -> None:
    assert {name: spot for name, spot in spots(3).items() if "Board" in name} == {
        "Ann's Board": (40, 300),
        "Ben's Board": (240, 300),
        "Cleo's Board": (340, 300),
    }
    assert [name for name in spots(2) if "Board" in name] == ["Ann's Board", "Ben's Board"]


def test_so_has_every_member_of_a_kind() -> None:
    assert [spot for name, spot in spots(2).items() if "Basket" in name] == [(10, 200), (20, 200)]
    assert spots(2)["Box"] == (200, 200)


def test_a_name_that_is_no_place_is_told() -> None:
    assert len(world(2)[1]) == 1
    assert "Nowhere" in world(2)[1][0]


def test_areas_of_players_are_drawn() -> None:
    declared, _ = world(2)
    assert has_picture(declared)
    drawn = write(declared, "Nest")
    assert "Ann's Board</text>" in drawn
    assert "Cleo's Board" not in drawn
