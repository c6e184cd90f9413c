"""What is free to choose and what is not."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import MutantEdit, Variation
from rulelang.mutation.register import instead, operator, without, without_word
from rulelang.mutation.sites import MutationSite, varied, written
from rulelang.tree import nodes as tree


@operator("what is optional becomes compulsory")
def made_compulsory(site: MutationSite) -> Iterator[Variation]:
    """`you may draw a Card`: `draw a Card`; `up to 3 Cards`: `3 Cards`; `repeat up to 3 times`: `repeat 3 times`"""
    node = site.node
    match node:
        case tree.May(tree.You(), body) if isinstance(site.parent, tree.Block):
            new = body.statements if isinstance(body, tree.Block) else body
            span = node.span.source.span(node.span.start, body.span.start)
            yield from without(new, span, exact=not isinstance(body, tree.Block))
        case tree.PickSome("up to"):
            yield from without_word(varied(node, form="exactly"), node, "up to")
        case tree.PickSome("any"):
            more = varied(node, form="at least", count=1)
            yield from instead(more, written(node, "any number of"), "at least 1 of", exact=False)
        case tree.Repeat(up_to=True):
            yield from without_word(varied(node, up_to=False), node, "up to")
        case tree.ChooseMenu("up to" | "any"):
            yield from instead(
                varied(node, form="one", limit=None), written(node, "any number", f"up to {node.limit}"), "one"
            )
        case tree.DefineMay():
            yield from instead(_value(node), written(node, "may be"), "is", exact=False)
        case _:
            return


@operator("what is compulsory becomes optional")
def made_optional(site: MutationSite) -> Iterator[Variation]:
    """`choose a Card, ...`: `you may choose a Card, ...`; `choose 3 Cards`: `choose up to 3 Cards`"""
    node = site.node
    match node:
        case tree.Simple() if isinstance(site.parent, tree.Block) and _is_choice(node.sentences[0]):
            free = tree.May(tree.You(span=node.span.before), node, span=node.span)
            yield Variation(free, (MutantEdit(node.span.before, "you may "),))
        case tree.PickSome("exactly") if node.count is not None:
            yield Variation(varied(node, form="up to"), (MutantEdit(node.span.before, "up to "),))
        case tree.Repeat(up_to=False, times=tree.NumberLiteral()):
            yield Variation(varied(node, up_to=True), (MutantEdit(node.times.span.before, "up to "),))
        case tree.DefineValue(mode=None, change=change) if change is not None and change.word != "instead":
            new = tree.DefineMay(node.head, node.value, node.change, node.condition, node.cite, span=node.span)
            if not node.otherwise:
                yield from instead(new, written(node, "is", "are"), "may be")
        case _:
            return


@operator("`if possible` is left out, so that what cannot be obeyed forbids the move")
def if_possible_removed(site: MutationSite) -> Iterator[Variation]:
    """`draw 2 Cards if possible`: `draw 2 Cards`"""
    node = site.node
    if isinstance(node, tree.Simple | tree.ChooseMenu) and node.if_possible:
        span = written(node, "if possible")
        if span is not None:
            yield from without(varied(node, if_possible=False), span.source.span(span.start - 1, span.end))


@operator("`if possible` is added where it is not")
def if_possible_added(site: MutationSite) -> Iterator[Variation]:
    """`pay 2 Coins`: `pay 2 Coins if possible`"""
    node = site.node
    if isinstance(node, tree.Simple) and not node.if_possible and _pays(node):
        new = varied(node, if_possible=True)
        yield Variation(new, (MutantEdit(node.sentences[-1].span.after, " if possible"),), exact=False)


@operator("`another` becomes `a`")
def another_removed(site: MutationSite) -> Iterator[Variation]:
    """`choose another player`: `choose a player`"""
    node = site.node
    match node:
        case tree.Another(noun):
            yield from instead(tree.Introduced(noun, span=node.span), written(node, "another"), "a", exact=False)
        case tree.PickOne("another"):
            yield from instead(varied(node, form="a"), written(node, "another"), "a", exact=False)
        case tree.EachPlayer(other=True):
            yield from without_word(varied(node, other=False), node, "other")
        case _:
            return


@operator("a limit on how many fit is left out")
def limit_removed(site: MutationSite) -> Iterator[Variation]:
    """`an area of up to 5 Cards`: `an area of Cards`"""
    node = site.node
    if isinstance(node, tree.TraitOf) and node.limit is not None:
        yield from without_word(varied(node, limit=None), node, f"up to {node.limit}")


def _value(node: tree.DefineMay) -> tree.DefineValue:
    return tree.DefineValue(node.head, None, node.value, node.change, node.condition, (), node.cite, span=node.span)


def _is_choice(sentence: tree.Node) -> bool:
    return isinstance(sentence, tree.Choose)


def _pays(node: tree.Simple) -> bool:
    deeds = [one.deed if isinstance(one, tree.By) else one for one in node.sentences]
    return any(isinstance(deed, tree.Pay) for deed in deeds)
