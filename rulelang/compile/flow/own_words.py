"""The words of a move by the names that the action itself uses: `{Card}` for what is chosen `as Top`, `{Good}` for two
Goods."""

from __future__ import annotations

import re
from typing import Final

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Flow
from rulelang.compile.flow.choices import picked_name
from rulelang.compile.meaning.sets import noun_word
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.spoken_names import SpokenNames
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts

_GAP: Final = re.compile(r"\{([^{}]+)\}")


def own_words(flow: Flow, action: tree.Action | tree.Window) -> str:
    """The words of an action or a window. What they do not know stays as it is, and so do words that the glossary has:
    by these it finds them."""
    if action.written is None or action.written.text in flow.book.labelled:
        return action.written.text if action.written is not None else ""
    spoken = SpokenNames(flow.world.plurals)
    for given in action.parameters if isinstance(action, tree.Action) else ():
        if given.noun is not None:
            _add(flow, spoken, given.noun, given.alias)
    for part in parts(action.body):
        if isinstance(part, tree.Choose) and isinstance(part.pick, tree.PickOne | tree.PickSome):
            _add(flow, spoken, part.pick.set.noun, part)
    return _GAP.sub(lambda gap: f"{{{spoken.meant(gap[1]) or gap[1]}}}", action.written.text)


def _add(flow: Flow, spoken: SpokenNames, noun: tree.Noun, named: tree.Word | tree.Choose | None) -> None:
    try:
        match named:
            case tree.Choose():
                name = picked_name(flow, named)
            case None:
                name = noun_word(flow.meaning, noun)
            case _:
                name = named.text
    except Misread:
        # What is wrong there is told where it is read.
        return
    spoken.add(noun_text(noun), name)
