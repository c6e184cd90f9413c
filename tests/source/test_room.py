"""Deep calls do not ask the system for memory again and again."""

from __future__ import annotations

import subprocess
import sys

_SCRIPT = """
import resource
from rulelang.room import roomy

def deep(levels):
    return leaf() if not levels else deep(levels - 1)

def leaf():
    return [small() for _ in range(300)]

def small():
    return tiny(1, 2, 3, 4, 5, 6, 7, 8)

def tiny(a, b, c, d, e, f, g, h):
    return None

def faults(work):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for levels in range(250):
        work(levels)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

def every(work):
    return faults(work)

deep(250)
print(every(deep), roomy(every)(deep))
"""


def test_a_loop_at_the_border_of_a_piece_of_frames_costs_nothing() -> None:
    printed = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=True).stdout
    plain, with_room = map(int, printed.split())
    # Without room it is about 800 times, if this Python gives pieces back at once; later ones may not.
    assert with_room < 80, plain
