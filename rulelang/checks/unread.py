"""Numbers, marks, attributes and definitions that the rulebook keeps and never asks for."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.checks.unnamed import runs
from rulelang.compile.definitions import read_clause
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import supply as wording
from rulelang.graph.roles import DIE_VALUE
from rulelang.graph.terms import Cell
from rulelang.graph.walk import all_parts
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.world import Column, Kind, PieceClass, SpaceClass, World
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts

#: What introduces, counts or draws things asks for none of them.
INTRODUCING = (
    *(tree.ThingDeclaration, tree.KindDeclaration, tree.UnionDeclaration, tree.Holding, tree.FlagDeclaration),
    *(tree.PiecesDeclaration, tree.Glossary, tree.Picture, tree.PluralDeclaration),
)

_SETTING = frozenset({tree.Gain, tree.Lose, tree.By, tree.Given})


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """What is only set, counted up or shown in a table is not asked for. Examples ask for what they check."""
    rulebook = context.rulebook
    if not rulebook.seats:
        return
    words = {word for placed in rulebook.items for word in _asked(placed)}
    asked = {name for word in words for name in runs(word)}
    found: dict[Span, str] = {}
    used: set[Span] = set()
    for world in (compilation.world for compilation in context.compilations):
        heard = asked | {world.plurals(name) for name in asked}
        for name, span, others in _kept(world):
            found.setdefault(span, name)
            if not heard.isdisjoint({name, world.plurals(name), *others}):
                used.add(span)
    for placed in rulebook.items:
        clause = read_clause(placed)
        # A library offers definitions to several rulebooks; each asks for those it needs.
        lent = clause is not None and placed.text is None and placed.item.span.source != rulebook.source
        if clause is not None and not lent and clause.head.name not in asked:
            found.setdefault(placed.item.span, clause.head.name)
    for span, name in found.items():
        if span not in used:
            yield wording.never_asked(span, name)
    yield from _dice(context)


def _dice(context: CheckContext) -> Iterator[Diagnostic]:
    """Dice that are rolled, though no rule asks what they show. Which of several is asked is not looked at."""
    for compilation in context.compilations:
        program = compilation.program
        if program is None or DIE_VALUE not in program.layout.regions:
            return
        asking = all_parts(program.nodes, tuple(program.functions.values()), program.scoring, program.invariants)
        if any(isinstance(part, Cell) and part.region == DIE_VALUE for part in asking):
            return
    for kind in context.compilations[0].world.pieces.values():
        if kind.faces and kind.span is not None:
            yield wording.never_asked(kind.span, kind.name)


def _kept(world: World) -> Iterator[tuple[str, Span, list[str]]]:
    """Everything that holds a value, with other names it may be asked for by; what is open is there to inform."""
    costs = _costs(world)
    for counter in world.counters.values():
        if counter.span is not None and not counter.open:
            every = counter.every
            yield counter.name, counter.span, [*every.members, *costs.get(every.name, ())] if every else []
    for flag in world.flags.values():
        if flag.span is not None:
            yield flag.name, flag.span, []
    for variable in world.variables.values():
        if variable.span is not None and not variable.open:
            yield variable.name, variable.span, []
    for holder in _holders(world):
        for column in holder.columns.values():
            if column.span is not None and column.name != holder.name:
                yield column.name, column.span, _by_members(column)


def _holders(world: World) -> list[Kind | SpaceClass | PieceClass]:
    return [*world.kinds.values(), *world.spaces.values(), *world.pieces.values()]


def _costs(world: World) -> dict[str, list[str]]:
    """For each kind the attributes that are amounts of it: `pay the Ship's Cost` asks for all Materials."""
    found: dict[str, list[str]] = {}
    for holder in _holders(world):
        for column in holder.columns.values():
            if column.form == "bundle" and column.kind is not None:
                found.setdefault(column.kind.name, []).append(column.name)
    return found


def _by_members(column: Column) -> list[str]:
    """`a Red Tile` asks for the colour of the tile."""
    return [column.kind.name, *column.kind.members] if column.kind is not None else [column.noun]


def _asked(placed: Placed) -> Iterator[str]:
    """All names in an item that it asks for, not those it introduces, sets or counts up."""
    item = placed.item
    if isinstance(item, INTRODUCING):
        for trait in placed.every(tree.TraitStart):
            yield from (part.text for part in parts(trait) if isinstance(part, tree.Word))
        return
    clause = read_clause(placed)
    own = {clause.head.name} if clause is not None else set()
    skipped: set[Span] = set()
    # What is set stands before the words it is made of are come to: parts come in reading order, the whole first.
    for part in placed.parts:
        if type(part) is tree.Word:
            if part.span not in skipped and part.text not in own:
                yield part.text
        elif type(part) in _SETTING:
            skipped.update(word.span for word in _set(part))


def _set(part: tree.Node) -> Iterator[tree.Word]:
    """The names of what a sentence sets or counts up, and of what that is made of itself."""
    match part:
        case tree.Gain(amount=tree.Amount(name=name)) | tree.Lose(amount=tree.Amount(name=name)):
            yield name
        case tree.By(actor, tree.Become(value=value)):
            words = _last_noun(actor)
            own = {word.text for word in words}
            yield from words
            yield from (word for word in parts(value) if isinstance(word, tree.Word) and word.text in own)
            if isinstance(value, tree.BareName):
                yield value.word
        case tree.Given():
            yield from (word for word in parts(part) if isinstance(word, tree.Word))
        case _:
            pass


def _last_noun(phrase: tree.Phrase | tree.ChanceChooses) -> list[tree.Word]:
    """`the Wave's Shown Side`: the name of what is set, not of what has it."""
    match phrase:
        case tree.The(noun) | tree.Yours(noun) | tree.Its(noun) | tree.OfThing(_, noun):
            return [part for part in parts(noun) if isinstance(part, tree.Word)]
        case _:
            return []
