"""Sentences that say what there is, who wins, and what must always be so: from the layout, the ranking, the
invariants."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph.describe.words import many
from rulelang.reading.things import Things
from rulelang.rulebook.naming import noun_text
from rulelang.tree import nodes as tree


def declared_lines(things: Things, node: tree.Node) -> Iterator[str]:
    """What a declaration has become."""
    match node:
        case tree.Winner():
            yield from _ranking(things)
        case tree.Invariant(condition):
            for text, term, origin in things.program.invariants:
                if origin.span == node.span or text == condition.span.text:
                    yield f"checked at every decision: {things.speaker.say(term)}"
        case tree.SidesDeclaration():
            yield f"the players are {', '.join(things.program.seats)}"
        case tree.Holding(holder, held):
            owner = noun_text(holder) if isinstance(holder, tree.Noun) else holder.text
            yield from things.of((_spelt(things, held.name.text),), owner if owner != "player" else "player")
        case tree.FlagDeclaration(holder, name):
            yield from things.of((name.text,), noun_text(holder))
        case tree.UnionDeclaration(_, members):
            nouns = [noun_text(one) for one in members]
            here = [noun for noun in nouns if any(noun == place.holder for place in things.program.layout.places)]
            yield from (f"{noun} is one of them" for noun in (here or things.kinds(nouns)))
        case tree.KindDeclaration(term) | tree.ThingDeclaration(term):
            yield from things.of((_spelt(things, _named(term)),))
        case tree.PiecesDeclaration():
            yield from things.of((_spelt(things, node.name.text),))
        case tree.DefineValue() if isinstance(node.head, tree.The):
            yield from things.of((noun_text(node.head.noun),))
        case _:
            return


def _named(term: tree.Term) -> str:
    noun = getattr(term, "noun", None)
    return noun_text(noun) if isinstance(noun, tree.Noun) else ""


def _spelt(things: Things, name: str) -> str:
    """The name as the program has it: of a plural the singular."""
    layout = things.program.layout
    known = {*things.program.names, *(one.holder for one in layout.places), *(one.kind for one in layout.pieces)}
    known |= {*(one.kind for one in layout.varieties), *layout.unions}
    known |= {region.called for region in layout.regions.values() if region.role != "frame"}
    if name in known:
        return name
    return next((one for one in known if many(one) == name or one == many(name)), name)


def _ranking(things: Things) -> Iterator[str]:
    scoring, speaker = things.program.scoring, things.speaker
    local = {"player": "player"}
    if scoring.eligible is not None:
        yield f"only players of whom this is so: {speaker.say(scoring.eligible, local)}"
    for number, line in enumerate(scoring.lines):
        first = "first" if number == 0 else "then, among those who tie,"
        value = speaker.say(line.value, {**local, "*it": "player"}).removeprefix("its ")
        yield f"{first} the {'highest' if line.highest else 'lowest'} {value}"
    yield (
        "who still ties shares the win" if scoring.shared else "the rules do not say what happens with a tie after that"
    )
