"""Decisions, the edges out of them, and what can be chosen: picks become parameters of an option; consecutive picks
with nothing between them, one joint decision."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.amounts import not_less_than_none
from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.flow.drafts import DraftNode, DraftOption, End
from rulelang.compile.flow.frames import FrameCell, element_class
from rulelang.compile.flow.whereabouts import looks_known, place_known
from rulelang.compile.groups import Group
from rulelang.compile.meaning.fitting import but_those_known
from rulelang.compile.meaning.nouns import split_noun
from rulelang.compile.meaning.phrases import who_acts
from rulelang.compile.meaning.sets import group_of, in_numbers, noun_word
from rulelang.compile.meaning.values import most_of, number_of
from rulelang.compile.sorts import Scope, Sort, Typed
from rulelang.compile.supply import most_in
from rulelang.diagnostics.catalogue import names as wording
from rulelang.graph import terms as t
from rulelang.graph.build import YES, either, least
from rulelang.graph.program import Origin, Parameter
from rulelang.graph.roles import FrameRole
from rulelang.graph.terms import Effect, Term
from rulelang.graph.walk import replace_cells
from rulelang.rulebook.naming import noun_text
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

MOST_CHOSEN = 40
"""A handful never holds more than this: the static bound for `any number of`."""


def pick(flow: Flow, node: tree.Choose, scope: Scope, place: Spot, option: DraftOption, origin: Origin) -> Scope:
    """Add what a sentence lets choose to an option, and give the scope that knows it."""
    parameter, name, value = parameter_of(flow, node, scope, place)
    option.parameters.append(replace(parameter, said=origin))
    if value.sort.form == "handful":
        option.handfuls[parameter.name] = value.sort.noun
    else:
        assert isinstance(value, FrameCell)
        option.bound[value.region] = t.Local(parameter.name)
        if isinstance(parameter.domain, t.Tokens):
            looks_known(flow, value.region, parameter.domain.varieties)
        if value.sort.form == "place":
            domain, where = parameter.domain, parameter.where
            place_known(flow, value.region, (domain, where), lambda one: one.chosen(parameter.name, domain, where))
        option.effects.append(replace(value.put(t.Local(parameter.name)), said=origin))
    scope = scope.naming(name, value)
    return scope.describing(value)


def parameter_of(flow: Flow, node: tree.Choose, scope: Scope, place: Spot) -> tuple[Parameter, str, Typed]:
    match node.pick:
        case tree.PickOne(form, of):
            group = group_of(flow.meaning, of, scope)
            if form == "another":
                group = but_those_known(flow.meaning, group, scope, of.span)
            return _one(flow, group, picked_name(flow, node), scope, place)
        case tree.PickSome():
            return _some(flow, node, node.pick, scope, place)
        case tree.PickValue(word, arguments):
            return _value(flow, node, word, arguments, scope, place)
        case tree.PickNumber(low, high, where):
            first, last = number_of(flow.meaning, low, scope), number_of(flow.meaning, high, scope)
            name = node.alias.text if node.alias else "number"
            local = flow.book.local(name)
            sort = Sort("number", low=first.sort.low, high=last.sort.high)
            here = Typed(t.Local(local), sort)
            condition = flow.meaning.condition(where, scope.describing(here)) if where is not None else None
            value = _cell(flow, name, sort, scope, place)
            return Parameter(local, "number", t.Between(first.term, last.term), condition), name, value


def _one(flow: Flow, group: Group, name: str, scope: Scope, place: Spot) -> tuple[Parameter, str, Typed]:
    cell = _cell(flow, name, group.sort, scope, place)
    return parameter_from(group), name, replace(cell, among=group.taken_from)


def parameter_from(group: Group) -> Parameter:
    """One of a group."""
    domain, where = group.domain()
    return Parameter(group.name, element_class(group.sort), domain, None if where == YES else where)


def _handful(flow: Flow, node: tree.Choose, group: Group, most: int, scope: Scope, place: Spot) -> tuple[str, Typed]:
    """What several things that are chosen are called, and where they are remembered."""
    name = picked_name(flow, node)
    shared = flow.is_free(name, scope)
    region = flow.frames.sequence(place.action, name, FrameRole.VALUE, group.sort, most, shared=shared)
    return name, Typed(t.Const(0), Sort("handful", region, 0, most, group.sort), among=group.taken_from)


def _cell(flow: Flow, name: str, sort: Sort, scope: Scope, place: Spot) -> FrameCell:
    return flow.frames.cell(place.action, name, sort, maybe=False, shared=flow.is_free(name, scope))


def _some(
    flow: Flow, node: tree.Choose, pick: tree.PickSome, scope: Scope, place: Spot
) -> tuple[Parameter, str, Typed]:
    group = in_numbers(group_of(flow.meaning, pick.set, scope), pick)
    most: Term = t.Const(MOST_CHOSEN)
    bound = min(MOST_CHOSEN, max(1, most_of(flow.meaning, group.sort)))
    if pick.count is not None:
        amount: Term = t.Const(pick.count)
        bound = pick.count if pick.form in ("exactly", "up to") else bound
    elif pick.value is not None:
        typed = number_of(flow.meaning, pick.value, scope)
        amount, bound = not_less_than_none(typed), max(1, min(bound, typed.sort.high))
    else:
        amount = t.Const(0)
    if pick.form in ("exactly", "up to"):
        most = amount
    fewest = amount if pick.form in ("exactly", "at least") else t.Const(0)
    if isinstance(fewest, t.Const):
        flow.book.site("supply", pick.span, group.sort.noun, fewest.value, most_in(group, flow.book))
    name, value = _handful(flow, node, group, bound, scope, place)
    if isinstance(most, t.Const):
        most = t.Const(min(most.value, bound))
    return replace(parameter_from(group), form="some", fewest=fewest, most=most), name, value


def everything(
    flow: Flow, node: tree.Choose, pick: tree.PickSome, scope: Scope, place: Spot
) -> tuple[Scope, list[Effect]]:
    """`choose all S`: nobody has anything to decide."""
    group = group_of(flow.meaning, pick.set, scope)
    name, value = _handful(flow, node, group, max(1, most_of(flow.meaning, group.sort)), scope, place)
    region = value.sort.noun
    domain, where = group.domain()
    here = t.Local(group.name)
    taken: tuple[Effect, ...] = (t.Append(region, t.Const(0), here),)
    if group.is_tokens:
        taken = (t.ForIn(flow.book.local("step"), t.Between(t.Const(1), group.amount()), taken),)
    if where != YES:
        taken = (t.When(where, taken),)
    return scope.naming(name, value).describing(value), [
        t.Put(region, t.Const(0), t.Const(0)),
        t.ForIn(group.name, domain, taken),
    ]


def picked_name(flow: Flow, node: tree.Choose) -> str:
    """What it is called that is chosen; several as they are written, without adjectives."""
    if node.alias is not None:
        return node.alias.text
    match node.pick:
        case tree.PickOne(_, of):
            return noun_word(flow.meaning, of.noun)
        case tree.PickSome(set=several):
            return _plural_word(flow, several.noun)
        case _:
            return ""


def _plural_word(flow: Flow, noun: tree.Noun) -> str:
    """The word as written, without adjectives: `the Goods` after `choose 2 Fan Goods`."""
    text = noun_text(noun)
    adjectives, _ = split_noun(flow.meaning, noun)
    prefix = " ".join(adjectives)
    return text[len(prefix) :].strip() if prefix and text.startswith(prefix) else text


def _value(
    flow: Flow,
    node: tree.Choose,
    word: tree.Word,
    arguments: tuple[tree.Argument, ...],
    scope: Scope,
    place: Spot,
) -> tuple[Parameter, str, Typed]:
    given = [(a.preposition, flow.meaning.value(a.value, scope)) for a in arguments]
    you = scope.doer or who_acts(scope, node.span, choosing=True)
    found = None
    for spelling in (word.text, flow.world.plurals(word.text)):
        found = flow.book.functions.choices(spelling, you, given, scope, word.span)
        if found is not None:
            break
    if found is None:
        raise Misread(wording.no_such_property(word.span, word.text, "a player", flow.book.functions.known()))
    values, sort = found
    name = node.alias.text if node.alias else word.text
    local = flow.book.local(name)
    parameter = Parameter(local, element_class(sort), t.Members(values), None)
    return parameter, name, _cell(flow, name, sort, scope, place)


def own_conditions(option: DraftOption) -> None:
    """Move what the first effects need into the guard, so that it is asked once and before anything happens.

    Only needs that come before any effect other than storing what was chosen can move: nothing changes before them.
    """
    kept: list[Effect] = []
    moving = True
    for effect in option.effects:
        if moving and isinstance(effect, t.Require):
            option.ask(replace_cells(effect.condition, option.bound), effect.reason)
            continue
        stored = option.bound.get(effect.region) if isinstance(effect, t.Put) else None
        if not isinstance(effect, t.Put) or replace_cells(effect.value, option.bound) != stored:
            moving = False
        kept.append(effect)
    option.effects = kept


def joint(option: DraftOption) -> None:
    """Later parameters and the guard speak of earlier ones as locals, not as cells: nothing is stored yet."""
    chosen = option.bound
    option.parameters = [replace_cells(parameter, chosen) for parameter in option.parameters]
    option.guard = [(replace_cells(term, chosen), reason) for term, reason in option.guard]


def choose(
    flow: Flow,
    node: tree.Choose,
    scope: Scope,
    place: Spot,
    statement: tree.Node,
    if_possible: bool,
    skipped: list[End],
) -> Scope:
    """A decision; it joins the decision before it when nothing happens between them."""
    if isinstance(node.pick, tree.PickSome) and node.pick.form == "all":
        scope, effects = everything(flow, node, node.pick, scope, place)
        flow.pen.effects(effects, flow.origin(place, statement))
        return scope
    option = flow.pen.tail
    you = (scope.doer or who_acts(scope, node.span, choosing=True)).term
    if if_possible or not isinstance(option, DraftOption) or not is_open(flow, option, you):
        drawn = flow.decision(flow.origin(place, statement), place)
        drawn.actor = you
        if if_possible:
            skipped.append(drawn.tie_otherwise)
        option = new_option(flow, drawn, place.action, statement, place)
    scope = pick(flow, node, scope, place, option, flow.origin(place, statement))
    if if_possible:
        as_many_as_possible(option)
    return scope


def as_many_as_possible(option: DraftOption) -> None:
    """`choose 2 Ships ... if possible`: as many as there are."""
    parameter = option.parameters[-1]
    if parameter.form == "some" and parameter.fewest is not None and parameter.most is not None:
        where = t.Const(1) if parameter.where is None else parameter.where
        here = t.Local(parameter.name)
        amount: Term = t.Const(1)
        if parameter.elements == "token":
            amount = t.TokenCount(t.VarietyOf(here), t.PlaceOf(here))
        count = t.SumIn(parameter.name, parameter.domain, either(where, amount, t.Const(0)))
        fewest, most = least(parameter.fewest, count), least(parameter.most, count)
        option.parameters[-1] = replace(parameter, fewest=fewest, most=most)
        option.ask(t.Compare(">=", count, t.Const(1)))


def new_option(flow: Flow, node: DraftNode, name: str, statement: tree.Node, place: Spot) -> DraftOption:
    """One more edge out of a decision; drawing goes on from it."""
    option = DraftOption(name, flow.origin(place, statement), actor=node.actor)
    option.is_named = place.is_named or name != place.action
    option.written = flow.written.get(place.action, "")
    node.options.append(option)
    flow.pen.go_on(option.tie, tail=option)
    return option


def is_open(flow: Flow, option: DraftOption, you: Term) -> bool:
    """Can one more choice join this option? Only if nothing has happened since its last one."""
    if (
        flow.pen.rest
        or option.role == "pass"
        or (option.actor != you and option.bound.get(_region(you)) != option.actor)
    ):
        return False
    return all(isinstance(effect, t.Put) and effect.region in option.bound for effect in option.effects)


def pass_option(flow: Flow, node: DraftNode, statement: tree.Node, place: Spot) -> list[End]:
    """The option not to."""
    option = DraftOption("nothing", flow.origin(place, statement), "pass", actor=node.actor)
    node.options.append(option)
    return [option.tie]


def call_name(call: tree.Call, others: Sequence[str]) -> str:
    """What doing an action is called: by its name, and by what is given to it (`Buy 2`) where others have that name."""
    if others.count(call.name.text) < 2:
        return call.name.text
    said = tree.NumberLiteral | tree.BareName
    given = [argument.value.span.text for argument in call.arguments if isinstance(argument.value, said)]
    return " ".join((call.name.text, *given))


def option_name(statements: Sequence[tree.Statement], place: Spot, others: Sequence[str] = ()) -> str:
    """What an option is called: the first action it does, or the action it belongs to; where it belongs to none, by
    its own words."""
    for statement in statements:
        if isinstance(statement, tree.Simple):
            first = statement.sentences[0]
            deed = first.deed if isinstance(first, tree.By) else first
            if isinstance(deed, tree.Call):
                return call_name(deed, others)
            if isinstance(deed, tree.DoAction) and isinstance(deed.what, tree.BareName):
                return deed.what.word.text
            if isinstance(deed, tree.DoAction) and isinstance(deed.what, tree.OfThing | tree.Yours):
                return noun_text(deed.what.noun)
        break
    if place.action[:1].islower() and statements:
        return " ".join(statements[0].span.text.split())
    return place.action


def window_names(flow: Flow) -> list[str]:
    """What the windows are called by what they do; those of texts are called by their text."""
    return [
        window.placed.text.name.text
        if window.placed.text is not None
        else option_name(window.node.body.statements, Spot(window.placed, "window", is_named=False))
        for window in flow.windows
    ]


def _region(term: Term) -> str:
    return term.region if isinstance(term, t.Cell) else ""
