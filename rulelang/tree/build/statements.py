"""Builds sentences, blocks, loops and choices."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.registry import builds, made_of, number, optional_number, said, singular, word

Options = tuple[tree.OptionCall | tree.OptionNamed, ...]
Form = Literal["turn", "random", "ranking", "secret"]


# ---------------------------------------------------------- blocks and lines
@builds("block")
def block(statements: tuple[tree.Statement, ...] = (), inline: tree.Statement | None = None) -> tree.Block:
    inside = statements if inline is None else (inline,)
    return tree.Block(inside, span=inside[0].span.merge(inside[-1].span))


made_of("simple", tree.Simple, "sentences", "possible!", "cite?")
made_of("by", tree.By, "person", "deed")


@builds("branch")
def branch(
    span: Span, cond: tree.Condition, blocks: tuple[tree.Block, ...], else_ifs: tuple[tree.Arm, ...] = ()
) -> tree.Branch:
    body, *otherwise = blocks
    first = tree.Arm(cond, body, span=Span(span.source, span.start, body.span.end))
    return tree.Branch((first, *else_ifs), otherwise[0] if otherwise else None, span=span)


made_of("else_if", tree.Arm, "cond", "block")
made_of("for_each", tree.ForEach, "set_|name|player", "ranking?", "block")


@builds("how_often")
def how_often(span: Span, int_: Token | None = None, value: tree.Value | None = None) -> tree.Value:
    if value is not None:
        return value
    assert int_ is not None
    return number(int_, span)


made_of("repeat", tree.Repeat, "how_often", "up!", "block")
made_of("repeat_while", tree.RepeatWhile, "int_", "cond", "block")
made_of("loop", tree.Loop, "int_?", said("round", turn="turn"), "person?", "cond?", "block")


made_of("each_player", tree.EachPlayer, "other!", "seating?", "takes!", "block")
made_of("turn_of", tree.TurnOf, "person", "block")
made_of("phase", tree.Phase, "name", "cite?", "block")
made_of(
    "seating",
    tree.Seating,
    said("turn", secretly="secret", random="random", ranking="ranking"),
    "reverse!",
    "person?",
    "ranking?",
)


# ------------------------------------------------------------------- choices
made_of(
    "menu",
    tree.ChooseMenu,
    said(None),
    said("any", one="one", int_="up to"),
    "int_?",
    "possible!",
    "options",
    "cite?",
)


@builds("menu_of")
def menu_of(span: Span, person: tree.Phrase, menu: tree.ChooseMenu) -> tree.ChooseMenu:
    return replace(menu, actor=person, span=span)


@builds("option_call")
def option_call(
    span: Span, name: Token, arguments: tuple[tree.Argument, ...] = (), cite: tree.Cite | None = None
) -> tree.OptionCall:
    end = arguments[-1].span.end if arguments else name.end
    called = tree.Call(word(name, span), arguments, span=Span(span.source, span.start, end))
    return tree.OptionCall(called, cite, span=span)


made_of("option_named", tree.OptionNamed, "name", "cite?", "block")
made_of("may", tree.May, "person", "block|simple|menu")


# --------------------------------------------------------- picks, quantities
@builds("pick_set")
def pick_set(
    span: Span,
    set_: tree.SetPhrase,
    int_: Token | None = None,
    any_: Token | None = None,
    another: Token | None = None,
    one: Token | None = None,
) -> tree.PickOne | tree.PickSome:
    if int_ or any_:
        return tree.PickSome("at least" if int_ else "any", optional_number(int_), None, set_, span=span)
    return tree.PickOne("another" if another else "one of" if one else "a", set_, span=span)


@builds("pick_quantity")
def pick_quantity(span: Span, quantity: tree.Quantity, up: Token | None = None) -> tree.PickSome:
    counted = quantity.count is not None or quantity.value is not None
    form: Literal["exactly", "any", "up to", "all"] = "exactly" if counted else "all"
    if up:
        form = "up to" if counted else "any"
    return tree.PickSome(form, quantity.count, quantity.value, quantity.set, span=span)


made_of("pick_value", tree.PickValue, "name", "arguments*")
made_of("pick_number", tree.PickNumber, "sums..", "cond?")


made_of("quantity", tree.Quantity, "int_?", "value?", "set_")


@builds("amount")
def amount(
    span: Span,
    name: Token | None = None,
    int_: Token | None = None,
    value: tree.Value | None = None,
    phrase: tree.Phrase | None = None,
    set_: tree.SetPhrase | None = None,
) -> tree.Amount | tree.AmountBundle:
    if name is None:
        assert phrase is not None
        return tree.AmountBundle(phrase, span=span)
    if set_ is None or int_ is None:
        return tree.Amount(word(name, span), optional_number(int_), value, phrase, span=span)
    # So much for each thing of a set is as much as the number of these things, times that.
    counted: tree.Value = tree.CountOf(set_, span=set_.span)
    each = number(int_, span)
    return tree.Amount(
        word(name, span), None, counted if each.value == 1 else tree.Times(each, counted, span=span), span=span
    )


made_of("destination", tree.Destination, "pointer|phrase", said(None, top="top", bottom="bottom"))


# --------------------------------------------------------------------- deeds
made_of("choose", tree.Choose, "pick", "name?")
made_of("gain", tree.Gain, "amount")
made_of("lose", tree.Lose, "amount")
made_of("pay", tree.Pay, "amount", "person?")
made_of("move", tree.Move, "pointer|quantity", "destination", "face?")
made_of("draw", tree.Draw, "quantity", "destination")
made_of("shuffle", tree.Shuffle, "phrase")
made_of("roll", tree.Roll, "pointer|set_")
made_of("turn_over", tree.TurnOver, "pointer|set_", "face")
made_of("swap", tree.Swap, "end_of", "other_end")


made_of("show", tree.Show, "pointer", "person")
made_of("remember", tree.Remember, "value", "name")
made_of("add", tree.Add, "value", "phrase")
made_of("clear", tree.Clear, "phrase")
made_of("become", tree.Become, "not_!", "value")
made_of("win", tree.Win)
made_of("leave", tree.Leave)
made_of("reverse", tree.ReverseTurnOrder)
made_of("everybody", tree.SharedEnd, said(True))
made_of("nobody", tree.SharedEnd, said(False))


@builds("scope")
def scope(
    turn: Token | None = None,
    round_: Token | None = None,
    game: Token | None = None,
    phase: Token | None = None,
) -> tree.Scope:
    token = turn or round_ or game or phase
    assert token is not None
    return cast(tree.Scope, singular(token))


made_of("end", tree.Stop, "scope")


@builds("game_ends")
def game_ends(span: Span, scope: tree.Scope | None = None) -> tree.EndNow | tree.EndAfter:
    return tree.EndAfter(scope, span=span) if scope else tree.EndNow(span=span)


made_of("only", tree.Guard, "cond")
made_of("do", tree.DoAction, "term?")
