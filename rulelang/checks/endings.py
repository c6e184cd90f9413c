"""Games that cannot end, and ends of a kind that the course of play does not have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import course as wording
from rulelang.graph.program import End, Program, Test
from rulelang.graph.roles import ENDS_AFTER
from rulelang.tree import nodes as tree


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """`the game ends after this round` needs rounds; a game needs an end."""
    looks = context.looks
    if not looks:
        return
    scopes = {scope for look in looks for scope in _latched(look)}
    for part in context.sentences:
        if isinstance(part, tree.EndAfter) and part.scope not in scopes:
            yield wording.no_such_end(part.span, part.scope)
    endless = [look.program for look in looks if not _ends(look)]
    if endless:
        for part in context.sentences:
            if isinstance(part, tree.Part) and part.part == "play":
                only = None if len(endless) == len(looks) else _game(endless[0])
                yield wording.never_ends(part.body.statements[-1].span, only)
                return


def _game(program: Program) -> str:
    variants = f" with the variant {' and '.join(program.variants)}" if program.variants else " without a variant"
    return f"a game for {program.players} players{variants}"


def _latched(look: ProgramFacts) -> Iterable[str]:
    """The scopes whose end the course of play looks at."""
    for node in look.program.nodes:
        if isinstance(node, Test):
            yield from (part for part, role in ENDS_AFTER.items() if node.role is role)


def _ends(look: ProgramFacts) -> bool:
    reached = look.course.reached([look.program.entry])
    return any(isinstance(look.program.nodes[number], End) for number in reached)
