"""What is counted, added up, chosen, the best or the first of many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.graph import terms as t
from rulelang.graph.describe.described_group import DescribedGroup
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.describe.sets import domain_group, filtered
from rulelang.graph.program import Parameter

if TYPE_CHECKING:
    from rulelang.graph.describe.speaker import Speaker


def choice_words(speaker: Speaker, parameter: Parameter, local: Classes) -> str:
    """`a Tile in your Screen where it is Playable`, `2 to 3 of your Cards`, `a number from 0 to 8`."""
    group = choice_group(speaker, parameter, local)
    if parameter.form != "some":
        return group.one()
    fewest = speaker.say(parameter.fewest, local) if parameter.fewest is not None else "0"
    most = speaker.say(parameter.most, local) if parameter.most is not None else ""
    if fewest == most:
        amount = f"{most}" if most.isdigit() else f"as many as {most}"
    elif not most:
        amount = f"at least {fewest}"
    else:
        amount = f"from {fewest} up to {most}"
    return f"{amount} of {group.all()}"


def choice_group(speaker: Speaker, parameter: Parameter, local: Classes) -> DescribedGroup:
    """What there is to choose from."""
    name, domain = parameter.name, parameter.domain
    group = domain_group(speaker, domain, local, name)
    if parameter.where is None:
        return group
    return filtered(speaker, group, name, domain, parameter.where, local)


def bound_by(speaker: Speaker, parameter: Parameter, local: Classes) -> Classes:
    """The locals in sight behind a choice."""
    elements = speaker.elements
    found = elements.class_named(parameter.elements) or elements.domain(parameter.domain, local)
    return {**local, parameter.name: found or elements.of_local(parameter.name)}


def fold_words(speaker: Speaker, term: t.SumIn | t.BestIn | t.FirstIn, local: Classes, kind: str) -> str:
    """A fold that gives a number or an element."""
    if isinstance(term, t.FirstIn):
        return _first(speaker, term, local)
    group = domain_group(speaker, term.domain, local, term.name, term.body)
    body = term.body
    if isinstance(term, t.BestIn):
        of = _valued(speaker, term.name, term.domain, body, local)
        word = "highest" if term.greatest else "lowest"
        return f"the {word} {of} of {group.all()} (or {speaker.say(term.default, local, kind)} if there are none)"
    if isinstance(body, t.IfElse) and body.otherwise == t.Const(0):
        group = filtered(speaker, group, term.name, term.domain, body.condition, local)
        body = body.then
    if body == t.Const(1) or _counts(body, term.name):
        return f"the number of {group.plural()}"
    if speaker.elements.is_truth(body):
        return f"the number of {filtered(speaker, group, term.name, term.domain, body, local).plural()}"
    return f"the total {_valued(speaker, term.name, term.domain, body, local)} of {group.all()}"


def first_words(speaker: Speaker, term: t.Lowest | t.Highest, inside: t.Term, local: Classes) -> str:
    """The first or last of a set, as its things are numbered: it has no order of its own."""
    if isinstance(inside, t.Single):
        return speaker.say(inside.element, local, speaker.elements.of(inside, local))
    group = speaker.group(inside, local)
    if isinstance(inside, t.Leading):
        return f"the {group.singular()}" + (" (the first of several)" if isinstance(term, t.Lowest) else " (the last)")
    return f"{group.best('first' if isinstance(term, t.Lowest) else 'last')} (as they are listed)"


def _first(speaker: Speaker, term: t.FirstIn, local: Classes) -> str:
    domain = term.domain
    if isinstance(domain, t.CellList) and isinstance(domain.start, t.Entry):
        place = domain.start.index
        noun = speaker.elements.noun(term.name) if speaker.elements.of_local(term.name) else "piece"
        kinds = {one.order for one in speaker.places_meant(place, local)}
        ends = ("top", "bottom") if kinds == {"pile"} else ("last", "first")
        end = ends[0] if domain.backwards else ends[1]
        group = DescribedGroup(noun=noun, behind=(f"in {speaker.say(place, local, 'place')}",))
        return filtered(speaker, group, term.name, domain, term.body, local).best(end)
    group = filtered(
        speaker, domain_group(speaker, domain, local, term.name, term.body), term.name, domain, term.body, local
    )
    return (
        group.best("first")
        if isinstance(domain, t.Between | t.CellList)
        else f"{group.best('first')} (as they are listed)"
    )


def _valued(speaker: Speaker, name: str, domain: t.Domain, body: t.Term, local: Classes) -> str:
    """What of each thing counts."""
    return speaker.say(body, speaker.inside(name, domain, body, local)).removeprefix("its ").removeprefix("the ")


def _counts(body: t.Term, name: str) -> bool:
    """Is it how many equal tokens a token stands for?"""
    match body:
        case t.TokenCount(t.VarietyOf(t.Local(one)), t.PlaceOf(t.Local(other))):
            return one == other == name
        case _:
            return False
