"""Builds sentences, blocks, loops and choices."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree.build.registry import builds, number, optional_number, optional_word, singular, whole, word
from rulelang.tree.nodes import (
    Add,
    Amount,
    AmountBundle,
    Argument,
    Arm,
    Become,
    Block,
    Branch,
    By,
    Call,
    Choose,
    ChooseMenu,
    Cite,
    Clear,
    Condition,
    CountOf,
    Deed,
    Destination,
    DoAction,
    Draw,
    EachPlayer,
    EndAfter,
    EndNow,
    Face,
    ForEach,
    Gain,
    Guard,
    Leave,
    Loop,
    Lose,
    May,
    Move,
    NthOf,
    OptionCall,
    OptionNamed,
    Pay,
    Phase,
    Phrase,
    Pick,
    PickNumber,
    PickOne,
    PickSome,
    PickValue,
    Pointer,
    Quantity,
    Ranking,
    Remember,
    Repeat,
    RepeatWhile,
    ReverseTurnOrder,
    Roll,
    Scope,
    Seating,
    SetPhrase,
    SharedEnd,
    Show,
    Shuffle,
    Simple,
    Statement,
    Stop,
    Swap,
    Term,
    Times,
    TurnOf,
    TurnOver,
    Value,
    Win,
)

Options = tuple[OptionCall | OptionNamed, ...]
HowMany = Literal["one", "up to", "any"]
Form = Literal["turn", "random", "ranking", "secret"]


# ---------------------------------------------------------- blocks and lines
@builds("block")
def block(statements: tuple[Statement, ...] = (), inline: Statement | None = None) -> Block:
    inside = statements if inline is None else (inline,)
    return Block(inside, span=inside[0].span.merge(inside[-1].span))


@builds("simple")
def simple(
    span: Span, sentences: tuple[By | Deed, ...], possible: Token | None = None, cite: Cite | None = None
) -> Simple:
    return Simple(sentences, possible is not None, cite, span=span)


@builds("by")
def by(span: Span, person: Phrase, deed: Deed) -> By:
    return By(person, deed, span=span)


@builds("branch")
def branch(span: Span, cond: Condition, blocks: tuple[Block, ...], else_ifs: tuple[Arm, ...] = ()) -> Branch:
    body, *otherwise = blocks
    first = Arm(cond, body, span=Span(span.source, span.start, body.span.end))
    return Branch((first, *else_ifs), otherwise[0] if otherwise else None, span=span)


@builds("else_if")
def else_if(span: Span, cond: Condition, block: Block) -> Arm:
    return Arm(cond, block, span=span)


@builds("for_each")
def for_each(
    span: Span, block: Block, set_: SetPhrase | None = None, name: Token | None = None, ranking: Ranking | None = None
) -> ForEach:
    domain = set_ or optional_word(name, span)
    assert domain is not None
    return ForEach(domain, ranking, block, span=span)


@builds("how_often")
def how_often(span: Span, int_: Token | None = None, value: Value | None = None) -> Value:
    if value is not None:
        return value
    assert int_ is not None
    return number(int_, span)


@builds("repeat")
def repeat(span: Span, how_often: Value, block: Block, up: Token | None = None) -> Repeat:
    return Repeat(how_often, up is not None, block, span=span)


@builds("repeat_while")
def repeat_while(span: Span, int_: Token, cond: Condition, block: Block) -> RepeatWhile:
    return RepeatWhile(whole(int_), cond, block, span=span)


@builds("loop")
def loop(
    span: Span,
    block: Block,
    int_: Token | None = None,
    turn: Token | None = None,
    person: Phrase | None = None,
    cond: Condition | None = None,
) -> Loop:
    return Loop(optional_number(int_), "turn" if turn else "round", person, cond, block, span=span)


@builds("each_player")
def each_player(
    span: Span,
    block: Block,
    other: Token | None = None,
    seating: Seating | None = None,
    takes: Token | None = None,
) -> EachPlayer:
    return EachPlayer(other is not None, seating, takes is not None, block, span=span)


@builds("turn_of")
def turn_of(span: Span, person: Phrase, block: Block) -> TurnOf:
    return TurnOf(person, block, span=span)


@builds("phase")
def phase(span: Span, name: Token, block: Block, cite: Cite | None = None) -> Phase:
    return Phase(word(name, span), cite, block, span=span)


@builds("seating")
def seating(
    span: Span,
    reverse: Token | None = None,
    person: Phrase | None = None,
    random: Token | None = None,
    ranking: Ranking | None = None,
    secretly: Token | None = None,
) -> Seating:
    form: Form = "secret" if secretly else "random" if random else "ranking" if ranking else "turn"
    return Seating(form, reverse is not None, person, ranking, span=span)


# ------------------------------------------------------------------- choices
@builds("menu")
def menu(
    span: Span,
    options: Options,
    one: Token | None = None,
    int_: Token | None = None,
    possible: Token | None = None,
    cite: Cite | None = None,
) -> ChooseMenu:
    form: HowMany = "one" if one else "up to" if int_ else "any"
    return ChooseMenu(None, form, optional_number(int_), possible is not None, options, cite, span=span)


@builds("menu_of")
def menu_of(span: Span, person: Phrase, menu: ChooseMenu) -> ChooseMenu:
    return replace(menu, actor=person, span=span)


@builds("option_call")
def option_call(span: Span, name: Token, arguments: tuple[Argument, ...] = (), cite: Cite | None = None) -> OptionCall:
    end = arguments[-1].span.end if arguments else name.end
    called = Call(word(name, span), arguments, span=Span(span.source, span.start, end))
    return OptionCall(called, cite, span=span)


@builds("option_named")
def option_named(span: Span, name: Token, block: Block, cite: Cite | None = None) -> OptionNamed:
    return OptionNamed(word(name, span), cite, block, span=span)


@builds("may")
def may(
    span: Span,
    person: Phrase,
    block: Block | None = None,
    simple: Simple | None = None,
    menu: ChooseMenu | None = None,
) -> May:
    body = block or simple or menu
    assert body is not None
    return May(person, body, span=span)


# --------------------------------------------------------- picks, quantities
@builds("pick_set")
def pick_set(
    span: Span,
    set_: SetPhrase,
    int_: Token | None = None,
    any_: Token | None = None,
    another: Token | None = None,
    one: Token | None = None,
) -> PickOne | PickSome:
    if int_ or any_:
        return PickSome("at least" if int_ else "any", optional_number(int_), None, set_, span=span)
    return PickOne("another" if another else "one of" if one else "a", set_, span=span)


@builds("pick_quantity")
def pick_quantity(span: Span, quantity: Quantity, up: Token | None = None) -> PickSome:
    counted = quantity.count is not None or quantity.value is not None
    form: Literal["exactly", "any", "up to", "all"] = "exactly" if counted else "all"
    if up:
        form = "up to" if counted else "any"
    return PickSome(form, quantity.count, quantity.value, quantity.set, span=span)


@builds("pick_value")
def pick_value(span: Span, name: Token, arguments: tuple[Argument, ...] = ()) -> PickValue:
    return PickValue(word(name, span), arguments, span=span)


@builds("pick_number")
def pick_number(span: Span, sums: tuple[Value, ...], cond: Condition | None = None) -> PickNumber:
    low, high = sums
    return PickNumber(low, high, cond, span=span)


@builds("quantity")
def quantity(span: Span, set_: SetPhrase, int_: Token | None = None, value: Value | None = None) -> Quantity:
    return Quantity(optional_number(int_), value, set_, span=span)


@builds("amount")
def amount(
    span: Span,
    name: Token | None = None,
    int_: Token | None = None,
    value: Value | None = None,
    phrase: Phrase | None = None,
    set_: SetPhrase | None = None,
) -> Amount | AmountBundle:
    if name is None:
        assert phrase is not None
        return AmountBundle(phrase, span=span)
    if set_ is None or int_ is None:
        return Amount(word(name, span), optional_number(int_), value, phrase, span=span)
    # So much for each thing of a set is as much as the number of these things, times that.
    counted: Value = CountOf(set_, span=set_.span)
    each = number(int_, span)
    return Amount(word(name, span), None, counted if each.value == 1 else Times(each, counted, span=span), span=span)


@builds("destination")
def destination(
    span: Span,
    pointer: Pointer | None = None,
    phrase: Phrase | None = None,
    top: Token | None = None,
    bottom: Token | None = None,
) -> Destination:
    place = pointer or phrase
    assert place is not None
    return Destination(place, "top" if top else "bottom" if bottom else None, span=span)


# --------------------------------------------------------------------- deeds
@builds("choose")
def choose(span: Span, pick: Pick, name: Token | None = None) -> Choose:
    return Choose(pick, optional_word(name, span), span=span)


@builds("gain")
def gain(span: Span, amount: Amount | AmountBundle) -> Gain:
    return Gain(amount, span=span)


@builds("lose")
def lose(span: Span, amount: Amount | AmountBundle) -> Lose:
    return Lose(amount, span=span)


@builds("pay")
def pay(span: Span, amount: Amount | AmountBundle, person: Phrase | None = None) -> Pay:
    return Pay(amount, person, span=span)


@builds("move")
def move(
    span: Span,
    destination: Destination,
    pointer: Pointer | None = None,
    quantity: Quantity | None = None,
    face: Face | None = None,
) -> Move:
    what = pointer or quantity
    assert what is not None
    return Move(what, destination, face, span=span)


@builds("draw")
def draw(span: Span, quantity: Quantity, destination: Destination) -> Draw:
    return Draw(quantity, destination, span=span)


@builds("shuffle")
def shuffle(span: Span, phrase: Phrase) -> Shuffle:
    return Shuffle(phrase, span=span)


@builds("roll")
def roll(span: Span, pointer: Pointer | None = None, set_: SetPhrase | None = None) -> Roll:
    what = pointer or set_
    assert what is not None
    return Roll(what, span=span)


@builds("turn_over")
def turn_over(span: Span, face: Face, pointer: Pointer | None = None, set_: SetPhrase | None = None) -> TurnOver:
    what = pointer or set_
    assert what is not None
    return TurnOver(what, face, span=span)


@builds("swap")
def swap(span: Span, end_ofs: tuple[Phrase | NthOf, ...]) -> Swap:
    first, second = end_ofs
    return Swap(first, second, span=span)


@builds("show")
def show(span: Span, pointer: Pointer, person: Phrase) -> Show:
    return Show(pointer, person, span=span)


@builds("remember")
def remember(span: Span, value: Value, name: Token) -> Remember:
    return Remember(value, word(name, span), span=span)


@builds("add")
def add(span: Span, value: Value, phrase: Phrase) -> Add:
    return Add(value, phrase, span=span)


@builds("clear")
def clear(span: Span, phrase: Phrase) -> Clear:
    return Clear(phrase, span=span)


@builds("become")
def become(span: Span, value: Value, not_: Token | None = None) -> Become:
    return Become(not_ is not None, value, span=span)


@builds("win")
def win(span: Span) -> Win:
    return Win(span=span)


@builds("leave")
def leave(span: Span) -> Leave:
    return Leave(span=span)


@builds("reverse")
def reverse_turn_order(span: Span) -> ReverseTurnOrder:
    return ReverseTurnOrder(span=span)


@builds("everybody", "nobody")
def shared_end(span: Span, everybody: Token | None = None) -> SharedEnd:
    return SharedEnd(everybody is not None, span=span)


@builds("scope")
def scope(
    turn: Token | None = None,
    round_: Token | None = None,
    game: Token | None = None,
    phase: Token | None = None,
) -> Scope:
    token = turn or round_ or game or phase
    assert token is not None
    return cast(Scope, singular(token))


@builds("end")
def end(span: Span, scope: Scope) -> Stop:
    return Stop(scope, span=span)


@builds("game_ends")
def game_ends(span: Span, scope: Scope | None = None) -> EndNow | EndAfter:
    return EndAfter(scope, span=span) if scope else EndNow(span=span)


@builds("only")
def only(span: Span, cond: Condition) -> Guard:
    return Guard(cond, span=span)


@builds("do")
def do(span: Span, term: Term | None = None) -> DoAction:
    return DoAction(term, span=span)
