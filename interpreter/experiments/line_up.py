"""Bots by what plans and command lines call them: `random`, `greedy`, `mcts`, `mcts:50`, `my_bots:Cautious`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from interpreter.bots import Bot, bot, bot_names
from rulelang.diagnostics.spelling import closest

#: Where the strength of a bot can be said, it is how many games it imagines for each move.
_WITH_STRENGTH: Final = "mcts"


class UnknownBot(ValueError):
    """There is no bot of this name; the message says which there are."""


def ranked(name: str) -> tuple[int, int]:
    """How strong a bot is meant to be, for showing weaker ones first."""
    kind, _, strength = name.partition(":")
    order = bot_names().index(kind) if kind in bot_names() else len(bot_names())
    return order, int(strength) if strength.isdecimal() else 200 if kind == _WITH_STRENGTH else 0


def maker(name: str) -> Callable[[int], Bot]:
    """What makes a bot of this name from a seed."""
    kind, _, rest = name.partition(":")
    if kind == _WITH_STRENGTH and rest:
        if not rest.isdecimal() or int(rest) < 1:
            raise UnknownBot(f"`{name}`: after `{kind}:` stands how many games it imagines for each move: `{kind}:50`.")
        return lambda seed: bot(kind, seed, int(rest))
    if kind in bot_names() and not rest:
        return lambda seed: bot(kind, seed)
    if rest and kind not in bot_names():
        return _own(name, kind, rest)
    near = closest(name, bot_names())
    meant = f" Did you mean `{near}`?" if near else ""
    raise UnknownBot(
        f"There is no bot `{name}`.{meant} There are {', '.join(bot_names())}, `{_WITH_STRENGTH}:50` (so many imagined "
        "games for each move), and your own: `my_bots:Cautious` is what `Cautious(seed)` in my_bots.py makes."
    )


def _own(name: str, module: str, attribute: str) -> Callable[[int], Bot]:
    try:
        found: Any = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as problem:
        near = closest(module, bot_names())
        meant = f" Did you mean `{near}:{attribute}`?" if near == _WITH_STRENGTH else ""
        raise UnknownBot(f"The bot `{name}` is not there: {problem}.{meant}") from problem
    made: Callable[[int], Bot] = found
    return made
