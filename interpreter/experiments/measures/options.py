"""What the options of a game are called when they are counted."""

from __future__ import annotations

from interpreter.api.game import Game
from interpreter.wording.move_wording import has_title
from rulelang.graph.program import Decide, OptionEdge


def option_names(game: Game) -> list[str]:
    """Every option there is, as it is counted."""
    nodes = (node for node in game.program.nodes if isinstance(node, Decide))
    names = (option_name(node, option) for node in nodes for option in node.options)
    return list(dict.fromkeys(names))


def option_name(node: Decide, option: OptionEdge) -> str:
    """The name of an option; of declining, what is declined."""
    if option.role == "pass":
        names = list(dict.fromkeys(one.name for one in node.options if one.role != "pass"))
        # What is open at other times too stands last.
        passed_up = " / ".join(names if len(names) < 4 else [*names[:2], "..."])
        what = node.title if has_title(node) else passed_up
        return f"pass ({what})" if what else "pass"
    return option.name
