"""What is chosen, from what, and how much of it."""

from __future__ import annotations

from rulelang.graph.describe.described_group import DescribedGroup
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.describe.sets import domain_group, filtered
from rulelang.graph.describe.speaker import Speaker
from rulelang.graph.program import Parameter


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
