"""Lengths and scores of random games lie where they should, beside the playing time that the box promises.

Measured over hundreds of random games of each table (a tenth are shorter or lower, a tenth longer or higher):

| game          | players | box, minutes | decisions       | points of all players | best of a game  |
| ------------- | ------- | ------------ | --------------- | --------------------- | --------------- |
| Tokaido Duo   | 2       | 20 to 30     | 533 / 778 / 996 | 29 / 55 / 82          | 42 / 67 / 87    |
| Samurai       | 2       | 45           | 97 / 102 / 106  | 6 / 9 / 11 figures    | 8 / 10 / 11     |
| Samurai       | 3       | 45           | 117 / 140 / 151 | 1 / 5 / 9 figures     | 2 / 6 / 10      |
| Samurai       | 4       | 45           | 140 / 167 / 185 | 1 / 3 / 8 figures     | 2 / 6 / 9       |
| Iki           | 2       | 60 to 90     | 135 / 142 / 150 | 13 / 24 / 41          | 20 / 31 / 46    |
| Iki           | 3       | 60 to 90     | 162 / 170 / 180 | 13 / 26 / 43          | 23 / 37 / 50    |
| Iki           | 4       | 60 to 90     | 223 / 232 / 244 | 16 / 29 / 47          | 31 / 42 / 56    |
| Yamataï       | 2       | 40 to 80     | 231 / 278 / 325 | 5 / 15 / 28           | 10 / 21 / 31    |
| Yamataï       | 3       | 40 to 80     | 207 / 263 / 308 | 2 / 11 / 21           | 10 / 18 / 26    |
| Yamataï       | 4       | 40 to 80     | 216 / 263 / 305 | 1 / 8 / 16            | 9 / 14 / 20     |

Players who try to win are quicker in Tokaido Duo, where anybody may end the game (33 rounds, 99 dice, about a quarter
of a minute each), and score more everywhere: with tree search 58 to 56 in Tokaido Duo, 62, 42 and 36 in Iki, 23, 21 and
16 in Yamataï, 11, 11 and 5 figures in Samurai. The games of Iki and Samurai are as long as their twelve months and
twenty tiles. `rulelang sim rulebooks/iki.rules --players 3 --games 1000` measures anew.

Games of tree search (40 imagined games for a move, two players, seed 11), read from start to end:

* Tokaido Duo: nearly every station is used; goods are drawn two to five at a time, mostly three, and carried to a town
  that asks for them; 13 paintings are given after 8 turns of painting, three waves and two hot springs are used; 57 to
  50.
* Samurai: tiles lie where figures still stand, several around each city, and ships, riders and samurai join them; 9 to
  8 figures. One Figure Exchange is wasted on two alike; a Tile Exchange takes up a Helmet 4, which goes elsewhere.
* Iki: wood and fish are bought early, hiring turns with taking income, each visits the other's artisans, the fire
  brigade grows before the fires; 41 to 41, decided by it. Weak: four artisans go unfed, one hired the month before.
* Yamataï: most turns have a trade, sold far more than bought; culture is taken with every ship of a chain, six
  specialists cost three different tokens each and two are used again and again, 14 buildings are spread over the game;
  83 to 51. Weak: turns with nothing but a sale, and looks into the stack whatever comes of them.
"""

from __future__ import annotations

from random import Random

import pytest

from interpreter.api.result import scores
from tests.rulebooks.library import game

pytestmark = pytest.mark.slow

#: Decisions and the best score of any random game.
BETWEEN = {
    ("tokaido_duo", 2): ((250, 1600), (20, 125)),
    ("samurai", 2): ((65, 135), (2, 18)),
    ("samurai", 3): ((85, 180), (1, 16)),
    ("samurai", 4): ((100, 225), (1, 16)),
    ("iki", 2): ((110, 190), (5, 95)),
    ("iki", 3): ((135, 230), (8, 105)),
    ("iki", 4): ((180, 300), (10, 110)),
    ("yamatai", 2): ((120, 450), (1, 70)),
    ("yamatai", 3): ((120, 430), (1, 60)),
    ("yamatai", 4): ((120, 450), (1, 50)),
}
POINTS = {"tokaido_duo": "Points", "samurai": "Total", "iki": "Score", "yamatai": "Score"}


@pytest.mark.parametrize(("name", "players"), BETWEEN)
def test_random_games_are_as_long_and_as_high_as_they_should_be(name: str, players: int) -> None:
    table = game(name, players)
    (shortest, longest), (lowest, highest) = BETWEEN[name, players]
    for seed in range(3):
        state = table.executor.start()
        assert shortest <= table.executor.random_playout(state, Random(seed)) <= longest
        best = max(dict(score.lines)[POINTS[name]] for score in scores(table, state))
        assert lowest <= best <= highest
        result = table.position(state).result
        assert result is not None
        assert result.winners
