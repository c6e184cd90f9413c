"""A term as a phrase: the one place where values and conditions are put into words.

    SumIn(tile, Members(next by Neighbours), Entry(Strength, tile))   the total Strength of the pieces next to ...

Readers of graphs, of rulebooks and of refusals all hear these words. In full (`exact`) what actions remember is named
after its action (`[Put Down: Tile]`), and nothing is left out that a reader of the rules would not miss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import Final

from rulelang.graph import terms as t
from rulelang.graph.describe.cells import cell_words, member_width, parts_of_index, region_words
from rulelang.graph.describe.conditions import condition_words
from rulelang.graph.describe.described_group import DescribedGroup
from rulelang.graph.describe.elements import ElementNames, Named
from rulelang.graph.describe.folds import first_words, fold_words
from rulelang.graph.describe.scopes import IT, NOTHING_KNOWN, Classes, needs_a_name, node_names
from rulelang.graph.describe.sets import domain_group, group_of, of_value, owner_of_place
from rulelang.graph.describe.words import bracketed, nth, one_of, possessive
from rulelang.graph.layout import Place, Region
from rulelang.graph.program import Function, Program
from rulelang.graph.roles import TableKind
from rulelang.graph.shape import substitute
from rulelang.graph.walk import all_parts

_OPERATIONS: Final = {"+": "plus", "-": "minus", "*": "times", "//": "divided by", "/^": "divided, rounded up, by"}

#: What is known of a term beyond the program, in words: in a position of a game, for instance.
Known = Callable[[t.Term], str | None]


class Speaker:
    """Says the terms of one program. `local` tells the class of each local variable in sight."""

    def __init__(
        self,
        program: Program,
        exact: bool = False,
        call: Callable[[str], str] = str,
        named: Named | None = None,
    ) -> None:
        """`call` gives names in another language, `named` those of things where they are not their own."""
        self.program: Final = program
        self.exact: Final = exact
        self.elements: Final = ElementNames(program, call, named)
        self.nodes: Final = node_names(program)
        self._known: Known | None = None
        self._asking: Final[dict[str, bool]] = {}

    def knowing(self, known: Known | None) -> Speaker:
        """The same with other values that are known by themselves."""
        other = copy(self)
        other._known = known
        return other

    # ------------------------------------------------------------------------------------------------ any term

    def say(self, term: t.Term, local: Classes = NOTHING_KNOWN, kind: str = "") -> str:
        """A term as a phrase; `kind` is the class its value is meant to be of."""
        if self._known is not None and (said := self._known(term)) is not None:
            return said
        if isinstance(term, t.TruthTerm):
            return condition_words(self, term, local)
        if isinstance(term, t.SetTerm):
            return self.say_set(term, local, kind)
        match term:
            case t.Const(value):
                return self.elements.one(value, kind)
            case t.Local(name):
                return self._local(name, local)
            case t.Cell():
                return cell_words(self, term, local)
            case t.Entry(table, index):
                return self._entry(table, index, local)
            case t.Arithmetic():
                return self._arithmetic(term, local, kind)
            case t.IfElse():
                return self._either(term, local, kind)
            case t.Bind(name, value, body):
                return self._bind(name, value, body, local, kind)
            case t.Apply(function, arguments):
                return self._apply(function, arguments, local)
            case t.Size(t.Filtered(name, domain, t.Const(1))):
                return f"the number of {domain_group(self, domain, local, name).plural()}"
            case t.Size(inside):
                return f"the number of {self.group(inside, local).plural()}"
            case t.Lowest(inside) | t.Highest(inside):
                return first_words(self, term, inside, local)
            case t.VarietyOf(token):
                return f"the look of {self.say(token, local, 'token')}"
            case t.PlaceOf(token):
                return f"the place of {self.say(token, local, 'token')}"
            case t.TokenAt(variety, place):
                return f"{self.say(variety, local, 'variety')} on {self.say(place, local, 'place')}"
            case t.TokenCount(t.VarietyOf(token), t.PlaceOf(other)) if token == other:
                return f"the number of such tokens as {self.say(token, local, 'token')}"
            case t.TokenCount(variety, place):
                what = self.tokens(variety, local).plural()
                return f"the number of {what} on {self.say(place, local, 'place')}"
            case t.Fingerprint(parts):
                products = (" times ".join(self._factor(one, local) for one in factors) for factors in parts)
                return f"the fingerprint of ({', '.join(products)})" if self.exact else "the position"
            case t.SumIn() | t.BestIn() | t.FirstIn():
                return fold_words(self, term, local, kind)

    def group(self, term: t.Term, local: Classes = NOTHING_KNOWN, kind: str = "") -> DescribedGroup:
        """What is said of a set."""
        return group_of(self, term, local, kind)

    def one_with(self, table: str, index: t.Term, local: Classes) -> DescribedGroup:
        """The only sort of a class with a value printed on it: `your Marks`, `Figures of the Caste`."""
        role = self.program.table_role(table)
        if role.called == "owner":
            return DescribedGroup(noun=role.entries or "token", owner=self.say(index, local, "player"))
        return DescribedGroup(
            noun=role.entries or "token", behind=(of_value(self, role.called, role.holder, index, local),)
        )

    def tokens(self, variety: t.Term, local: Classes) -> DescribedGroup:
        """Tokens of one look."""
        if isinstance(variety, t.Entry) and self.program.table_role(variety.table).kind is TableKind.ONE_WITH:
            return self.one_with(variety.table, variety.index, local)
        if isinstance(variety, t.Const):
            return DescribedGroup(noun=self.say(variety, local, "variety"))
        return DescribedGroup(noun="token", behind=(f"like {self.say(variety, local, 'variety')}",))

    def say_set(self, term: t.Term, local: Classes = NOTHING_KNOWN, kind: str = "") -> str:
        """A term whose value is a set."""
        group = self.group(term, local, kind)
        return group.plural() if group.text and not group.noun else f"all {group.plural()}"

    def say_domain(self, domain: t.Domain, local: Classes = NOTHING_KNOWN, name: str = "") -> str:
        """What something runs over; `name` is the local that stands for the elements."""
        return domain_group(self, domain, local, name).plural()

    def say_keys(self, keys: tuple[tuple[bool, t.Term], ...], local: Classes) -> str:
        """The criteria of a ranking."""
        said = ((high, self.say(key, local).removeprefix("its ").removeprefix("the ")) for high, key in keys)
        return ", then ".join(f"the {'highest' if high else 'lowest'} {key}" for high, key in said)

    def ranking(self, name: str, domain: t.Domain, keys: tuple[tuple[bool, t.Term], ...], local: Classes) -> str:
        """The criteria by which some things of a domain come first."""
        return self.say_keys(keys, self.inside(name, domain, t.And(tuple(key for _, key in keys)), local))

    # --------------------------------------------------------------------------------------------------- scopes

    def bound(self, name: str, domain: t.Domain, local: Classes, body: t.Term | None = None) -> Classes:
        """The variables in sight inside something that runs over a domain."""
        kind = self.elements.domain(domain, local) or self.elements.of_local(name)
        if not kind and body is not None:
            kind = self.elements.in_use(name, body)
        return {**local, name: kind}

    def in_row(self, effects: Iterable[t.Effect], local: Classes) -> Iterator[tuple[t.Effect, Classes]]:
        """Effects one after the other, each with the variables in sight there."""
        for effect in effects:
            yield effect, local
            if isinstance(effect, t.Name):
                local = self.naming(effect.name, effect.value, local)

    def naming(self, name: str, value: t.Term, local: Classes) -> Classes:
        """The variables in sight where a name stands for a value."""
        return {**local, name: self.elements.of(value, local) or self.elements.of_local(name)}

    def inside(self, name: str, domain: t.Domain, body: t.Term, local: Classes) -> Classes:
        """The same; where nothing else can be meant, the new one is `it`."""
        inner = dict(self.bound(name, domain, local, body))
        inner[IT] = "" if needs_a_name(name, body) else name
        return inner

    def _local(self, name: str, local: Classes) -> str:
        if name == "you":
            return "you"
        if local.get(IT) == name:
            return "it"
        noun = self.elements.noun(name)
        alike = [other for other in local if other not in (IT, local.get(IT)) and self.elements.noun(other) == noun]
        return nth(alike.index(name) + 1 if name in alike else 1, noun)

    # --------------------------------------------------------------------------------------------- single forms

    def target(self, region: str, index: t.Term, local: Classes) -> str:
        """A cell as something that can be written."""
        return cell_words(self, t.Cell(region, index), local)

    def region(self, region: Region) -> str:
        """A region of one cell, or a list."""
        return region_words(region, self.exact)

    def counts_by(self, region: Region) -> int:
        """How many counters each holder has, one for each member of a kind; 0 for a single one."""
        return member_width(self, region)

    def places_meant(self, place: t.Term, local: Classes) -> list[Place]:
        """The places that a term may give, as far as its form tells."""
        places, players = self.program.layout.places, self.program.players
        match place:
            case t.Const(value) if 0 <= value < len(places):
                return [places[value]]
            case t.Arithmetic("+", t.Const(first), _) if self.elements.family(first):
                return list(places[first : first + players])
            case t.IfElse(_, then, t.Const(-1)):
                return self.places_meant(then, local)
            case _:
                return []

    def _entry(self, table: str, index: t.Term, local: Classes) -> str:
        role = self.program.table_role(table)
        called = self.elements.call(role.called)
        match role.kind:
            case TableKind.SEAT_AFTER | TableKind.SEAT_BEFORE:
                side = "after" if role.kind is TableKind.SEAT_AFTER else "before"
                return f"the player {side} {self.say(index, local, 'player')}"
            case TableKind.COLUMN if role.holder == "variety" and isinstance(index, t.VarietyOf):
                return possessive(self.say(index.token, local, "token"), called)
            case TableKind.COLUMN:
                return possessive(self.say(index, local, self.elements.class_named(role.holder) or role.holder), called)
            case TableKind.BUNDLE:
                width = len(self.program.names.get(role.entries, ())) or 1
                owner, member = parts_of_index(index, width)
                kind = self.elements.class_named(role.holder) or self.elements.of(owner, local)
                cost = possessive(self.say(owner, local, kind), called)
                return f"{cost} for {self.say(member, local, role.entries)}"
            case TableKind.AFTER:
                return f"the {role.called} after {self.say(index, local, 'place')}"
            case TableKind.TOWARD:
                width = (len(self.program.tables[table]) - 1) // (len(self.program.layout.places) or 1)
                start, step = parts_of_index(index, width or 1)
                return (
                    f"the space next to {self.say(start, local, 'place')} toward {self.say(step, local, 'direction')}"
                )
            case TableKind.ONE_WITH:
                return self.one_with(table, index, local).singular()
            case TableKind.NUMBERS:
                return f"{bracketed(self.say(index, local))} looked up in {role.called}"
            case _:
                return possessive(self.say(index, local, self.elements.of(index, local)), table)

    def _arithmetic(self, term: t.Arithmetic, local: Classes, kind: str) -> str:
        match term:
            case t.Arithmetic("-", t.Arithmetic("+", t.Const(first), inside), t.Const(again)) if first == again:
                return self.say(inside, local, kind)
            case t.Arithmetic("+", t.Const(first), player) if (
                kind == "place" or self.elements.of(player, local) == "player"
            ) and self.elements.family(first):
                return owner_of_place(self, first, player, local)
            case t.Arithmetic("-", place, t.Const(first)) if kind == "player" and self.elements.family(first):
                return f"the owner of {self.say(place, local, 'place')}"
            case t.Arithmetic(("min" | "max") as end, left, t.Const(limit)):
                return f"{self._side(left, local)} (but at {'most' if end == 'min' else 'least'} {limit})"
            case t.Arithmetic("+", left, t.Const(less)) if less < 0:
                return f"{self._side(left, local)} minus {-less}"
            case t.Arithmetic(("min" | "max") as end, left, right):
                both = f"{self.say(left, local)} and {self.say(right, local)}"
                return f"the {'smaller' if end == 'min' else 'larger'} of {both}"
            case _:
                pass
        # Sums and differences are read from left to right.
        in_a_row = {term.operation, term.left.operation} <= {"+", "-"} if isinstance(term.left, t.Arithmetic) else False
        before = self.say(term.left, local) if in_a_row else self._side(term.left, local)
        return f"{before} {_OPERATIONS[term.operation]} {self._side(term.right, local)}"

    def _side(self, side: t.Term, local: Classes) -> str:
        said = self.say(side, local)
        return bracketed(said) if isinstance(side, t.Arithmetic | t.IfElse) else said

    def _either(self, term: t.IfElse, local: Classes, kind: str) -> str:
        if (player := self._opponent(term)) is not None:
            return possessive(self.say(player, local, "player"), "opponent")
        kind = kind or self.elements.of(term, local)
        match term:
            case t.IfElse(t.Compare("==", t.Size(group), t.Const(1)), t.Lowest(same), t.Const(-1)) if group == same:
                return f"{self.group(group, local, kind).best('only')} (nothing if there is none, or more than one)"
            case t.IfElse(t.Compare(">=", there, t.Const(0)), then, t.Const(box)) if (
                there == then and box == self.program.layout.box
            ):
                return self.say(then, local, kind)
            case t.IfElse(t.Compare(">=", there, t.Const(0)), then, t.Const(-1)) if there in all_parts(then):
                return self.say(then, local, kind) + (" (or nothing)" if self.exact else "")
            case t.IfElse(t.Compare(">=", t.Local("you"), t.Const(0)), then, _) if not self.exact:
                return self.say(then, local, kind)
            case t.IfElse(t.Holds(t.Const(places), where), then, t.Const(-1)) if where == then and (
                noun := self.elements.noun_of("place", places)
            ):
                if isinstance(where, t.PlaceOf):
                    return possessive(self.say(where.token, local, "token"), noun)
                if isinstance(where, t.Cell) and where.region == "at":
                    return possessive(self.say(where.index, local, "piece"), noun)
                return f"{self.say(where, local, 'place')} if it is {one_of(noun)}"
            case t.IfElse(t.Holds(t.Const(), where), then, t.Const(-1)) if where == then and not self.exact:
                return self.say(then, local, kind)
            case t.IfElse(condition, then, t.Const(0)) if not kind and self._is_there(condition, then):
                return self.say(then, local, kind) + (" (or 0)" if self.exact else "")
        say = self.say_set if self.elements.is_set(term) else self.say
        asked = self.say(term.condition, local)
        return f"({say(term.then, local, kind)} if {asked}, otherwise {say(term.otherwise, local, kind)})"

    @staticmethod
    def _is_there(condition: t.Term, then: t.Term) -> bool:
        """Is it only asked whether that is there which is spoken of?"""
        return (
            isinstance(condition, t.Compare)
            and condition.operation == ">="
            and condition.right == t.Const(0)
            and condition.left in all_parts(then)
        )

    def _bind(self, name: str, value: t.Term, body: t.Term, local: Classes, kind: str) -> str:
        if isinstance(value, t.Const):
            of = self.elements.of_local(name)
            inner = Speaker.say(self, substitute(body, {name: value}), local, kind)
            return inner if of or not self.exact else f"{inner} (with {name} as {value.value})"
        inner_local = self.naming(name, value, local)
        called = self._local(name, inner_local)
        return f"({self.say(body, inner_local, kind)}, where {called} is {self.say(value, local)})"

    def _apply(self, function: str, arguments: tuple[t.Term, ...], local: Classes) -> str:
        found = self.program.functions[function]
        said = [
            self.say(argument, local, self.elements.of(argument, local) or self.elements.of_local(parameter))
            for argument, parameter in zip(arguments, found.parameters, strict=True)
        ]
        text = self._form(found, function, said)
        if self._known is None and self._asks_who(found) and said[0] != "you":
            who = "nobody" if arguments[0] == t.Const(-1) else said[0]
            text += f" (`you` is {who})"
        return text

    def head(self, function: Function, local: Classes) -> str:
        """What a definition defines: `the Settlement's Count for the Caste`."""
        return self._form(function, function.name, [self.say(t.Local(name), local) for name in function.parameters])

    def _form(self, found: Function, function: str, said: list[str]) -> str:
        form = found.form or f"the {function}" + "".join(f", {{{number}}}" for number in range(1, len(said)))
        whose, apart, rest = form.partition("'s ")
        if apart and whose == "{1}":
            return possessive(said[1], self.elements.call(found.title) + _filled(rest.removeprefix(found.title), said))
        if form.startswith("{1} is "):
            verb = "are" if said[1] == "you" else "is"
            return f"{said[1]} {verb} {_filled(form.removeprefix('{1} is '), said)}"
        return _filled(form, said)

    def _asks_who(self, function: Function) -> bool:
        """Does a definition speak of `you`, or ask another one that does?"""
        known = self._asking.get(function.name)
        if known is None:
            self._asking[function.name] = False
            known = self._asking[function.name] = self._speaks_of_you(function.body)
        return known

    def _speaks_of_you(self, body: t.Term) -> bool:
        calls = [part for part in all_parts(body) if isinstance(part, t.Apply)]
        plain = sum(part == t.Local("you") for part in all_parts(body))
        handed = sum(call.arguments[:1] == (t.Local("you"),) for call in calls)
        return plain > handed or any(
            self._asks_who(self.program.functions[call.function])
            for call in calls
            if call.arguments[:1] == (t.Local("you"),)
        )

    def _opponent(self, term: t.IfElse) -> t.Term | None:
        match term:
            case t.IfElse(t.Compare(">=", one, t.Const(0)), t.Arithmetic("-", t.Const(1), other), t.Const(-1)):
                return one if one == other and self.program.players == 2 else None
            case _:
                return None

    def _factor(self, term: t.Term, local: Classes) -> str:
        if isinstance(term, t.Const):
            return f"{term.value:x}"
        return self.say(term, local) if not self.elements.is_set(term) else self.say_set(term, local)


def _filled(form: str, said: list[str]) -> str:
    for number, words in enumerate(said):
        form = form.replace(f"{{{number}}}", words)
    return form
