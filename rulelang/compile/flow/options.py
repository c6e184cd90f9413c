"""Decisions and the edges out of them: `choose a Ship`, and what an option is called."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.flow.choices import everything, pick
from rulelang.compile.flow.drafts import DraftNode, DraftOption, End
from rulelang.compile.meaning.phrases import who_acts
from rulelang.compile.scope import Scope
from rulelang.graph import terms as t
from rulelang.graph.build import either, least
from rulelang.graph.terms import Term
from rulelang.rulebook.naming import noun_text
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace


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


def option_name(statements: Sequence[tree.Statement], place: Spot) -> str:
    """What an option is called: the first action it does, or the action it belongs to; where it belongs to none, by
    its own words."""
    for statement in statements:
        if isinstance(statement, tree.Simple):
            first = statement.sentences[0]
            deed = first.deed if isinstance(first, tree.By) else first
            if isinstance(deed, tree.Call):
                return deed.name.text
            if isinstance(deed, tree.DoAction) and isinstance(deed.what, tree.BareName):
                return deed.what.word.text
            if isinstance(deed, tree.DoAction) and isinstance(deed.what, tree.OfThing | tree.Yours):
                return noun_text(deed.what.noun)
        break
    if place.action[:1].islower() and statements:
        return " ".join(statements[0].span.text.split())
    return place.action


def _region(term: Term) -> str:
    return term.region if isinstance(term, t.Cell) else ""
