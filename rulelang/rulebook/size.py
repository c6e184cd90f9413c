"""How large a rulebook may be: beyond any game on a table, and still small enough to be checked at once.

Before: items as they are written. After: the same without those that ask for more than the most, each reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import components as wording
from rulelang.rulebook.words import other_plurals, plural_of
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tree.walk import children

MOST_PLAYERS = 20
_MOST_SPACES = 2_500
MOST_PIECES = 2_500
_MOST_TOKENS = 100_000
_MOST_POSITIONS = 10_000

#: Numbers go so far up, and so far down.
_MOST = 1_000_000_000
_MOST_CHOICES = 10_000
MOST_PASSES = 10_000
#: So many passes are made one by one, and not at once: executors stop what goes on so long without a decision.
TOO_MANY_AT_ONCE = 1_000_000
#: So many choices may follow one another in one move.
MOST_IN_ONE_MOVE = 150
#: So many definitions, or actions, may each lead to the next: what works them out goes as deep.
MOST_DEFINITIONS_DEEP = 40
MOST_ACTIONS_DEEP = 40
#: So many calls are drawn, each with all that it calls.
MOST_CALLS = 10_000
_HIGHEST_FACE = 999

#: What to write instead of so many of them, where there is no number to put right.
_APART = "Move a part of it into an action of its own, and name the action here."
#: What to do about sentences of which one needs the next, and so on.
WRITTEN_OUT = "Write what one of them says into the one that names it, so that fewer follow one another."
_NAMED = "Give a part of it a name by a definition or an action, and write the name here."
#: Branches of one `if`, and blocks or sums inside one another.
_MOST_BRANCHES = 60
_DEEPEST = 60
_DEEPEST_LOOPS = 15
_LOOPS = frozenset({tree.ForEach, tree.Repeat, tree.RepeatWhile, tree.EachPlayer})
_LEVELS = frozenset({tree.Block, tree.Plus, tree.Minus, tree.Times, tree.Divided, tree.OfThing})


def too_large(parts: Sequence[tree.Node], tokens: frozenset[str]) -> Diagnostic | None:
    """What is too large in an item. `tokens` are names of pieces that are only counted."""
    if _may_be_deep(parts) and (deep := too_deep(parts[0])) is not None:
        return deep
    for part in parts:
        if number_fields := _number_fields(type(part)):
            for number in _numbers(part, number_fields):
                if abs(number) > _MOST:
                    return wording.no_such_number(part.span, number, "A number", -_MOST, _MOST)
        if type(part) in _LIMITED and (found := _asks_too_much(part, tokens)) is not None:
            return found
    return None


def _may_be_deep(parts: Sequence[tree.Node]) -> bool:
    """Are there so many levels that they could stand inside one another?"""
    kinds = [*map(type, parts)]
    return sum(map(_LEVELS.__contains__, kinds)) > _DEEPEST or sum(map(_LOOPS.__contains__, kinds)) > _DEEPEST_LOOPS


def _of_positions(trait: tree.TraitOf) -> bool:
    return any(noun.builtin in ("position", "positions") for noun in trait.nouns)


#: What `_asks_too_much` may refuse: most of what stands in a rulebook is nothing of the sort.
_LIMITED = frozenset({
    tree.Branch, tree.Faces, tree.FromTo, tree.HeldPieces, tree.Loop, tree.PickNumber, tree.PiecesDeclaration,
    tree.Repeat, tree.RepeatWhile, tree.TraitGrid, tree.TraitOf,
})  # fmt: skip


def _asks_too_much(part: tree.Node, tokens: frozenset[str]) -> Diagnostic | None:
    match part:
        case tree.TraitGrid() if part.columns * part.rows > _MOST_SPACES:
            return wording.too_many(part.span, part.columns * part.rows, "spaces", _MOST_SPACES)
        case tree.TraitOf() if _of_positions(part) and (part.limit or 0) > _MOST_POSITIONS:
            return wording.too_many(part.span, part.limit or 0, "positions", _MOST_POSITIONS)
        case tree.PiecesDeclaration() | tree.HeldPieces():
            most = _MOST_TOKENS if part.name.text in tokens else MOST_PIECES
            many = ((span, count) for span, count in _counts(part) if count > most)
            return next((wording.too_many(span, count, part.name.text, most) for span, count in many), None)
        case tree.Faces(values=values) if any(not 0 <= face <= _HIGHEST_FACE for face in values):
            wrong = next(face for face in values if not 0 <= face <= _HIGHEST_FACE)
            return wording.no_such_number(part.span, wrong, "A face", 0, _HIGHEST_FACE)
        case tree.FromTo(low, high) if high < low:
            return wording.range_upside_down(part.span, low, high)
        case tree.PickNumber(tree.NumberLiteral(low), tree.NumberLiteral(high)) if high - low >= _MOST_CHOICES:
            return wording.too_many(part.span, high - low + 1, "numbers to choose from", _MOST_CHOICES)
        case tree.Repeat(tree.NumberLiteral(times)) if times > MOST_PASSES:
            return wording.too_many(part.span, times, "passes", MOST_PASSES)
        case tree.RepeatWhile(limit=int(times)) | tree.Loop(count=int(times)) if times > MOST_PASSES:
            return wording.too_many(part.span, times, "passes", MOST_PASSES)
        case tree.Branch(arms=arms) if len(arms) > _MOST_BRANCHES:
            return wording.too_many(arms[_MOST_BRANCHES].span, len(arms), "branches", _MOST_BRANCHES, _APART)
        case _:
            return None


def too_deep(item: tree.Node) -> Diagnostic | None:
    """What stands too deep inside other things."""
    work: list[tuple[tree.Node, int, int]] = [(item, 0, 0)]
    while work:
        node, depth, loops = work.pop()
        if type(node) in _LOOPS:
            loops += 1
        if loops > _DEEPEST_LOOPS:
            return wording.too_many(node.span, loops, "loops inside one another", _DEEPEST_LOOPS, _APART)
        if type(node) in _LEVELS:
            depth += 1
        if depth > _DEEPEST:
            return wording.too_many(node.span, depth, "levels inside one another", _DEEPEST, _NAMED)
        work.extend((child, depth, loops) for child in children(node))
    return None


def _number_fields(kind: type) -> tuple[str, ...]:
    """The fields of a sort of node that hold numbers."""
    found = _known.get(kind)
    if found is None:
        names = (name for name, written in kind.__annotations__.items() if written in _WRITTEN)
        found = _known[kind] = tuple(names)
    return found


_known: dict[type, tuple[str, ...]] = {}
_WRITTEN = frozenset({"int", "int | None", "tuple[int, ...]"})


def _numbers(part: tree.Node, number_fields: Sequence[str]) -> Iterator[int]:
    for name in number_fields:
        value = getattr(part, name)
        if isinstance(value, tuple):
            yield from value
        elif value is not None:
            yield value


def wrong_seats(header: tree.RulebookHeader) -> Diagnostic | None:
    """More players than any table seats, or none, or from many to few."""
    if header.fewest < 1:
        return wording.no_such_number(header.span, header.fewest, "A number of players", 1, MOST_PLAYERS)
    if header.most < header.fewest:
        return wording.range_upside_down(header.span, header.fewest, header.most)
    return wording.too_many(header.span, header.most, "players", MOST_PLAYERS) if header.most > MOST_PLAYERS else None


def counted_only(items: Iterable[tree.Item]) -> frozenset[str]:
    """Names of tokens, in the singular and the plural."""
    names = {
        item.term.noun.name.text
        for item in items
        if isinstance(item, tree.ThingDeclaration)
        and item.shape in ("token", "tokens")
        and isinstance(item.term, tree.Introduced)
        and item.term.noun.name is not None
    }
    plurals = (plural for name in names for plural in (plural_of(name), *other_plurals(name)))
    return frozenset((*names, *plurals))


def _counts(part: tree.PiecesDeclaration | tree.HeldPieces) -> Iterator[tuple[Span, int]]:
    """The number announced, and those in the column of copies or in front of names."""
    yield part.span, part.count
    if isinstance(part.stock, tree.Table):
        for row in part.stock.rows[1:]:
            yield from ((bit.span, number) for cell in row.cells for bit in cell.bits for number in bit.numbers)
    elif isinstance(part.stock, tree.Lots):
        yield from ((lot.span, lot.count) for lot in part.stock.lots if lot.count is not None)
