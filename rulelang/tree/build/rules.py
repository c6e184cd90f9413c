"""Builds the items of a rulebook: frame, definitions, actions, triggers, groups, checks and examples."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, cast

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree.build.components import table
from rulelang.tree.build.registry import builds, optional_number, optional_word, place, text, whole, word
from rulelang.tree.nodes import (
    Action,
    Aside,
    BareName,
    Block,
    Call,
    Cite,
    Cited,
    Condition,
    DefineClamp,
    DefineDoubled,
    DefineMay,
    DefineValue,
    Definition,
    Document,
    EventTrigger,
    Example,
    FromTo,
    Glossary,
    Heading,
    Invariant,
    Item,
    Languages,
    LibraryHeader,
    Line,
    Noun,
    Otherwise,
    ParameterPhrase,
    Part,
    Phrase,
    Picture,
    RulebookHeader,
    Scope,
    SeatsOnly,
    SetPhrase,
    SourceDocument,
    Statements,
    StatementSpan,
    StateTrigger,
    TableRow,
    Term,
    TextGroup,
    TimeTrigger,
    Uses,
    Value,
    ValueChange,
    ValueFor,
    VariantGroup,
    Window,
    Winner,
    Word,
    Works,
)

Right = Callable[..., Definition]


# ---------------------------------------------------------------- the frame
@builds("start")
def start(span: Span, header: RulebookHeader | LibraryHeader | None, items: tuple[Item, ...] = ()) -> Document:
    return Document(header, items, span=span)


@builds("rulebook")
def rulebook(span: Span, string: Token, ints: tuple[Token, ...], cite: Cite | None = None) -> RulebookHeader:
    seats = [whole(token) for token in ints]
    return RulebookHeader(text(string, span), seats[0], seats[-1], cite, span=span)


@builds("library")
def library(span: Span, string: Token) -> LibraryHeader:
    return LibraryHeader(text(string, span), span=span)


@builds("heading")
def heading(span: Span, heading: Token, cite: Cite | None = None) -> Heading:
    title = heading.text.lstrip("#")
    return Heading(len(heading.text) - len(title), title.strip(), cite, span=span)


@builds("source")
def source(span: Span, string: Token, lang: Token | None = None, name: Token | None = None) -> SourceDocument:
    language = lang.text if lang is not None else ""
    return SourceDocument(language, text(string, span), optional_word(name, span), span=span)


@builds("languages")
def languages(span: Span, langs: tuple[Token, ...]) -> Languages:
    return Languages(tuple(token.text for token in langs), span=span)


@builds("numbered")
def numbered(span: Span, names: tuple[Token, ...]) -> StatementSpan:
    first, *last = (word(name, span) for name in names)
    return StatementSpan(first, last[0] if last else None, span=span)


@builds("statements")
def statements(span: Span, numbereds: tuple[StatementSpan, ...]) -> Statements:
    return Statements(numbereds, span=span)


@builds("aside")
def aside(span: Span, cite: Cite, string: Token) -> Aside:
    return Aside(cite, text(string, span), span=span)


@builds("uses")
def uses(span: Span, string: Token) -> Uses:
    return Uses(text(string, span), span=span)


@builds("picture")
def picture(span: Span, ints: tuple[Token, ...], rows: tuple[TableRow, ...]) -> Picture:
    width, height = ints
    return Picture(whole(width), whole(height), table(rows), span=span)


# ---------------------------------------------------------------- citations
@builds("cited")
def cited(span: Span, lang: Token, string: Token, int_: Token | None = None) -> Cited:
    return Cited(lang.text, string.text[1:-1], optional_number(int_), span=span)


@builds("statement")
def statement(span: Span, name: Token) -> Word:
    return word(name, span)


@builds("confirmed")
def confirmed(span: Span, names: tuple[Token, ...]) -> tuple[Word, ...]:
    return tuple(word(name, span) for name in names)


@builds("assumed")
def assumed(string: Token | None = None) -> str:
    return string.text[1:-1] if string else ""


@builds("cite")
def cite(span: Span, source_parts: tuple[Cited | Word | str | tuple[Word, ...], ...]) -> Cite:
    places = tuple(part for part in source_parts if isinstance(part, Cited))
    numbers = tuple(part for part in source_parts if isinstance(part, Word))
    reasons = [part for part in source_parts if isinstance(part, str)]
    confirmed = tuple(name for part in source_parts if isinstance(part, tuple) for name in part)
    return Cite(places, numbers, bool(reasons), next(filter(None, reasons), None), confirmed, span=span)


# -------------------------------------------------------------- definitions
@builds("define")
def define(span: Span, term: Term, rhs: Right, cite: Cite | None = None) -> Definition:
    return rhs(head=term, cite=cite, span=span)


@builds("rhs_value")
def rhs_value(
    value: Value,
    also: Token | None = None,
    never: Token | None = None,
    change: ValueChange | None = None,
    cond: Condition | None = None,
    otherwises: tuple[Otherwise, ...] = (),
) -> Right:
    mode: Literal["also", "never"] | None = "also" if also else "never" if never else None
    return partial(DefineValue, mode=mode, value=value, change=change, condition=cond, otherwise=otherwises)


@builds("rhs_link")
def rhs_link(
    span: Span,
    phrase: Phrase,
    name: Token,
    cond: Condition,
    also: Token | None = None,
    never: Token | None = None,
) -> Right:
    """A way of being next to something is a condition of one's own that depends on the other place."""
    value = ValueFor(BareName(word(name, span), span=place(name, span)), "next to", phrase, span=span)
    return rhs_value(value, also, never, cond=cond)


