"""Games that cannot end, and ends of a kind that the course of play does not have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.checks.items import of_play
from rulelang.checks.looks import Look
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import course as wording
from rulelang.graph.program import End, Test
from rulelang.rulebook.loading import Rulebook
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts


def check_endings(rulebook: Rulebook, looks: tuple[Look, ...]) -> Iterator[Diagnostic]:
    """`the game ends after this round` needs rounds; a game needs an end."""
    if not looks:
        return
    scopes = {scope for look in looks for scope in _latched(look)}
    for item in of_play(rulebook):
        for part in parts(item):
            if isinstance(part, tree.EndAfter) and part.scope not in scopes:
                yield wording.no_such_end(part.span, part.scope)
    if not any(_ends(look) for look in looks):
        for placed in rulebook.items:
            if isinstance(placed.item, tree.Part) and placed.item.part == "play":
                yield wording.never_ends(placed.item.body.statements[-1].span)
                return


def _latched(look: Look) -> Iterable[str]:
    """The scopes whose end the course of play looks at."""
    opening = "the game ends after this "
    for node in look.program.nodes:
        if isinstance(node, Test) and node.title.startswith(opening):
            yield node.title.removeprefix(opening)


def _ends(look: Look) -> bool:
    reached = look.course.reached([look.program.entry])
    return any(isinstance(look.program.nodes[number], End) for number in reached)
