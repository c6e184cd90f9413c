"""Builds sentences, blocks, loops and choices."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.registry import builds, number, optional_number, optional_word, singular, whole, word

Options = tuple[tree.OptionCall | tree.OptionNamed, ...]
HowMany = Literal["one", "up to", "any"]
Form = Literal["turn", "random", "ranking", "secret"]


# ---------------------------------------------------------- blocks and lines
@builds("block")
def block(statements: tuple[tree.Statement, ...] = (), inline: tree.Statement | None = None) -> tree.Block:
    inside = statements if inline is None else (inline,)
    return tree.Block(inside, span=inside[0].span.merge(inside[-1].span))


@builds("simple")
def simple(
    span: Span, sentences: tuple[tree.By | tree.Deed, ...], possible: Token | None = None, cite: tree.Cite | None = None
) -> tree.Simple:
    return tree.Simple(sentences, possible is not None, cite, span=span)


@builds("by")
def by(span: Span, person: tree.Phrase, deed: tree.Deed) -> tree.By:
    return tree.By(person, deed, span=span)


@builds("branch")
def branch(
    span: Span, cond: tree.Condition, blocks: tuple[tree.Block, ...], else_ifs: tuple[tree.Arm, ...] = ()
) -> tree.Branch:
    body, *otherwise = blocks
    first = tree.Arm(cond, body, span=Span(span.source, span.start, body.span.end))
    return tree.Branch((first, *else_ifs), otherwise[0] if otherwise else None, span=span)


@builds("else_if")
def else_if(span: Span, cond: tree.Condition, block: tree.Block) -> tree.Arm:
    return tree.Arm(cond, block, span=span)


@builds("for_each")
def for_each(
    span: Span,
    block: tree.Block,
    set_: tree.SetPhrase | None = None,
    name: Token | None = None,
    ranking: tree.Ranking | None = None,
) -> tree.ForEach:
    domain = set_ or optional_word(name, span)
    assert domain is not None
    return tree.ForEach(domain, ranking, block, span=span)


@builds("how_often")
def how_often(span: Span, int_: Token | None = None, value: tree.Value | None = None) -> tree.Value:
    if value is not None:
        return value
    assert int_ is not None
    return number(int_, span)


@builds("repeat")
def repeat(span: Span, how_often: tree.Value, block: tree.Block, up: Token | None = None) -> tree.Repeat:
    return tree.Repeat(how_often, up is not None, block, span=span)


@builds("repeat_while")
def repeat_while(span: Span, int_: Token, cond: tree.Condition, block: tree.Block) -> tree.RepeatWhile:
    return tree.RepeatWhile(whole(int_), cond, block, span=span)


@builds("loop")
def loop(
    span: Span,
    block: tree.Block,
    int_: Token | None = None,
    turn: Token | None = None,
    person: tree.Phrase | None = None,
    cond: tree.Condition | None = None,
) -> tree.Loop:
    return tree.Loop(optional_number(int_), "turn" if turn else "round", person, cond, block, span=span)


@builds("each_player")
def each_player(
    span: Span,
    block: tree.Block,
    other: Token | None = None,
    seating: tree.Seating | None = None,
    takes: Token | None = None,
) -> tree.EachPlayer:
    return tree.EachPlayer(other is not None, seating, takes is not None, block, span=span)


@builds("turn_of")
def turn_of(span: Span, person: tree.Phrase, block: tree.Block) -> tree.TurnOf:
    return tree.TurnOf(person, block, span=span)


@builds("phase")
def phase(span: Span, name: Token, block: tree.Block, cite: tree.Cite | None = None) -> tree.Phase:
    return tree.Phase(word(name, span), cite, block, span=span)


@builds("seating")
def seating(
    span: Span,
    reverse: Token | None = None,
    person: tree.Phrase | None = None,
    random: Token | None = None,
    ranking: tree.Ranking | None = None,
    secretly: Token | None = None,
) -> tree.Seating:
    form: Form = "secret" if secretly else "random" if random else "ranking" if ranking else "turn"
    return tree.Seating(form, reverse is not None, person, ranking, span=span)


# ------------------------------------------------------------------- choices
@builds("menu")
def menu(
    span: Span,
    options: Options,
    one: Token | None = None,
    int_: Token | None = None,
    possible: Token | None = None,
    cite: tree.Cite | None = None,
) -> tree.ChooseMenu:
    form: HowMany = "one" if one else "up to" if int_ else "any"
    return tree.ChooseMenu(None, form, optional_number(int_), possible is not None, options, cite, span=span)


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


@builds("option_named")
def option_named(span: Span, name: Token, block: tree.Block, cite: tree.Cite | None = None) -> tree.OptionNamed:
    return tree.OptionNamed(word(name, span), cite, block, span=span)


@builds("may")
def may(
    span: Span,
    person: tree.Phrase,
    block: tree.Block | None = None,
    simple: tree.Simple | None = None,
    menu: tree.ChooseMenu | None = None,
) -> tree.May:
    body = block or simple or menu
    assert body is not None
    return tree.May(person, body, span=span)


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


@builds("pick_value")
def pick_value(span: Span, name: Token, arguments: tuple[tree.Argument, ...] = ()) -> tree.PickValue:
    return tree.PickValue(word(name, span), arguments, span=span)


@builds("pick_number")
def pick_number(span: Span, sums: tuple[tree.Value, ...], cond: tree.Condition | None = None) -> tree.PickNumber:
    low, high = sums
    return tree.PickNumber(low, high, cond, span=span)


@builds("quantity")
def quantity(
    span: Span, set_: tree.SetPhrase, int_: Token | None = None, value: tree.Value | None = None
) -> tree.Quantity:
    return tree.Quantity(optional_number(int_), value, set_, span=span)


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


@builds("destination")
def destination(
    span: Span,
    pointer: tree.Pointer | None = None,
    phrase: tree.Phrase | None = None,
    top: Token | None = None,
    bottom: Token | None = None,
) -> tree.Destination:
    place = pointer or phrase
    assert place is not None
    return tree.Destination(place, "top" if top else "bottom" if bottom else None, span=span)


# --------------------------------------------------------------------- deeds
@builds("choose")
def choose(span: Span, pick: tree.Pick, name: Token | None = None) -> tree.Choose:
    return tree.Choose(pick, optional_word(name, span), span=span)


@builds("gain")
def gain(span: Span, amount: tree.Amount | tree.AmountBundle) -> tree.Gain:
    return tree.Gain(amount, span=span)


@builds("lose")
def lose(span: Span, amount: tree.Amount | tree.AmountBundle) -> tree.Lose:
    return tree.Lose(amount, span=span)


@builds("pay")
def pay(span: Span, amount: tree.Amount | tree.AmountBundle, person: tree.Phrase | None = None) -> tree.Pay:
    return tree.Pay(amount, person, span=span)


@builds("move")
def move(
    span: Span,
    destination: tree.Destination,
    pointer: tree.Pointer | None = None,
    quantity: tree.Quantity | None = None,
    face: tree.Face | None = None,
) -> tree.Move:
    what = pointer or quantity
    assert what is not None
    return tree.Move(what, destination, face, span=span)


@builds("draw")
def draw(span: Span, quantity: tree.Quantity, destination: tree.Destination) -> tree.Draw:
    return tree.Draw(quantity, destination, span=span)


@builds("shuffle")
def shuffle(span: Span, phrase: tree.Phrase) -> tree.Shuffle:
    return tree.Shuffle(phrase, span=span)


@builds("roll")
def roll(span: Span, pointer: tree.Pointer | None = None, set_: tree.SetPhrase | None = None) -> tree.Roll:
    what = pointer or set_
    assert what is not None
    return tree.Roll(what, span=span)


@builds("turn_over")
def turn_over(
    span: Span, face: tree.Face, pointer: tree.Pointer | None = None, set_: tree.SetPhrase | None = None
) -> tree.TurnOver:
    what = pointer or set_
    assert what is not None
    return tree.TurnOver(what, face, span=span)


@builds("swap")
def swap(span: Span, end_ofs: tuple[tree.Phrase | tree.NthOf, ...]) -> tree.Swap:
    first, second = end_ofs
    return tree.Swap(first, second, span=span)


@builds("show")
def show(span: Span, pointer: tree.Pointer, person: tree.Phrase) -> tree.Show:
    return tree.Show(pointer, person, span=span)


@builds("remember")
def remember(span: Span, value: tree.Value, name: Token) -> tree.Remember:
    return tree.Remember(value, word(name, span), span=span)


@builds("add")
def add(span: Span, value: tree.Value, phrase: tree.Phrase) -> tree.Add:
    return tree.Add(value, phrase, span=span)


@builds("clear")
def clear(span: Span, phrase: tree.Phrase) -> tree.Clear:
    return tree.Clear(phrase, span=span)


@builds("become")
def become(span: Span, value: tree.Value, not_: Token | None = None) -> tree.Become:
    return tree.Become(not_ is not None, value, span=span)


@builds("win")
def win(span: Span) -> tree.Win:
    return tree.Win(span=span)


@builds("leave")
def leave(span: Span) -> tree.Leave:
    return tree.Leave(span=span)


@builds("reverse")
def reverse_turn_order(span: Span) -> tree.ReverseTurnOrder:
    return tree.ReverseTurnOrder(span=span)


@builds("everybody", "nobody")
def shared_end(span: Span, everybody: Token | None = None) -> tree.SharedEnd:
    return tree.SharedEnd(everybody is not None, span=span)


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


@builds("end")
def end(span: Span, scope: tree.Scope) -> tree.Stop:
    return tree.Stop(scope, span=span)


@builds("game_ends")
def game_ends(span: Span, scope: tree.Scope | None = None) -> tree.EndNow | tree.EndAfter:
    return tree.EndAfter(scope, span=span) if scope else tree.EndNow(span=span)


@builds("only")
def only(span: Span, cond: tree.Condition) -> tree.Guard:
    return tree.Guard(cond, span=span)


@builds("do")
def do(span: Span, term: tree.Term | None = None) -> tree.DoAction:
    return tree.DoAction(term, span=span)
