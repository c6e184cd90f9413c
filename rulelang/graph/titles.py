"""What the nodes are called that the compiler draws by itself. Checks and explanations tell them apart by these titles.

Every title begins with a small letter, and names of the author with a capital: no action can be taken for one of them.
"""

from __future__ import annotations

from typing import Final

#: Forks that a sentence asks for.
IF: Final = "if"
IF_POSSIBLE: Final = "if possible"
WHILE: Final = "while"
UNTIL: Final = "until"
AS_SOON_AS: Final = "as soon as"
INSTEAD: Final = "instead"
IN_FORCE: Final = "in force"
ENDS_AFTER: Final = "the game ends after this "
TURN_ENDS: Final = "the turn ends"

#: Forks that hold loops and the order of play together.
NEXT: Final = "next "
NEXT_PLAYER: Final = NEXT + "player"
TAKES_PART: Final = "takes part"
STILL_IN: Final = "still in"
AGAIN: Final = "again"
DRAW_AGAIN: Final = "draw again"

#: The way back from an action that several sentences call, and the cell that remembers it.
BACK_FROM: Final = "back from "
WAY_BACK: Final = ": way back"

#: A decision with nothing but windows, and what comes by chance or is seen.
WINDOWS: Final = "windows"
RANDOM_ORDER: Final = "random order"
ROLL: Final = "roll"
REVEAL: Final = "reveal"
