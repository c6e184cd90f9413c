"""What comes first."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import MutantEdit, Variation
from rulelang.mutation.register import each_other, operator, turned, without, without_word, without_words
from rulelang.mutation.sites import MutationSite, varied, with_lead
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts

#: With one of these in it, it matters when a sentence comes, whatever it speaks about.
_ANYTHING = frozenset((
    tree.ChooseMenu, tree.May, tree.Call, tree.Guard, tree.It, tree.Its,
    tree.EndNow, tree.EndAfter, tree.Win, tree.Leave, tree.SharedEnd, tree.Stop,
))  # fmt: skip
#: With one of these in each of two sentences, people see what comes first.
_DECIDED = frozenset((tree.Choose, tree.Draw, tree.Roll, tree.Shuffle))
#: What is gained comes to the same in any order.
_ADDED = (tree.Simple, tree.Gain, tree.Amount, tree.Word, tree.Cite)
_VALUES = (
    tree.NumberLiteral, tree.The, tree.Yours, tree.OfThing, tree.Noun, tree.You, tree.CountOf, tree.SetPhrase,
    tree.Plus, tree.Minus, tree.Times,
)  # fmt: skip


@operator("two phases change places")
def phases_swapped(site: MutationSite) -> Iterator[Variation]:
    """`phase Payouts ... phase Meals ...`: `phase Meals ... phase Payouts ...`"""
    yield from _swapped(site, phases=True)


@operator("two sentences change places")
def sentences_swapped(site: MutationSite) -> Iterator[Variation]:
    """`shuffle the Deck`, `draw a Card`: `draw a Card`, `shuffle the Deck`. Only where the one may matter to the
    other."""
    yield from _swapped(site, phases=False)


def _swapped(site: MutationSite, *, phases: bool) -> Iterator[Variation]:
    node = site.node
    if not isinstance(node, tree.Block):
        return
    for number, (first, second) in enumerate(zip(node.statements, node.statements[1:], strict=False)):
        are_phases = isinstance(first, tree.Phase) and isinstance(second, tree.Phase)
        if are_phases == phases and (phases or _may_matter(first, second)):
            new = (*node.statements[:number], second, first, *node.statements[number + 2 :])
            edits = (MutantEdit(first.span, second.span.text), MutantEdit(second.span, first.span.text))
            yield Variation(varied(node, statements=new), edits, "exchanged", exact=False)


def _may_matter(first: tree.Node, second: tree.Node) -> bool:
    """Does one change what the other speaks of, or may one decide what the other does?"""
    one, other = ({type(part) for part in parts(node)} for node in (first, second))
    if not (one | other).isdisjoint(_ANYTHING) or not (one.isdisjoint(_DECIDED) or other.isdisjoint(_DECIDED)):
        return True
    added = set() if one | other <= {*_ADDED, *_VALUES} else _changed(first) & _changed(second)
    return bool(added or _changed(first) & _asked(second) or _changed(second) & _asked(first))


def _changed(node: tree.Node) -> set[str]:
    """The names of what is changed: counters, what is moved and where to, what becomes something."""
    found: set[str] = set()
    for part in parts(node):
        match part:
            case tree.Amount(name):
                found.add(name.text)
            case tree.Move(what, destination) | tree.Draw(what, destination):
                found |= _named(what) | _named(destination.place)
            case tree.By(actor, tree.Become()):
                found |= _named(actor)
            case tree.TurnOver(what) | tree.Shuffle(what) | tree.Clear(what) | tree.Roll(what) | tree.Add(_, what):
                found |= _named(what)
            case tree.Swap(one, other):
                found |= _named(one) | _named(other)
            case tree.Remember(_, alias):
                found.add(alias.text)
            case _:
                pass
    return found - {"Box"}


def _named(node: tree.Node) -> set[str]:
    """What a phrase is about, without whose it is."""
    return _names(node.noun) if isinstance(node, tree.OfThing | tree.Yours | tree.Its) else _names(node)


def _asked(node: tree.Node) -> set[str]:
    """The names of all it speaks of; counters only where their number is asked for."""
    counters = [part.name for part in parts(node) if isinstance(part, tree.Amount)]
    words = (part for part in parts(node) if isinstance(part, tree.Word))
    return {word.text for word in words if all(word is not counter for counter in counters)}


def _names(node: tree.Node) -> set[str]:
    return {part.text for part in parts(node) if isinstance(part, tree.Word)}


@operator("the order of things or players is left out")
def order_removed(site: MutationSite) -> Iterator[Variation]:
    """`for each Stall in order of the lowest Depth`: `for each Stall`"""
    node = site.node
    match node:
        case tree.ForEach() if node.order is not None:
            yield from without(varied(node, order=None), with_lead(node, node.order))
        case tree.EachPlayer() if node.seating is not None and node.seating.form in ("random", "ranking"):
            yield from without(varied(node, seating=None), node.seating.span, exact=False)
        case _:
            return


@operator("players come in the opposite order, or somebody else begins")
def seating_changed(site: MutationSite) -> Iterator[Variation]:
    """`each player in reverse order`: `each player`; `starting with the Youngest` left out"""
    node = site.node
    match node:
        case tree.Seating() if node.reverse:
            yield from without_word(varied(node, reverse=False), node, "reverse")
        case tree.Seating() if node.starting is not None:
            yield from without(varied(node, starting=None), with_lead(node, node.starting), exact=False)
        case tree.Loop() if node.starting is not None:
            yield from without_words(varied(node, starting=None), node, "starting with", node.starting)
        case _:
            return


@operator("something goes to the other end of a pile or a row")
def other_end(site: MutationSite) -> Iterator[Variation]:
    """`to the top of the Deck`: `to the bottom of the Deck`"""
    node = site.node
    if not isinstance(node, tree.Destination):
        return
    yield from turned(node, "end", each_other("top", "bottom"))
    if node.end is None and isinstance(node.place, tree.The | tree.Yours) and _is_ordered(node.place.noun, site):
        new = varied(node, end="bottom")
        yield Variation(new, (MutantEdit(node.place.span.before, "the bottom of "),))


def _is_ordered(noun: tree.Noun, site: MutationSite) -> bool:
    return noun.name is not None and noun.name.text in site.words.ordered
