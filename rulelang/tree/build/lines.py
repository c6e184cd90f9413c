"""Builds the lines of examples."""

from __future__ import annotations

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.registry import builds, made_of, optional_number, optional_word, place

#: The places at the end of a game by their words; -1 is the last.
RANKS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}


made_of("given_new", tree.GivenNew)
made_of("given_variant", tree.GivenVariant, "name")
made_of("given", tree.Given, "cond")
made_of("given_about", tree.GivenAbout, "phrase", "call")
made_of("when", tree.WhenLine, "phrase", "choices")
made_of("when_happens", tree.WhenHappens, "assertion")
made_of("then", tree.Then, "assertion", "once!")
made_of("then_may", tree.ThenMay, "phrase", "not_!", "choices")
made_of("game_over", tree.IsOver, "not_!")


@builds("winners")
def winners(phrases: tuple[tree.Phrase, ...]) -> tuple[tree.Phrase, ...]:
    return phrases


@builds("wins")
def wins(
    span: Span, winners: tuple[tree.Phrase, ...], alone: Token | None = None, would: Token | None = None
) -> tree.Wins:
    return tree.Wins(winners, "alone" if alone or would is None else "among others", would is not None, span=span)


@builds("shares_win")
def shares_win(span: Span, winners: tuple[tree.Phrase, ...], would: Token | None = None) -> tree.Wins:
    return tree.Wins(winners, "share", would is not None, span=span)


@builds("all_win")
def all_win(span: Span, nobody: Token | None = None, would: Token | None = None) -> tree.Wins:
    return tree.Wins((), "nobody" if nobody is not None else "everybody", would is not None, span=span)


@builds("does_not_win")
def does_not_win(span: Span, phrase: tree.Phrase) -> tree.Wins:
    return tree.Wins((phrase,), "not", False, span=span)


@builds("would_not_win")
def would_not_win(span: Span, winners: tuple[tree.Phrase, ...]) -> tree.Wins:
    return tree.Wins(winners, "not", True, span=span)


@builds("comes")
def comes(span: Span, winners: tuple[tree.Phrase, ...], ordinal: Token, would: Token | None = None) -> tree.Comes:
    return tree.Comes(winners, RANKS[ordinal.text], would is not None, span=span)


@builds("sees")
def sees(span: Span, phrase: tree.Phrase, seen: tree.Pointer | tree.Every) -> tree.Sees:
    return tree.Sees(phrase, seen, False, span=span)


@builds("does_not_see")
def does_not_see(span: Span, phrase: tree.Phrase, seen: tree.Pointer | tree.Every) -> tree.Sees:
    return tree.Sees(phrase, seen, True, span=span)


@builds("answer")
def answer(
    span: Span,
    phrase: tree.Phrase | None = None,
    int_: Token | None = None,
    name: Token | None = None,
    string: Token | None = None,
    anything: Token | None = None,
) -> tree.Choice:
    said = tree.Word(string.text[1:-1], span=place(string, span)) if string else optional_word(name, span)
    if anything is not None:
        return tree.Choice(None, None, None, "anything", None, span=span)
    nothing = phrase is None and int_ is None and string is None
    return tree.Choice(phrase, optional_number(int_), said, "nothing" if nothing else "", None, span=span)


@builds("choice")
def choice(span: Span, answer: tree.Choice, phrase: tree.Phrase | None = None) -> tree.Choice:
    if phrase is None:
        return answer
    return tree.Choice(answer.value, answer.count, answer.name, answer.without, phrase, span=span)
