"""Where the sentences of a rulebook call actions, examples included."""

from __future__ import annotations

from rulelang.compile.flow.actions import as_call
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.rulebook.words import third_person
from rulelang.tree import nodes as tree


def calls_of(rulebook: WrittenRulebook) -> dict[tuple[str, int], str]:
    """The action that is called at a place of a file, by its name."""
    names = [placed.item.name.text for placed in rulebook.items if isinstance(placed.item, tree.Action)]
    spoken = {form: name for name in names for form in (third_person(name), name)}
    found = {}
    for placed in rulebook.items:
        done = (as_call(do.what) for do in placed.every(tree.DoAction) if do.what is not None)
        for call in (*placed.every(tree.Call), *done):
            if call is not None and call.name.text in spoken:
                found[call.span.source.path, call.span.start] = spoken[call.name.text]
    return found