@builds("rhs_clamp")
def rhs_clamp(value: Value, least: Token | None = None, cond: Condition | None = None) -> Right:
    return partial(DefineClamp, bound="least" if least else "most", value=value, condition=cond)


@builds("doubled")
def doubled(cond: Condition | None = None) -> Right:
    return partial(DefineDoubled, condition=cond)


@builds("define_may")
def define_may(
    span: Span,
    term: Term,
    value: Value,
    change: ValueChange | None = None,
    cond: Condition | None = None,
    cite: Cite | None = None,
) -> DefineMay:
    return DefineMay(term, value, change, cond, cite, span=span)


@builds("otherwise")
def otherwise(span: Span, value: Value, cond: Condition | None = None) -> Otherwise:
    return Otherwise(value, cond, span=span)


@builds("change")
def change(span: Span, name: Token | None = None, more: Token | None = None, less: Token | None = None) -> ValueChange:
    return ValueChange("more" if more else "less" if less else "instead", optional_word(name, span), span=span)


# ------------------------------------------------------ actions and triggers
@builds("param")
def param(
    span: Span, arg: Token, noun: Noun | None = None, range_: FromTo | None = None, name: Token | None = None
) -> ParameterPhrase:
    return ParameterPhrase(arg.text, noun, range_, optional_word(name, span), span=span)


@builds("action")
def action(
    span: Span,
    name: Token,
    block: Block,
    params: tuple[ParameterPhrase, ...] = (),
    string: Token | None = None,
    cite: Cite | None = None,
) -> Action:
    written = text(string, span) if string else None
    return Action(word(name, span), params, written, cite, block, span=span)


@builds("setup", "play", "scoring")
def part(
    span: Span, block: Block, setup: Token | None = None, play: Token | None = None, cite: Cite | None = None
) -> Part:
    return Part("setup" if setup else "play" if play else "scoring", cite, block, span=span)


@builds("state_trigger")
def state_trigger(span: Span, cond: Condition, block: Block, cite: Cite | None = None) -> StateTrigger:
    return StateTrigger(cond, cite, block, span=span)


@builds("event_trigger")
def event_trigger(
    span: Span, whence: Token, phrase: Phrase, call: Call, block: Block, cite: Cite | None = None
) -> EventTrigger:
    when = cast(Literal["before", "after", "instead of"], " ".join(whence.text.split()))
    return EventTrigger(when, phrase, call, cite, block, span=span)


@builds("time_trigger")
def time_trigger(
    span: Span,
    scope: Scope,
    block: Block,
    start: Token | None = None,
    each: Token | None = None,
    cite: Cite | None = None,
) -> TimeTrigger:
    return TimeTrigger("start" if start else "end", each is not None, scope, cite, block, span=span)


@builds("window")
def window(
    span: Span, block: Block, scope: Scope | None = None, string: Token | None = None, cite: Cite | None = None
) -> Window:
    return Window(scope, text(string, span) if string else None, cite, block, span=span)


# ------------------------------------------------------------------- groups
@builds("text")
def text_group(span: Span, name: Token, items: tuple[Item, ...], cite: Cite | None = None) -> TextGroup:
    return TextGroup(word(name, span), cite, items, span=span)


@builds("seats_only")
def seats_only(
    span: Span, int_: Token, items: tuple[Item, ...], more: Token | None = None, fewer: Token | None = None
) -> SeatsOnly:
    return SeatsOnly(whole(int_), "more" if more else "fewer" if fewer else None, items, span=span)


@builds("variant")
def variant(span: Span, name: Token, items: tuple[Item, ...], cite: Cite | None = None) -> VariantGroup:
    return VariantGroup(word(name, span), cite, items, span=span)


@builds("works")
def works(span: Span, phrase: Phrase, noun: Noun, cond: Condition, cite: Cite | None = None) -> Works:
    return Works(phrase, noun, cond, cite, span=span)


# ------------------------------------------------------------------- checks
@builds("winner")
def winner(span: Span, set_: SetPhrase, shared: Token | None = None, cite: Cite | None = None) -> Winner:
    return Winner(set_, shared is not None, cite, span=span)


@builds("always")
def always(span: Span, cond: Condition, cite: Cite | None = None) -> Invariant:
    return Invariant(cond, cite, span=span)


@builds("glossary")
def glossary(span: Span, rows: tuple[TableRow, ...]) -> Glossary:
    return Glossary(table(rows), span=span)


@builds("example")
def example(span: Span, string: Token, lines: tuple[Line, ...], cite: Cite | None = None) -> Example:
    return Example(text(string, span), cite, lines, span=span)
