"""The games the tests play: one for each kind of trouble."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from interpreter import Game, Session, load
from tests.random_moves import play_on

EXAMPLES = Path(__file__).parents[2] / "examples"

OPEN_GAMES = ("tic_tac_toe", "connect_four", "breakthrough", "othello", "nine_mens_morris", "backgammon", "pig")
HIDDEN_GAMES = ("kuhn_poker", "leduc_poker", "liars_dice", "sealed_letter", "rock_paper_scissors")
ALL_GAMES = OPEN_GAMES + HIDDEN_GAMES


@cache
def game(name: str, players: int | None = None) -> Game:
    """A game of the examples."""
    return load(EXAMPLES / f"{name}.rules").game(players)


def played(name: str, seed: int, moves: int) -> Session:
    """A game in the middle of being played, with random moves."""
    return play_on(game(name).start(seed), Random(seed), moves)


#: Two players hide cards from each other, draw, look, give away, and choose secretly at the same time.
SECRETS = """
rulebook "Secrets" for 2 players

a Card is a card with a Rank from 1 to 6
there are 6 Cards:
    | Title | Rank |
    | One   | 1    |
    | Two   | 2    |
    | Three | 3    |
    | Four  | 4    |
    | Five  | 5    |
    | Six   | 6    |

the Stack is a face-down pile of Cards
each player has a Hand, a secret area of Cards
each player has a Front, an open area of Cards
each player has a Shelf, a face-down area of Cards
the plural of Shelf is Shelves

setup:
    move all Cards from the Box to the Stack
    shuffle the Stack
    each player: draw 2 Cards from the Stack to your Hand

play:
    repeat turns until the Stack is empty:
        Lay Out
        draw 1 Card from the Stack to your Hand
    each player secretly:
        choose a Card in your Hand
        move it to your Shelf

to Lay Out:
    choose one:
        Show One
        Hide One

to Show One:
    choose a Card in your Hand
    move it to your Front

to Hide One:
    choose a Card in your Hand
    move it to your Shelf

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Front
"""


@cache
def secrets() -> Game:
    """The game of hidden cards."""
    return load(SECRETS).game()


RULEBOOKS = Path(__file__).parents[2] / "rulebooks"
BIG_GAMES = ("tokaido_duo", "samurai", "iki", "yamatai")


@cache
def big_game(name: str) -> Game:
    """One of the four big games, for two."""
    return load(RULEBOOKS / f"{name}.rules").game(2)


def big_session(name: str, seed: int, moves: int) -> Session:
    """A big game in the middle of being played, with random moves."""
    return play_on(big_game(name).start(seed), Random(seed), moves, among=50)
