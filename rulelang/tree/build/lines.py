"""Builds the lines of examples."""

from __future__ import annotations

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree.build.registry import builds, optional_number, optional_word, place, word
from rulelang.tree.nodes import (
    Assertion,
    Call,
    Choice,
    Comes,
    Condition,
    Every,
    Given,
    GivenAbout,
    GivenNew,
    GivenVariant,
    IsOver,
    Phrase,
    Pointer,
    Sees,
    Then,
    ThenMay,
    WhenHappens,
    WhenLine,
    Wins,
    Word,
)

#: The places at the end of a game by their words; -1 is the last.
RANKS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}


@builds("given_new")
def given_new(span: Span) -> GivenNew:
    return GivenNew(span=span)


@builds("given_variant")
def given_variant(span: Span, name: Token) -> GivenVariant:
    return GivenVariant(word(name, span), span=span)


@builds("given")
def given(span: Span, cond: Condition) -> Given:
    return Given(cond, span=span)


@builds("given_about")
def given_about(span: Span, phrase: Phrase, call: Call) -> GivenAbout:
    return GivenAbout(phrase, call, span=span)


@builds("when")
def when(span: Span, phrase: Phrase, choices: tuple[Choice, ...]) -> WhenLine:
    return WhenLine(phrase, choices, span=span)


@builds("when_happens")
def when_happens(span: Span, assertion: Assertion) -> WhenHappens:
    return WhenHappens(assertion, span=span)


@builds("then")
def then(span: Span, assertion: Assertion, once: Token | None = None) -> Then:
    return Then(assertion, once is not None, span=span)


@builds("then_may")
def then_may(span: Span, phrase: Phrase, choices: tuple[Choice, ...], not_: Token | None = None) -> ThenMay:
    return ThenMay(phrase, not_ is not None, choices, span=span)


@builds("game_over")
def game_over(span: Span, not_: Token | None = None) -> IsOver:
    return IsOver(not_ is not None, span=span)


@builds("winners")
def winners(phrases: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    return phrases


@builds("wins")
def wins(span: Span, winners: tuple[Phrase, ...], alone: Token | None = None, would: Token | None = None) -> Wins:
    return Wins(winners, "alone" if alone or would is None else "among others", would is not None, span=span)


@builds("shares_win")
def shares_win(span: Span, winners: tuple[Phrase, ...], would: Token | None = None) -> Wins:
    return Wins(winners, "share", would is not None, span=span)


@builds("all_win")
def all_win(span: Span, nobody: Token | None = None, would: Token | None = None) -> Wins:
    return Wins((), "nobody" if nobody is not None else "everybody", would is not None, span=span)


@builds("does_not_win")
def does_not_win(span: Span, phrase: Phrase) -> Wins:
    return Wins((phrase,), "not", False, span=span)


@builds("would_not_win")
def would_not_win(span: Span, winners: tuple[Phrase, ...]) -> Wins:
    return Wins(winners, "not", True, span=span)


@builds("comes")
def comes(span: Span, winners: tuple[Phrase, ...], ordinal: Token, would: Token | None = None) -> Comes:
    return Comes(winners, RANKS[ordinal.text], would is not None, span=span)


@builds("sees")
def sees(span: Span, phrase: Phrase, seen: Pointer | Every) -> Sees:
    return Sees(phrase, seen, False, span=span)


@builds("does_not_see")
def does_not_see(span: Span, phrase: Phrase, seen: Pointer | Every) -> Sees:
    return Sees(phrase, seen, True, span=span)


@builds("answer")
def answer(
    span: Span,
    phrase: Phrase | None = None,
    int_: Token | None = None,
    name: Token | None = None,
    string: Token | None = None,
    anything: Token | None = None,
) -> Choice:
    said = Word(string.text[1:-1], span=place(string, span)) if string else optional_word(name, span)
    if anything is not None:
        return Choice(None, None, None, "anything", None, span=span)
    nothing = phrase is None and int_ is None and string is None
    return Choice(phrase, optional_number(int_), said, "nothing" if nothing else "", None, span=span)


@builds("choice")
def choice(span: Span, answer: Choice, phrase: Phrase | None = None) -> Choice:
    if phrase is None:
        return answer
    return Choice(answer.value, answer.count, answer.name, answer.without, phrase, span=span)
