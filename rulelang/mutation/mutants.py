"""All mutants of a rulebook, in reading order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from rulelang.mutation.mutant import Mutant, Variation, key_of
from rulelang.mutation.operators import OPERATORS
from rulelang.mutation.sites import MutationSite, sites, vocabulary
from rulelang.rulebook.loading import Placed, WrittenRulebook
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

#: Items that are no rules, or that look on: headings and words, checks and examples.
_NO_RULES = (
    tree.Heading, tree.SourceDocument, tree.Languages, tree.Statements, tree.Aside, tree.Uses, tree.Picture,
    tree.PluralDeclaration, tree.Glossary, tree.Invariant, tree.Example, tree.TextGroup, tree.VariantGroup,
)  # fmt: skip


def mutants_of(rulebook: WrittenRulebook, operators: Collection[str] = ()) -> tuple[Mutant, ...]:
    """What the operators make of a rulebook (all operators, if none are named)."""
    words = vocabulary(rulebook.items)
    chosen = [OPERATORS[name] for name in OPERATORS if not operators or name in operators]
    seen: Counter[str] = Counter()
    found = []
    for place, placed in enumerate(rulebook.items):
        if isinstance(placed.item, _NO_RULES):
            continue
        for site in sites(placed, words):
            if isinstance(site.node, tree.Cite):
                continue
            for operator in chosen:
                for variation in operator.vary(site):
                    changes = tuple(_changes(rulebook, place, site, variation))
                    plain = key_of(operator.name, site.sentence(), variation.edits, 0)
                    seen[plain] += 1
                    key = key_of(operator.name, site.sentence(), variation.edits, seen[plain])
                    found.append(
                        Mutant(
                            operator.name, key, site.sentence(), changes, variation.edits, variation.form,
                            variation.exact,
                        )
                    )  # fmt: skip
    return tuple(found)


def _changes(
    rulebook: WrittenRulebook, place: int, site: MutationSite, variation: Variation
) -> Iterator[tuple[int, Placed | None]]:
    item = site.rebuilt(variation.new)
    if isinstance(site.node, tree.SeatsOnly) and isinstance(item, tree.SeatsOnly):
        # What stands in such a group are items of their own; each knows for how many players it is.
        depth = len(site.placed.seats)
        for number, placed in enumerate(rulebook.items):
            if len(placed.seats) > depth and _is_within(placed.item.span, site.node.span):
                seats = (*placed.seats[:depth], (item.count, item.open_end), *placed.seats[depth + 1 :])
                yield number, replace(placed, seats=seats)
    else:
        yield place, None if item is None else replace(site.placed, item=item)


def _is_within(span: Span, around: Span) -> bool:
    return span.source.path == around.source.path and around.start <= span.start and span.end <= around.end


def around(rulebook: WrittenRulebook, mutant: Mutant) -> tuple[Span, ...]:
    """The items a mutant changes."""
    return tuple(rulebook.items[place].item.span for place, _ in mutant.changes)


def said_in(rulebook: WrittenRulebook) -> tuple[tuple[str, ...], dict[str, str]]:
    """The texts of all that is no example, and the text of every example by its title."""
    header = (rulebook.header.span.text,) if rulebook.header is not None else ()
    items = [placed.item for placed in rulebook.items]
    rules = tuple(item.span.text for item in items if not isinstance(item, tree.Example))
    return header + rules, {item.title.text: item.span.text for item in items if isinstance(item, tree.Example)}


def example_at(rulebook: WrittenRulebook, span: Span) -> str | None:
    """The title of the example in which something stands."""
    for placed in rulebook.items:
        if isinstance(placed.item, tree.Example) and _is_within(span, placed.item.span):
            return placed.item.title.text
    return None
