"""Sets and domains as groups of things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulelang.graph import terms as t
from rulelang.graph.describe.described_group import DescribedGroup
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.describe.words import joined, possessive
from rulelang.graph.roles import TableKind
from rulelang.tuning.fast_dataclass import replace

if TYPE_CHECKING:
    from rulelang.graph.describe.speaker import Speaker

_RAYS: Final = {"rays": "nearest", "rays backwards": "farthest"}


def group_of(speaker: Speaker, term: t.Term, local: Classes, kind: str = "") -> DescribedGroup:
    """What is said of a set."""
    kind = kind or speaker.elements.of(term, local)
    match term:
        case t.Const(members):
            return _known(speaker, members, kind)
        case t.Single(element):
            return DescribedGroup(text=speaker.say(element, local, kind))
        case t.Both(parts):
            said = [part for part in _classes_first(parts) if not _goes_without_saying(speaker, part, kind)]
            first, *others = (group_of(speaker, part, local, kind) for part in said or parts)
            for other in others:
                first = first.also(other)
            return first
        case t.Either(parts) if all(isinstance(part, t.Cell) and part.region == "contents" for part in parts):
            places = [speaker.say(part.index, local, "place") for part in parts if isinstance(part, t.Cell)]
            return DescribedGroup(noun="piece", behind=(f"in {joined(places, 'or')}",))
        case t.Either(parts):
            return DescribedGroup(text=joined([group_of(speaker, part, local, kind).plural() for part in parts]))
        case t.Without(left, t.TokenPlaces(t.Const(varieties))) if speaker.elements.is_everything("variety", varieties):
            found = group_of(speaker, left, local, kind)
            if not speaker.program.layout.pieces:
                return replace(found, before=("empty", *found.before))
            return found.saying("with no token on it")
        case t.Without(left, right):
            return group_of(speaker, left, local, kind).saying(
                f"other than {group_of(speaker, right, local, kind).plural()}"
            )
        case t.Cell(region, index) if speaker.program.layout.regions[region].role == "contents":
            return DescribedGroup(noun="piece", behind=(f"in {speaker.say(index, local, 'place')}",))
        case t.IfElse(guard, t.Cell("contents", index), t.Const(0)):
            # In a place that is nothing lies nothing.
            return group_of(speaker, t.Cell("contents", t.IfElse(guard, index, t.Const(-1))), local, kind)
        case t.Bind(name, place, t.IfElse(_, t.Cell("contents", t.Local(of)), t.Const(0))) if of == name:
            return group_of(speaker, t.Cell("contents", place), local, kind)
        case t.Cell(region, t.Const(0)) if speaker.program.layout.regions[region].role == "flag":
            return DescribedGroup(before=(speaker.elements.call(speaker.program.layout.regions[region].called),))
        case t.Entry(table, index):
            return _from_table(speaker, table, index, local, kind)
        case t.TokenPlaces(varieties):
            return DescribedGroup(
                noun="place", behind=(f"with {group_of(speaker, varieties, local, 'variety').one()} on it",)
            )
        case t.Reached(start, neighbours, through):
            begun = group_of(speaker, start, local, kind).plural()
            inside = group_of(speaker, through, local, kind)
            return DescribedGroup(noun="place", behind=(f"connected to {begun}{_by(speaker, neighbours)}",)).saying(
                f"through {inside.plural()}"
            )
        case t.InLine(start, _, directions, through):
            seen = f"in a straight line ({directions} directions) from {speaker.say(start, local, 'place')}"
            inside = group_of(speaker, through, local, kind)
            return DescribedGroup(noun="place", behind=(seen, f"up to the first that is not among {inside.plural()}"))
        case t.Filtered(name, domain, body):
            return filtered(speaker, domain_group(speaker, domain, local, name, body), name, domain, body, local)
        case t.WhileIn(name, domain, body):
            told = speaker.say(body, speaker.inside(name, domain, body, local))
            running = domain_group(speaker, domain, local, name).in_order()
            return running.saying(f"as long as {told} (up to the first for which it is not so)")
        case t.Leading(name, domain, keys):
            return domain_group(speaker, domain, local, name).saying(
                f"with {speaker.ranking(name, domain, keys, local)}"
            )
        case t.IfElse(condition, then, otherwise):
            ways = (group_of(speaker, one, local, kind).plural() for one in (then, otherwise))
            first_way, second_way = ways
            return DescribedGroup(text=f"({first_way} if {speaker.say(condition, local)}, otherwise {second_way})")
        case _:
            return DescribedGroup(text=speaker.say(term, local, kind))


def filtered(
    speaker: Speaker, group: DescribedGroup, name: str, domain: t.Domain, body: t.Term, local: Classes
) -> DescribedGroup:
    """Those of a group for which a condition holds."""
    if body == t.Const(1) or lies_there(speaker, domain, name, body):
        return group
    empty = t.Compare("==", t.Cell("contents", t.Local(name)), t.Const(0))
    parts = body.parts if isinstance(body, t.And) else (body,)
    if empty in parts and "with no token on it" in group.behind:
        rest = tuple(part for part in parts if part != empty)
        behind = tuple(one for one in group.behind if one != "with no token on it")
        group = DescribedGroup(group.noun, ("empty", *group.before), group.owner, behind, group.where, group.text)
        if not rest:
            return group
        body = t.And(rest) if len(rest) > 1 else rest[0]
    return group.only(speaker.say(body, speaker.inside(name, domain, body, local)))


def lies_there(speaker: Speaker, domain: t.Domain, name: str, body: t.Term) -> bool:
    """Is only asked what goes without saying: that a thing of an ordered place is in the place?"""
    if not isinstance(domain, t.CellList) or not isinstance(domain.start, t.Entry):
        return False
    contents = t.Cell("contents", domain.start.index)
    match body:
        case t.Holds(t.Both(parts), t.Local(one)) if one == name:
            noun = speaker.elements.noun(name)
            return all(
                part == contents
                or (isinstance(part, t.Const) and speaker.elements.noun_of("piece", part.value) == noun)
                for part in parts
            )
        case t.Holds(elements, t.Local(one)):
            return one == name and elements == contents
        case _:
            return False


def domain_group(
    speaker: Speaker, domain: t.Domain, local: Classes, name: str = "", body: t.Term | None = None
) -> DescribedGroup:
    """What something runs over; `name` is the local that stands for the elements, `body` what is asked of it."""
    elements = speaker.elements
    match domain:
        case t.Members(members):
            kind = elements.of(members, local) or elements.of_local(name)
            if not kind and body is not None:
                kind = elements.in_use(name, body)
            found = group_of(speaker, members, local, kind)
            return found.called(elements.noun(name)) if elements.of_local(name) in ("piece", "place") else found
        case t.Between(low, high):
            return DescribedGroup(
                noun="number", behind=(f"from {speaker.say(low, local)} to {speaker.say(high, local)}",)
            )
        case t.Listed(table, t.Const(ray)) if table in _RAYS:
            # There is one ray for each place and direction.
            directions = len(speaker.program.lists[table]) // len(speaker.program.layout.places)
            place, way = t.Const(ray // directions), t.Const(ray % directions)
            index = t.Arithmetic("+", t.Arithmetic("*", place, t.Const(directions)), way)
            return domain_group(speaker, t.Listed(table, index), local, name)
        case t.Listed(table, t.Arithmetic("*", place, t.Const())) if table in _RAYS:
            return domain_group(speaker, t.Listed(table, t.Arithmetic("+", domain.index, t.Const(0))), local, name)
        case t.Listed(table, t.Arithmetic("+", t.Arithmetic("*", place, t.Const()), way)) if table in _RAYS:
            said = f"beyond {speaker.say(place, local, 'place')} toward {speaker.say(way, local, 'direction')}"
            return DescribedGroup(noun="place", behind=(f"{said}, {_RAYS[table]} first",))
        case t.Listed(table, t.Const(index)) if index == len(speaker.program.layout.places):
            return DescribedGroup(noun="number", behind=(f"of the {table} anywhere",))
        case t.Listed(table, index):
            where = speaker.say(index, local, elements.domain(domain, local))
            if elements.domain(domain, local) == "player":
                return DescribedGroup(noun="player", behind=(f"after {where}, in turn order",))
            return DescribedGroup(noun="place", behind=(f"of the {table} of {where}, nearest first",))
        case t.CellList(region, start, backwards):
            return _in_order(speaker, region, start, backwards, local, name)
        case t.Tokens(varieties, places):
            what = group_of(speaker, varieties, local, "variety")
            noun = elements.noun(name) if elements.of_local(name) == "variety" else "token"
            if what.text:
                what = DescribedGroup(noun=noun, behind=(f"({what.text})",))
            elif what.noun in ("", "variety"):
                what = what.called(noun)
            where_to = group_of(speaker, places, local, "place")
            if where_to.text and not where_to.noun:
                return what.saying(f"on {where_to.text}")
            return what.saying(
                "anywhere" if where_to == DescribedGroup(noun="place") else f"on any {where_to.singular()}"
            )


def _goes_without_saying(speaker: Speaker, part: t.Term, kind: str) -> bool:
    """Is it everything there is?"""
    return isinstance(part, t.Const) and bool(kind) and speaker.elements.is_everything(kind, part.value)


def _classes_first(parts: tuple[t.Term, ...]) -> list[t.Term]:
    """A class gives the noun; what it is narrowed by stands behind it."""
    return sorted(parts, key=lambda part: not isinstance(part, t.Const))


def _known(speaker: Speaker, members: int, kind: str) -> DescribedGroup:
    elements = speaker.elements
    if members == 0:
        return DescribedGroup(text="none at all")
    if kind and kind != "token" and members.bit_count() != 1 and (noun := elements.noun_of(kind, members)):
        return DescribedGroup(noun=noun)
    return DescribedGroup(text=elements.set(members, kind))


def _from_table(speaker: Speaker, table: str, index: t.Term, local: Classes, kind: str) -> DescribedGroup:
    role = speaker.program.table_role(table)
    match role.kind:
        case TableKind.WITH if role.called == "owner":
            return DescribedGroup(noun="", owner=speaker.say(index, local, "player"))
        case TableKind.WITH:
            return DescribedGroup(behind=(of_value(speaker, role.called, role.holder, index, local),))
        case TableKind.NEXT:
            near = speaker.say(index, local, "place")
            return DescribedGroup(noun="place", behind=(f"next to {near}{_by(speaker, table)}",))
        case _:
            where = speaker.say(index, local, speaker.elements.of(index, local) or kind)
            return DescribedGroup(text=f"what is {table} of {where}")


def of_value(speaker: Speaker, column: str, entries: str, value: t.Term, local: Classes) -> str:
    """What is printed on the things that are meant: `of the Caste`, `whose Shape is Round`."""
    said = speaker.say(value, local, speaker.elements.class_named(entries or column))
    return f"of {said}" if column in speaker.program.names else f"whose {column} is {said}"


def _by(speaker: Speaker, table: str) -> str:
    role = speaker.program.table_role(table)
    return f" by {role.called}" if role.kind is TableKind.NEXT and role.called else ""


def _in_order(
    speaker: Speaker, region: str, start: t.Term, backwards: bool, local: Classes, name: str
) -> DescribedGroup:
    found = speaker.program.layout.regions.get(region)
    if found is None:
        return DescribedGroup(text="nothing, for nothing lies in an order")
    if found.role == "order" and isinstance(start, t.Entry):
        place = start.index
        noun = speaker.elements.noun(name) if speaker.elements.of_local(name) else "piece"
        order = "last first" if backwards else "first to last"
        kinds = {one.order for one in speaker.places_meant(place, local)}
        if kinds == {"pile"}:
            order = "from the top of the pile down" if backwards else "from the bottom of the pile up"
        elif kinds == {"row"}:
            order = "from the end of the row" if backwards else "in the order of the row"
        return DescribedGroup(noun=noun, behind=(f"in {speaker.say(place, local, 'place')}",), order=order)
    said = speaker.region(found)
    if start != t.Const(0):
        said = f"{said} from cell {speaker.say(start, local)}"
    return DescribedGroup(text=f"{said}{', last first' if backwards else ''}")


def owner_of_place(speaker: Speaker, first: int, owner: t.Term, local: Classes) -> str:
    """`Ann's Hand`, of the places that every player has."""
    return possessive(speaker.say(owner, local, "player"), speaker.elements.call(speaker.elements.family(first)))
