"""Builds the lines of examples."""

from __future__ import annotations

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.registry import builds, made_of, optional_number, optional_word, place, said

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


made_of("shares_win", tree.Wins, "winners", said("share"), "would!")
made_of("all_win", tree.Wins, said(()), said("everybody", nobody="nobody"), "would!")


made_of("does_not_win", tree.Wins, "phrases", said("not"), said(False))
made_of("would_not_win", tree.Wins, "winners", said("not"), said(True))


made_of("comes", tree.Comes, "winners", "ordinal", "would!")
made_of("sees", tree.Sees, "phrase", "seen", said(False))


made_of("does_not_see", tree.Sees, "phrase", "seen", said(True))


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
