"""Conditions: turned round, left out, `and` for `or`."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import MutantEdit, Variation
from rulelang.mutation.register import instead, operator, without, without_words
from rulelang.mutation.sites import MutationSite, gaps, varied, with_lead, with_link, written
from rulelang.tree import nodes as tree

_DENIABLE = tree.Equals | tree.AmongValues | tree.IsEmpty | tree.IsFace | tree.IsRelated


@operator("a condition is negated")
def condition_negated(site: MutationSite) -> Iterator[Variation]:
    """`if the Card is Red`: `if the Card is not Red`; `if there is a Fish`: `if there is no Fish`"""
    node = site.node
    match node:
        case tree.Equals() | tree.AmongValues() | tree.IsEmpty() | tree.IsFace() | tree.IsRelated():
            yield from _denied(node)
        case tree.Bounded("least", value):
            yield from instead(tree.LessThan(value, span=node.span), written(node, "at least"), "less than")
        case tree.Bounded("most", value):
            yield from instead(tree.MoreThan(value, span=node.span), written(node, "at most"), "more than")
        case tree.MoreThan(value):
            yield from instead(tree.Bounded("most", value, span=node.span), written(node, "more than"), "at most")
        case tree.LessThan(value):
            yield from instead(tree.Bounded("least", value, span=node.span), written(node, "less than"), "at least")
        case tree.Count():
            yield from _uncounted(node)
        case _:
            return


def _denied(node: _DENIABLE) -> Iterator[Variation]:
    new = varied(node, negated=not node.negated)
    if node.negated:
        span = written(node, "not")
        if span is not None:
            yield Variation(new, (MutantEdit(span.source.span(span.start, span.end + 1), ""),))
    else:
        yield Variation(new, (MutantEdit(node.span.before, "not "),))


def _uncounted(node: tree.Count) -> Iterator[Variation]:
    def counted(form: str, number: int | None, text: str) -> Iterator[Variation]:
        yield from instead(varied(node, form=form, number=number), node.span, text)

    match node.form, node.number:
        case (("some" | "another" | "just one"), _):
            yield from counted("none", None, "no")
        case "none", _:
            yield from counted("at least", 1, "at least 1")
        case "at least", int(number) if number > 0:
            yield from counted("at most", number - 1, f"at most {number - 1}")
        case "at most", int(number):
            yield from counted("at least", number + 1, f"at least {number + 1}")
        case _:
            return


@operator("`and` becomes `or`, `or` becomes `and`")
def and_or(site: MutationSite) -> Iterator[Variation]:
    """`if it is Red and it is empty`: `if it is Red or it is empty`"""
    node = site.node
    if not isinstance(node, tree.AllOf | tree.AnyOf):
        return
    old, new = ("and", "or") if isinstance(node, tree.AllOf) else ("or", "and")
    other = (tree.AnyOf if isinstance(node, tree.AllOf) else tree.AllOf)(node.parts, span=node.span)
    edits = []
    for gap in gaps(node):
        place = gap.text.find(old)
        if place >= 0:
            edits.append(MutantEdit(gap.source.span(gap.start + place, gap.start + place + len(old)), new))
    mixed = any(isinstance(one, tree.AllOf | tree.AnyOf) for one in (site.parent, *node.parts))
    if edits:
        yield Variation(other, tuple(edits), "instead", not mixed)


@operator("one of several conditions is left out")
def condition_part_removed(site: MutationSite) -> Iterator[Variation]:
    """`if it is Red and it is empty`: `if it is Red`"""
    node = site.node
    if not isinstance(node, tree.AllOf | tree.AnyOf):
        return
    for number in range(len(node.parts)):
        rest = (*node.parts[:number], *node.parts[number + 1 :])
        new = rest[0] if len(rest) == 1 else varied(node, parts=rest)
        span = with_link(node, node.parts, number)
        yield from without(new, span)


@operator("a condition on what may be chosen or meant is left out")
def condition_removed(site: MutationSite) -> Iterator[Variation]:
    """`choose a Field where it is empty`: `choose a Field`; `if ...: gain 1 Coin`: `gain 1 Coin`"""
    node = site.node
    match node:
        case tree.SetPhrase():
            yield from _of_set(
                node, setting_up=isinstance(site.placed.item, tree.Part) and site.placed.item.part == "setup"
            )
        case tree.DefineValue(condition=condition, otherwise=()) if condition is not None:
            truth = node.mode is None and node.change is None
            yield from without_words(varied(node, condition=None), node, "if", condition, exact=not truth)
        case tree.DefineClamp() | tree.DefineDoubled() | tree.DefineMay():
            if node.condition is not None:
                yield from without_words(varied(node, condition=None), node, "if", node.condition)
        case tree.PickNumber() if node.where is not None:
            yield from without(varied(node, where=None), with_lead(node, node.where))
        case tree.Loop() if node.until is not None:
            yield from without_words(varied(node, until=None), node, "until", node.until)
        case tree.Branch() if isinstance(site.parent, tree.Block):
            condition = node.arms[0].condition
            span = node.span.source.span(node.span.start, condition.span.end)
            yield from without(node.arms[0].body.statements, span, exact=False)
        case _:
            return


def _of_set(node: tree.SetPhrase, *, setting_up: bool) -> Iterator[Variation]:
    if node.where is not None:
        yield from without(varied(node, where=None), with_lead(node, node.where))
    if node.as_long_as is not None:
        yield from without(varied(node, as_long_as=None), with_lead(node, node.as_long_as))
    for number, filter_ in enumerate(node.filters):
        if setting_up and _is_in_box(filter_):
            # Where else should it be?
            continue
        rest = (*node.filters[:number], *node.filters[number + 1 :])
        yield from without(varied(node, filters=rest), with_lead(node, filter_), exact=False)
    for number, adjective in enumerate(node.adjectives):
        rest_of = (*node.adjectives[:number], *node.adjectives[number + 1 :])
        span = adjective.span.source.span(adjective.span.start, adjective.span.end + 1)
        yield from without(varied(node, adjectives=rest_of), span, exact=False)


def _is_in_box(filter_: tree.Filter) -> bool:
    return isinstance(filter_, tree.Located) and filter_.places.span.text == "the Box"
