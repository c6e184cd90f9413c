"""Published counts: how many sequences of so many decisions (or whole turns, or single steps) a game allows.

A game that ends earlier does not count. OpenSpiel has counted all of these, and most of them one of the compiled or
interpreted engines of Ludii, Regular Boardgames and python-chess as well; no two of them disagree. The counts for
chess positions are those of the Chess Programming Wiki.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tests.oracle.positions import CHESS

#: Counts up to this one are made however long it takes.
_ALWAYS = 10_000

Unit = Literal["decisions", "turns", "steps"]


@dataclass(frozen=True)
class Table:
    """The counts for lengths 1, 2, 3 and so on. `changes`: words of the rulebook and what they become on another board.

    A `turn` is everything one player does before the other. A `step` is one thing chosen: pawn and square are two.
    `position`: where the game begins, in the notation of Forsyth and Edwards.
    """

    rulebook: str
    unit: Unit
    counts: tuple[int, ...]
    changes: dict[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    position: str = ""

    @property
    def surely(self) -> int:
        """So many lengths are counted on the slowest machine too."""
        return sum(count <= _ALWAYS for count in self.counts)

    def __str__(self) -> str:
        board = " ".join(word for word in self.changes.values() if " by " in word)
        return " ".join(word for word in (self.rulebook, *self.variants, board, self.position, self.unit) if word)


TABLES = [
    Table("tic_tac_toe", "decisions", (9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872)),
    Table(
        "connect_four",
        "decisions",
        (
            *(7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572, 268_031_646),
            *(1_844_590_828, 12_418_296_244),
        ),
    ),
    Table(
        "breakthrough",
        "decisions",
        (22, 484, 11_132, 256_036, 6_182_818, 149_264_638, 3_751_915_714, 94_232_317_976),
    ),
    Table(
        "breakthrough",
        "decisions",
        (16, 256, 4_308, 71_478, 1_248_290, 21_470_998, 381_006_806),
        {
            "8 by 8": "6 by 6",
            "16 Pawns": "12 Pawns",
            "row is one of 7, 8": "row is one of 5, 6",
            "Goal Row is 8": "Goal Row is 6",
        },
    ),
    Table("hex", "decisions", (121, 14_520, 1_727_880, 203_889_840)),
    Table(
        "hex",
        "decisions",
        (25, 600, 13_800, 303_600, 6_375_600, 127_512_000),
        {"11 by 11": "5 by 5", "row is 11": "row is 5", "column is 11": "column is 5"},
    ),
    Table(
        "othello",
        "decisions",
        (4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_056),
        variants=("Spoken Pass",),
    ),
    Table("gomoku", "decisions", (225, 50_400, 11_239_200, 2_495_102_400)),
    Table("amazons", "steps", (4, 80, 2_176, 8_704, 168_420, 4_307_152, 17_228_604)),
    Table("amazons", "decisions", (80, 2_176, 168_420, 4_307_152)),
    Table("amazons", "turns", (2_176, 4_307_152)),
    Table(
        "english_draughts",
        "decisions",
        (7, 49, 302, 1_469, 7_361, 36_768, 179_255, 838_248, 3_866_526, 17_570_330),
    ),
    Table(
        "english_draughts",
        "turns",
        (7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128),
    ),
    Table("chess", "decisions", (20, 400, 8_902, 197_281, 4_865_609, 119_060_324)),
    *(Table("chess", "decisions", counts, position=position) for position, counts in CHESS.items()),
    Table("go_9x9", "decisions", (82, 6_643, 531_522, 42_002_809, 3_277_745_256)),
]
