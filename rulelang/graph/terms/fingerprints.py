"""What lies where as one number, for rules about positions that come back.

    Black stones on a1, b1      0b11 * 2_790_116_541_882_113
    White stones on a2          2**9 * 1_031_462_909_115_480      all added, modulo `MODULUS`

Weights are chosen by the compiler and stand in the term, so that every executor adds up the same. Two different
positions have the same number once in 10**15 times: in a game of 1,000 positions that happens less than once in a
billion games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulelang.tuning.fast_dataclass import hash_consed

if TYPE_CHECKING:
    from rulelang.graph.terms import Term

#: The first prime above 2**50 times pi. Numbers below it are exact wherever numbers are kept as JavaScript keeps them,
#: and no few squares, taken or left, ever add up to a multiple of it.
MODULUS: Final = 3_537_118_876_014_223

_WORD: Final = (1 << 64) - 1


@hash_consed(frozen=True, slots=True)
class Fingerprint:
    """Many values as one number, which is only compared: the sum of the products in `parts`, modulo `MODULUS`. A set
    counts as the number that its bits are. Every factor may be taken modulo `MODULUS` first, so that 128 bits are
    enough."""

    parts: tuple[tuple[Term, ...], ...]


def weight(*about: int) -> int:
    """A number from 1 to `MODULUS` - 1 that looks random: always the same for the same numbers."""
    mixed = 0
    for number in about:
        # The steps of splitmix64.
        mixed = (mixed + number + 0x9E3779B97F4A7C15) & _WORD
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _WORD
        mixed ^= mixed >> 31
    return 1 + mixed % (MODULUS - 1)
