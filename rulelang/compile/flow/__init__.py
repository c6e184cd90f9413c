"""Sentences drawn as nodes of the state graph. `Flow` is the whole of it.

Its parts, each built on those before it:

    base         what all of them share: pen, frames, the reader of phrases
    amounts      gaining, losing, paying
    moves        moving and turning pieces
    swaps        swapping and showing them
    exchanges    a token becomes another one
    marks        marks of things
    choices      picks as parameters of an option
    chance       drawing, rolling
    sentences    a line of sentences, with decisions, chance and ways out
    loops        `for each`, `repeat`
    menus        `choose one:`, `you may`
    hooks        `before`, `after`, `instead of`
    calls        actions, each drawn once
    windows      `at any time, you may:`
    turns        rounds, turns, phases, and what happens at their edges
    statements   any statement, one after the other: where the parts above are chosen from
    triggers     `as soon as`

Statements stand in loops, menus, actions and turns, so these ask for `block`, which `base` only promises. Beside them
stand the drawing itself (`drafts`), the cells an action remembers in (`frames`), the actions by name (`actions`) and
the order of sentences that stand `instead of` one action (`instead_of`). Deeds stand in a register, one deed, one file
(`deeds`); what happens by itself is folded into effects (`folding`, `cells_to_locals`).
"""

from rulelang.compile.flow.triggers import Triggers


class Flow(Triggers):
    """Draws everything that can happen."""


__all__ = ["Flow"]
