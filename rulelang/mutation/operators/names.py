"""Another place, another owner, another kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulelang.mutation.mutant import MutantEdit, Variation
from rulelang.mutation.register import instead, operator
from rulelang.mutation.sites import MutationSite, varied
from rulelang.tree import nodes as tree


@operator("another value of the same kind")
def another_kind(site: MutationSite) -> Iterator[Variation]:
    """`if the Event is Blaze`: `if the Event is Calm`; `there is a Rice Figure`: `there is a Helmet Figure`"""
    node = site.node
    if isinstance(node, tree.BareName):
        other = site.words.values.get(node.word.text)
        if other is not None:
            new = varied(node, word=varied(node.word, text=other))
            yield Variation(new, (MutantEdit(node.word.span, other),))
    elif isinstance(node, tree.Noun) and node.name is not None and not isinstance(site.parent, tree.TraitOf):
        yield from _first_word(node, node.name, site.words.values)


def _first_word(node: tree.Noun, name: tree.Word, words: Mapping[str, str]) -> Iterator[Variation]:
    """A value in front of a noun is part of its name: `Rice Figure`."""
    for value, other in words.items():
        if name.text.startswith(f"{value} ") and name.span.text.startswith(f"{value} "):
            new = varied(node, name=varied(name, text=other + name.text[len(value) :]))
            span = name.span.source.span(name.span.start, name.span.start + len(value))
            yield Variation(new, (MutantEdit(span, other),))
            return


@operator("another place of the same sort")
def another_place(site: MutationSite) -> Iterator[Variation]:
    """`draw a Card from the Deck`: `draw a Card from the Discard`; `your Hand`: `your Store`"""
    node = site.node
    if isinstance(node, tree.The | tree.Yours | tree.OfThing) and node.noun.name is not None:
        known = site.words.places if isinstance(node, tree.The) else site.words.held
        other = known.get(node.noun.name.text)
        if other is not None and not _is_head(site):
            noun = varied(node.noun, name=varied(node.noun.name, text=other))
            yield Variation(varied(node, noun=noun), (MutantEdit(node.noun.name.span, other),))


@operator("another counter of the same holder")
def another_counter(site: MutationSite) -> Iterator[Variation]:
    """`gain 3 Coins`: `gain 3 Rice`; also what things are ranked by"""
    node = site.node
    if not isinstance(node, tree.Amount | tree.Rank | tree.Aggregate):
        return
    name = node.name if isinstance(node, tree.Amount) else node.noun.name
    other = site.words.held.get(name.text) if name is not None else None
    if name is not None and other is not None:
        new = varied(name, text=other)
        named = {"name": new} if isinstance(node, tree.Amount) else {"noun": varied(node.noun, name=new)}
        yield Variation(varied(node, **named), (MutantEdit(name.span, other),))


@operator("things or places of another player, or of nobody")
def another_owner(site: MutationSite) -> Iterator[Variation]:
    """`choose one of your Tiles`: `choose one of all Tiles`; `in your Hand`: `in any player's Hand`; `pay 2 Coins to
    the player`: `pay 2 Coins`"""
    node = site.node
    if isinstance(node, tree.Located) and isinstance(node.places, tree.Yours):
        player = tree.Noun(None, "player", span=node.places.span)
        places = tree.EveryOf("any", player, node.places.noun, span=node.places.span)
        text = f"any player's {node.places.noun.span.text}"
        yield from instead(varied(node, places=places), node.places.span, text, exact=False)
    elif isinstance(node, tree.Pay) and node.to is not None:
        span = node.span.source.span(node.amount.span.end, node.to.span.end)
        yield Variation(varied(node, to=None), (MutantEdit(span, ""),), "without")
    elif isinstance(node, tree.OfThing) and isinstance(node.owner, tree.The) and _is_player(node.owner.noun):
        new = tree.Yours(node.noun, span=node.span)
        yield from instead(new, node.span, f"your {node.noun.span.text}", exact=False)


def _is_player(noun: tree.Noun) -> bool:
    return noun.builtin == "player" and noun.name is None


def _is_head(site: MutationSite) -> bool:
    """Is it what a definition or a declaration is about?"""
    return site.field == "head" or isinstance(site.parent, tree.Component)
