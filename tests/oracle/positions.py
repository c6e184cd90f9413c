"""Chess positions in which castling, taking in passing, promotion, pins and double checks come up at once, in the
notation of Forsyth and Edwards, and how many sequences of 1, 2, 3 ... moves they allow."""

from __future__ import annotations

from typing import Final

CHESS: Final = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (48, 2_039, 97_862, 4_085_603, 193_690_690),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2_812, 43_238, 674_624, 11_030_083),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9_467, 422_333, 15_833_292),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1_486, 62_379, 2_103_487, 89_941_194),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2_079, 89_890, 3_894_594),
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1": (24, 496, 9_483, 182_838, 3_605_103, 71_179_139),
}

#: Close to a draw: fifty quiet moves of each side are nearly over when a mate is near, or few men are left to be taken.
LATE: Final = (
    "7k/5Q2/6K1/8/8/8/8/8 w - - 97 80",
    "8/8/8/8/8/6k1/5q2/7K b - - 98 80",
    "8/8/4k3/8/2n5/4K3/3B4/8 w - - 0 60",
    "8/5b2/4kp2/8/8/4KP2/2B5/8 w - - 0 60",
    "4k3/8/8/1b6/2P5/3B4/8/4K3 w - - 0 60",
)

#: A pawn may be taken in passing, or none can be though one has just gone two squares.
PASSING: Final = (
    "4k1n1/8/8/3pP3/8/8/8/4K1N1 w - d6 0 2",
    "4k1n1/8/8/3pP3/8/8/8/4K1N1 w - - 0 2",
    "r3k3/8/8/8/2pPp3/8/8/4K2R b Kq d3 0 2",
    "r3k3/2p1p3/8/3P4/8/8/3P4/4K2R b Kq - 0 2",
)
