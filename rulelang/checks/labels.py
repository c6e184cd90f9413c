"""Names that players read and that lack a label in a language the rulebook promises."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import citations as wording
from rulelang.graph.program import Decide, Program
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.rulebook.world import World
from rulelang.tree import nodes as tree

_NUMBERED = re.compile(r"(.*\S) (\d+|[A-Z]\d*)")
_COORDINATE = re.compile(r"[A-Za-z]{1,2}\d+(-[A-Za-z]{1,2}\d+)*")
_SLOT = re.compile(r"\{[^}]*\}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_BUILT_IN = frozenset({"Box", "nothing"})


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One finding for each language that lacks something."""
    rulebook = context.rulebook
    promises = [placed.item for placed in rulebook.items if isinstance(placed.item, tree.Languages)]
    if not promises:
        return
    programs = [compilation.program for compilation in context.compilations if compilation.program is not None]
    labels: dict[str, set[str]] = {}
    for program in programs:
        for term, known in program.labels.items():
            labels.setdefault(term, set()).update(known)
    seen = dict.fromkeys(_phases(rulebook))
    for compilation in context.compilations:
        seen.update(dict.fromkeys(_kept(compilation.world)))
        if compilation.program is not None:
            seen.update(dict.fromkeys(_shown(compilation.program, _has_sides(rulebook))))
    names = [name for name in seen if _needs_label(name)]
    for item in promises:
        for language in item.codes:
            missing = [term for term in names if language != "en" and not _labelled(term, language, labels)]
            if missing:
                yield wording.without_label(item.span, language, missing)


def _labelled(term: str, language: str, labels: dict[str, set[str]]) -> bool:
    """`Card 3` and `Card B` go by the label of `Card`."""
    numbered = _NUMBERED.fullmatch(term)
    return any(language in labels.get(name, ()) for name in (term, *(numbered.groups()[:1] if numbered else ())))


def _shown(program: Program, sides: bool) -> Iterator[str]:
    """What choices, pieces, places and members of kinds are called."""
    for node in program.nodes:
        if isinstance(node, Decide):
            yield from (option.written or option.name for option in node.options if not option.silent)
    for kind, members in program.names.items():
        if kind not in ("place", "direction") and (kind != "player" or sides):
            yield from members
    for place in program.layout.places:
        yield place.holder if place.owner >= 0 else place.name


def _kept(world: World) -> Iterator[str]:
    """What counters, marks, variables and lists are called; of `every Resource` the members are shown."""
    yield from (counter.name for counter in world.counters.values() if counter.every is None)
    yield from (flag.name for flag in world.flags.values())
    yield from (variable.name for variable in world.variables.values())
    yield from world.lists


def _needs_label(name: str) -> bool:
    """Coordinates and numbers are the same in every language; `Baron: Effect` is put together from other names, and so
    is a form of words without words."""
    if "{" in name:
        return _WORD.search(_SLOT.sub("", name)) is not None
    plain = _COORDINATE.fullmatch(name) is not None or not any(letter.isalpha() for letter in name)
    return not plain and name not in _BUILT_IN and ": " not in name


def _has_sides(rulebook: WrittenRulebook) -> bool:
    return any(isinstance(placed.item, tree.SidesDeclaration) for placed in rulebook.items)


def _phases(rulebook: WrittenRulebook) -> Iterator[str]:
    for placed in rulebook.items:
        if isinstance(placed.item, tree.Part):
            yield from (part.name.text for part in placed.parts if isinstance(part, tree.Phase))
