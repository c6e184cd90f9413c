"""What is so or not, as a clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulelang.graph import terms as t
from rulelang.graph.describe.described_group import DescribedGroup
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.describe.sets import domain_group, filtered
from rulelang.graph.describe.words import bracketed, is_or_are, one_of
from rulelang.graph.roles import TRUTH, FrameRole, TableKind

if TYPE_CHECKING:
    from rulelang.graph.describe.speaker import Speaker

_COMPARED: Final = {"==": "", "!=": "not ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}


def condition_words(speaker: Speaker, term: t.TruthTerm, local: Classes) -> str:
    """A condition as a clause."""
    match term:
        case t.Compare():
            return _compare(speaker, term, local)
        case t.Not(inside):
            return _not(speaker, inside, local)
        case t.And(parts):
            return " and ".join(_part(speaker, part, local, (t.Or, t.IfElse)) for part in parts)
        case t.Or(parts):
            return " or ".join(_part(speaker, part, local, (t.And, t.IfElse)) for part in parts)
        case t.Holds():
            return _holds(speaker, term, local, "")
        case t.AnyIn(name, t.CellList() as listed, t.Compare("==", t.Local(one), what)) if one == name:
            return _listed(speaker, listed, what, local, "")
        case t.AnyIn(name, domain, body):
            return f"there is {_some(speaker, name, domain, body, local).one()}"
        case t.AllIn(name, domain, body):
            group = domain_group(speaker, domain, local, name, body)
            each = f"each of {group.plural()}" if group.text and not group.noun else f"every {group.singular()}"
            return f"(for {each}: {speaker.say(body, speaker.inside(name, domain, body, local))})"
        case t.HasLine(line, lines, index):
            anywhere = index == t.Const(len(speaker.program.layout.places))
            where = "anywhere" if anywhere else f"through {speaker.say(index, local, 'place')}"
            return f"one of the {lines} {where} has only {speaker.group(line, local).plural()}"
        case t.Possible(node, fill):
            return _possible(speaker, node, fill, local)


def _part(speaker: Speaker, part: t.Term, local: Classes, held: tuple[type, ...]) -> str:
    said = speaker.say(part, local)
    return bracketed(said) if isinstance(part, held) else said


def _some(speaker: Speaker, name: str, domain: t.Domain, body: t.Term, local: Classes) -> DescribedGroup:
    return filtered(speaker, domain_group(speaker, domain, local, name, body), name, domain, body, local)


def _listed(speaker: Speaker, listed: t.CellList, what: t.Term, local: Classes, negation: str) -> str:
    kind = speaker.elements.domain(listed, local) or speaker.elements.of(what, local)
    return f"{speaker.say(what, local, kind)} is{negation} in {speaker.say_domain(listed, local)}"


def _not(speaker: Speaker, inside: t.Term, local: Classes) -> str:
    match inside:
        case t.Not(again):
            return speaker.say(again, local)
        case t.Or(parts) if any(isinstance(part, t.And | t.Or) for part in parts):
            return f"none of these is true: {'; '.join(speaker.say(part, local) for part in parts)}"
        case t.Or(parts):
            return " and ".join(_part(speaker, t.Not(part), local, ()) for part in parts)
        case t.And(parts):
            return f"not all of this is so: {'; '.join(speaker.say(part, local) for part in parts)}"
        case t.AnyIn(name, t.CellList() as listed, t.Compare("==", t.Local(one), what)) if one == name:
            return _listed(speaker, listed, what, local, " not")
        case t.Holds():
            return _holds(speaker, inside, local, " not")
        case t.Compare(operation, left, right):
            return _compare(speaker, t.Compare(t.NEGATED[operation], left, right), local)
        case t.AnyIn(name, domain, body):
            return f"there is no {_some(speaker, name, domain, body, local).singular()}"
        case t.Apply():
            said = speaker.say(inside, local)
            for verb in (" is ", " are "):
                if said.count(verb) == 1:
                    return said.replace(verb, f"{verb}not ")
            return f"it is not so that {said}"
        case _:
            return f"not ({speaker.say(inside, local)})"


def _compare(speaker: Speaker, term: t.Compare, local: Classes) -> str:
    elements = speaker.elements
    kind = elements.of(term.left, local) or elements.of(term.right, local)
    match term:
        case t.Compare("==" | "!=", t.Entry(table, index), t.Const(1)) if _is_mark(speaker, table):
            role = speaker.program.table_role(table)
            thing = index.token if isinstance(index, t.VarietyOf) else index
            of = "token" if isinstance(index, t.VarietyOf) else elements.class_named(role.holder) or role.holder
            said = speaker.say(thing, local, of)
            return f"{said} is {'not ' if term.operation == '!=' else ''}{elements.call(role.called)}"
        case t.Compare(">=" | "<", t.Local("you"), t.Const(0)):
            return "somebody acts" if term.operation == ">=" else "nobody acts"
        case t.Compare(">=" | "<", left, t.Const(0)) if kind:
            return _there(speaker, left, term.operation == ">=", local, kind)
        case t.Compare(("==" | "!=") as operation, left, t.Const(0)) if speaker.elements.is_set(left):
            word = "no " if operation == "==" else ""
            group = speaker.group(left, local)
            if group.text and not group.noun:
                return f"{group.text} is {'not ' if operation == '!=' else ''}empty"
            return f"there is {word}{group.singular()}" if word else f"there is {group.one()}"
        case t.Compare(
            "<" | ">=" as operation, t.IfElse() | t.Arithmetic(), t.TokenCount(t.VarietyOf(token), t.PlaceOf(lying))
        ) if token == lying and not speaker.exact:
            # Of those that are alike so many are spoken of already.
            return f"there is {'another' if operation == '<' else 'no other'} {speaker.say(token, local, 'token')}"
        case t.Compare("==" | "!=" as operation, t.Cell("at", piece), place):
            word = "not " if operation == "!=" else ""
            return f"{speaker.say(piece, local, 'piece')} is {word}in {speaker.say(place, local, 'place')}"
        case _:
            pass
    if speaker.elements.is_set(term.left) or speaker.elements.is_set(term.right):
        one, other = speaker.say_set(term.left, local, kind), speaker.say_set(term.right, local, kind)
    else:
        one, other = speaker.say(term.left, local, kind), speaker.say(term.right, local, kind)
    return f"{one} {is_or_are(one)} {_COMPARED[term.operation]}{other}"


def _there(speaker: Speaker, term: t.Term, is_there: bool, local: Classes, kind: str) -> str:
    match term:
        case t.IfElse(t.Compare("==", t.Size(group), t.Const(1)), t.Lowest(same), t.Const(-1)) if group == same:
            alone = speaker.group(group, local, kind).singular()
            return f"there is just one {alone}" if is_there else f"there is not just one {alone}"
        case t.Lowest(inside) | t.Highest(inside) if not isinstance(inside, t.Single):
            found = speaker.group(inside, local, kind)
            return f"there is {found.one()}" if is_there else f"there is no {found.singular()}"
        case _:
            some, no = ("somebody", "nobody") if kind == "player" else ("something", "nothing")
            return f"{speaker.say(term, local, kind)} is {some if is_there else no}"


def _is_mark(speaker: Speaker, table: str) -> bool:
    return speaker.program.table_role(table).entries == TRUTH


def _holds(speaker: Speaker, term: t.Holds, local: Classes, negation: str) -> str:
    elements = speaker.elements
    kind = elements.of(term.element, local) or elements.of(term.set, local)
    element = speaker.say(term.element, local, kind)
    are = "are" if element == "you" else "is"
    where = term.element
    if isinstance(where, t.Cell) and where.region == "at":
        return _lies(speaker, speaker.say(where.index, local, "piece"), term.set, local, negation)
    if isinstance(where, t.PlaceOf):
        return _lies(speaker, speaker.say(where.token, local, "token"), term.set, local, negation)
    match term.set:
        case t.Cell(name, t.Const(0)) if speaker.program.layout.regions[name].role == "flag":
            return f"{element} {are}{negation} {elements.call(speaker.program.layout.regions[name].called)}"
        case t.Cell(name) if speaker.program.layout.regions[name].frame is FrameRole.OPTIONS_USED and not speaker.exact:
            return f"this option has{negation} already been taken"
        case t.Cell("windows used") if not speaker.exact:
            return f"this has{negation} already been done"
        case t.Cell("contents", index):
            return f"{element} is{negation} in {speaker.say(index, local, 'place')}"
        case t.TokenPlaces(varieties):
            what = speaker.group(varieties, local, "variety")
            some = f"no {what.singular()}" if negation else what.one()
            return f"{element} has {some}"
        case t.Entry(table, index) if speaker.program.table_role(table).kind is TableKind.NEXT:
            relation = speaker.program.table_role(table).called
            by = f" by {relation}" if relation else ""
            return f"{element} is{negation} next to {speaker.say(index, local, 'place')}{by}"
        case t.Const(members) if kind and (noun := elements.noun_of(kind, members)):
            return f"{element} {are}{negation} {one_of(noun)}"
        case _:
            group = speaker.group(term.set, local, kind)
            if group.text and not group.noun:
                alone = isinstance(term.set, t.Single) or (
                    isinstance(term.set, t.Const) and " and " not in group.text and "," not in group.text
                )
                return f"{element} {are}{negation} {group.text if alone else f'one of {group.text}'}"
            return f"{element} {are}{negation} {group.one()}"


def _lies(speaker: Speaker, thing: str, places: t.Term, local: Classes, negation: str) -> str:
    if isinstance(places, t.Entry) and speaker.program.table_role(places.table).kind is TableKind.NEXT:
        relation = speaker.program.table_role(places.table).called
        near = speaker.say(places.index, local, "place")
        return f"{thing} is{negation} next to {near}{f' by {relation}' if relation else ''}"
    group = speaker.group(places, local, "place")
    if group.text and not group.noun:
        alone = isinstance(places, t.Single) or (isinstance(places, t.Const) and places.value.bit_count() == 1)
        return f"{thing} is{negation} in {group.text if alone else f'one of {group.text}'}"
    return f"{thing} is{negation} on {group.one()}"


def _possible(speaker: Speaker, node: int, fill: tuple[t.Put, ...], local: Classes) -> str:
    filled = ", ".join(
        f"{speaker.region(speaker.program.layout.regions[put.region])} being {speaker.say(put.value, local)}"
        for put in fill
    )
    with_that = f" ({filled})" if filled else ""
    if speaker.exact:
        return f"{speaker.nodes[node]} can be obeyed{with_that}"
    found = next((one for one in speaker.program.nodes if one.number == node), None)
    title = getattr(found, "title", "") or getattr(found, "group", "").rpartition(" / ")[2]
    return f"{title or 'what follows'} is possible{with_that}"
