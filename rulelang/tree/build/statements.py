"""Builds sentences, blocks, loops and choices."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree.build.registry import builds, number, optional_number, optional_word, singular, word
from rulelang.tree.nodes import (
    Add,
    After,
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
    Deed,
    Destination,
    Do,
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
    TurnOf,
    TurnOver,
    Value,
    Win,
)

Options = tuple[OptionCall | OptionNamed, ...]
Menu = tuple[Literal["one", "up to", "any"], int | None]


# ---------------------------------------------------------- blocks and lines
@builds("block")
def block(statements: tuple[Statement, ...] = (), inline: Statement | None = None) -> Block:
    inside = statements if inline is None else (inline,)
    return Block(inside, span=inside[0].span.merge(inside[-1].span))


@builds("simple")
def simple(
    span: Span, sentences: tuple[By | Deed, ...], possible: bool | None = None, cite: Cite | None = None
) -> Simple:
    return Simple(sentences, bool(possible), cite, span=span)


@builds("possible", "takes_turn")
def said() -> bool:
    return True


@builds("by")
def by(span: Span, deed: Deed, phrase: Phrase | None = None, after_of: After | None = None) -> By:
    actor = phrase or after_of
    assert actor is not None
    return By(actor, deed, span=span)


@builds("branch")
def branch(span: Span, cond: Condition, blocks: tuple[Block, ...], else_ifs: tuple[Arm, ...] = ()) -> Branch:
    body, *otherwise = blocks
    first = Arm(cond, body, span=Span(span.source, span.start, body.span.end))
    return Branch((first, *else_ifs), otherwise[0] if otherwise else None, span=span)


@builds("else_if")
def else_if(span: Span, cond: Condition, block: Block) -> Arm:
    return Arm(cond, block, span=span)


@builds("foreach")
def foreach(
    span: Span, block: Block, set_: SetPhrase | None = None, name: Token | None = None, order: Ranking | None = None
) -> ForEach:
    domain = set_ or optional_word(name, span)
    assert domain is not None
    return ForEach(domain, order, block, span=span)


@builds("order")
def order(ranking: Ranking) -> Ranking:
    return ranking


@builds("how_often")
def how_often(span: Span, int_: Token | None = None, value: Value | None = None) -> Value:
    if value is not None:
        return value
    assert int_ is not None
    return number(int_, span)


@builds("repeat")
def repeat(span: Span, how_often: Value, block: Block) -> Repeat:
    return Repeat(how_often, False, block, span=span)


@builds("repeat_up_to")
def repeat_up_to(span: Span, how_often: Value, block: Block) -> Repeat:
    return Repeat(how_often, True, block, span=span)


@builds("repeat_while")
def repeat_while(span: Span, int_: Token, cond: Condition, block: Block) -> RepeatWhile:
    return RepeatWhile(int(int_.text), cond, block, span=span)


@builds("loop")
def loop(
    span: Span,
    block: Block,
    int_: Token | None = None,
    turn: Token | None = None,
    phrase: Phrase | None = None,
    cond: Condition | None = None,
) -> Loop:
    return Loop(optional_number(int_), "turn" if turn else "round", phrase, cond, block, span=span)


@builds("each_player")
def each_player(
    span: Span,
    block: Block,
    other: Token | None = None,
    seating: Seating | None = None,
    takes_turn: bool | None = None,
) -> EachPlayer:
    return EachPlayer(other is not None, seating, bool(takes_turn), block, span=span)


@builds("turn")
def turn(span: Span, phrase: Phrase, block: Block) -> TurnOf:
    return TurnOf(phrase, block, span=span)


@builds("phase")
def phase(span: Span, name: Token, block: Block, cite: Cite | None = None) -> Phase:
    return Phase(word(name, span), cite, block, span=span)


@builds("seating_turn")
def seating_turn(span: Span, reverse: Token | None = None, phrase: Phrase | None = None) -> Seating:
    return Seating("turn", reverse is not None, phrase, None, span=span)


@builds("seating_random")
def seating_random(span: Span) -> Seating:
    return Seating("random", False, None, None, span=span)


@builds("seating_ranking")
def seating_ranking(span: Span, ranking: Ranking) -> Seating:
    return Seating("ranking", False, None, ranking, span=span)


@builds("seating_secret")
def seating_secret(span: Span) -> Seating:
    return Seating("secret", False, None, None, span=span)


# ------------------------------------------------------------------- choices
@builds("branching")
def branching(
    span: Span, menu: Menu, options: Options, possible: bool | None = None, cite: Cite | None = None
) -> ChooseMenu:
    return ChooseMenu(None, *menu, bool(possible), options, cite, span=span)


@builds("choose_menu")
def choose_menu(span: Span, branching: ChooseMenu, phrase: Phrase | None = None) -> ChooseMenu:
    return branching if phrase is None else replace(branching, actor=phrase, span=span)


@builds("menu_one")
def menu_one() -> Menu:
    return "one", None


@builds("menu_up_to")
def menu_up_to(int_: Token) -> Menu:
    return "up to", int(int_.text)


@builds("menu_any")
def menu_any() -> Menu:
    return "any", None


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
    phrase: Phrase,
    block: Block | None = None,
    simple: Simple | None = None,
    branching: ChooseMenu | None = None,
) -> May:
    body = block or simple or branching
    assert body is not None
    return May(phrase, body, span=span)


# --------------------------------------------------------- picks, quantities
@builds("pick_one")
def pick_one(span: Span, set_: SetPhrase) -> PickOne:
    return PickOne("a", set_, span=span)


@builds("pick_another")
def pick_another(span: Span, set_: SetPhrase) -> PickOne:
    return PickOne("another", set_, span=span)


@builds("pick_one_of")
def pick_one_of(span: Span, set_: SetPhrase) -> PickOne:
    return PickOne("one of", set_, span=span)


@builds("pick_any")
def pick_any(span: Span, set_: SetPhrase) -> PickSome:
    return PickSome("any", None, None, set_, span=span)


@builds("pick_up_to")
def pick_up_to(span: Span, quantity: Quantity) -> PickSome:
    return PickSome("up to", quantity.count, quantity.value, quantity.set, span=span)


@builds("pick_exactly")
def pick_exactly(span: Span, quantity: Quantity) -> PickSome:
    return PickSome("exactly", quantity.count, quantity.value, quantity.set, span=span)


@builds("pick_at_least")
def pick_at_least(span: Span, int_: Token, set_: SetPhrase) -> PickSome:
    return PickSome("at least", int(int_.text), None, set_, span=span)


@builds("pick_value")
def pick_value(span: Span, name: Token, arguments: tuple[Argument, ...] = ()) -> PickValue:
    return PickValue(word(name, span), arguments, span=span)


@builds("pick_number")
def pick_number(span: Span, sums: tuple[Value, ...], cond: Condition | None = None) -> PickNumber:
    low, high = sums
    return PickNumber(low, high, cond, span=span)


@builds("quantity")
def quantity(span: Span, int_: Token, set_: SetPhrase) -> Quantity:
    return Quantity(int(int_.text), None, set_, span=span)


@builds("quantity_as")
def quantity_as(span: Span, set_: SetPhrase, value: Value) -> Quantity:
    return Quantity(None, value, set_, span=span)


@builds("quantity_all")
def quantity_all(span: Span, set_: SetPhrase) -> Quantity:
    return Quantity(None, None, set_, span=span)


@builds("amount")
def amount(span: Span, int_: Token, name: Token) -> Amount:
    return Amount(word(name, span), int(int_.text), None, span=span)


@builds("amount_as")
def amount_as(span: Span, name: Token, value: Value) -> Amount:
    return Amount(word(name, span), None, value, span=span)


@builds("amount_bundle")
def amount_bundle(span: Span, phrase: Phrase) -> AmountBundle:
    return AmountBundle(phrase, span=span)


@builds("destination")
def destination(span: Span, pointer: Pointer) -> Destination:
    return Destination(pointer, None, span=span)


@builds("destination_end")
def destination_end(span: Span, end_of: Token, phrase: Phrase) -> Destination:
    return Destination(phrase, cast(Literal["top", "bottom"], end_of.text), span=span)


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
def pay(span: Span, amount: Amount | AmountBundle, phrase: Phrase | None = None) -> Pay:
    return Pay(amount, phrase, span=span)


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
def roll(span: Span, phrase: Phrase | None = None, set_: SetPhrase | None = None) -> Roll:
    what = phrase or set_
    assert what is not None
    return Roll(what, span=span)


@builds("turn_over")
def turn_over(span: Span, face: Face, pointer: Pointer | None = None, set_: SetPhrase | None = None) -> TurnOver:
    what = pointer or set_
    assert what is not None
    return TurnOver(what, face, span=span)


@builds("swap")
def swap(span: Span, phrases: tuple[Phrase, ...]) -> Swap:
    first, second = phrases
    return Swap(first, second, span=span)


@builds("show")
def show(span: Span, pointer: Pointer, phrase: Phrase) -> Show:
    return Show(pointer, phrase, span=span)


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


@builds("shared_end")
def shared_end(span: Span, everybody: Token) -> SharedEnd:
    return SharedEnd(everybody.text == "everybody", span=span)


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


@builds("stop")
def stop(span: Span, scope: Scope) -> Stop:
    return Stop(scope, span=span)


@builds("end_now")
def end_now(span: Span) -> EndNow:
    return EndNow(span=span)


@builds("end_after")
def end_after(span: Span, scope: Scope) -> EndAfter:
    return EndAfter(scope, span=span)


@builds("guard")
def guard(span: Span, cond: Condition) -> Guard:
    return Guard(cond, span=span)


@builds("do")
def do(span: Span, term: Term | None = None) -> Do:
    return Do(term, span=span)
