"""Sentences drawn as nodes of the state graph.

`base` has what all of them share: `Flow`, the pen, frames, the reader of phrases, the actions by name. The rest is
functions, each module built on those before it:

    amounts      how much is gained, lost, paid
    room         what a place takes
    moves        moving and turning pieces
    changes      marks, members of lists, a token that becomes another one
    choices      decisions, the edges out of them, and what can be chosen
    chance       one chance after another
    sentences    a line of sentences; deeds stand in a register (`base`), one deed, one file (`deeds`)
    statements   statements one after the other; those with a body stand in a register
    hooks        `before`, `after`, `instead of`
    calls        actions, each drawn once
    loops        `for each`, `repeat`
    menus        `choose one:`, `you may`
    windows      `at any time, you may:`
    turns        rounds, turns, phases, and what happens at their edges
    triggers     `as soon as`

Beside them stand the drawing itself (`drafts`), the cells an action remembers in (`frames`), what a rulebook lets
happen by name, and the order of sentences that stand `instead of` one action (`actions`). What happens by itself is
folded into effects (`folding`, `cells_to_locals`).
"""

from collections.abc import Iterable

from rulelang.compile.context import CompileContext
from rulelang.compile.flow import deeds, loops, menus, turns
from rulelang.compile.flow.base import Flow
from rulelang.compile.flow.calls import gather_actions
from rulelang.compile.meaning import Meaning
from rulelang.compile.texts import Texts
from rulelang.rulebook.loading import Placed


def new_flow(book: CompileContext, meaning: Meaning, texts: Texts, items: Iterable[Placed]) -> Flow:
    """Nothing drawn yet, and everything known that can happen by name."""
    items = tuple(items)
    flow = Flow(book, meaning, texts, items)
    gather_actions(flow, items)
    return flow


__all__ = ["Flow", "deeds", "loops", "menus", "new_flow", "turns"]
