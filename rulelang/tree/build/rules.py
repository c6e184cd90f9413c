"""Builds the items of a rulebook: frame, definitions, actions, triggers, groups, checks and examples."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, cast

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.components import table
from rulelang.tree.build.registry import builds, made_of, optional_number, optional_word, place, text, whole, word

Right = Callable[..., tree.Definition]


# ---------------------------------------------------------------- the frame
made_of("start", tree.Document, "header", "items*")


@builds("rulebook")
def rulebook(span: Span, string: Token, ints: tuple[Token, ...], cite: tree.Cite | None = None) -> tree.RulebookHeader:
    seats = [whole(token) for token in ints]
    return tree.RulebookHeader(text(string, span), seats[0], seats[-1], cite, span=span)


made_of("library", tree.LibraryHeader, "string")


@builds("heading")
def heading(span: Span, heading: Token, cite: tree.Cite | None = None) -> tree.Heading:
    title = heading.text.lstrip("#")
    return tree.Heading(len(heading.text) - len(title), title.strip(), cite, span=span)


@builds("source")
def source(span: Span, string: Token, lang: Token | None = None, name: Token | None = None) -> tree.SourceDocument:
    language = lang.text if lang is not None else ""
    return tree.SourceDocument(language, text(string, span), optional_word(name, span), span=span)


@builds("languages")
def languages(span: Span, langs: tuple[Token, ...]) -> tree.Languages:
    return tree.Languages(tuple(token.text for token in langs), span=span)


@builds("numbered")
def numbered(span: Span, names: tuple[Token, ...]) -> tree.StatementSpan:
    first, *last = (word(name, span) for name in names)
    return tree.StatementSpan(first, last[0] if last else None, span=span)


made_of("statements", tree.Statements, "numbereds")
made_of("aside", tree.Aside, "cite", "string")
made_of("uses", tree.Uses, "string")


@builds("picture")
def picture(span: Span, ints: tuple[Token, ...], rows: tuple[tree.TableRow, ...]) -> tree.Picture:
    width, height = ints
    return tree.Picture(whole(width), whole(height), table(rows), span=span)


# ---------------------------------------------------------------- citations
@builds("cited")
def cited(span: Span, lang: Token, string: Token, int_: Token | None = None) -> tree.Cited:
    return tree.Cited(lang.text, string.text[1:-1], optional_number(int_), span=span)


@builds("statement")
def statement(span: Span, name: Token) -> tree.Word:
    return word(name, span)


@builds("confirmed")
def confirmed(span: Span, names: tuple[Token, ...]) -> tuple[tree.Word, ...]:
    return tuple(word(name, span) for name in names)


@builds("assumed")
def assumed(string: Token | None = None) -> str:
    return string.text[1:-1] if string else ""


@builds("cite")
def cite(span: Span, source_parts: tuple[tree.Cited | tree.Word | str | tuple[tree.Word, ...], ...]) -> tree.Cite:
    places = tuple(part for part in source_parts if isinstance(part, tree.Cited))
    numbers = tuple(part for part in source_parts if isinstance(part, tree.Word))
    reasons = [part for part in source_parts if isinstance(part, str)]
    confirmed = tuple(name for part in source_parts if isinstance(part, tuple) for name in part)
    return tree.Cite(places, numbers, bool(reasons), next(filter(None, reasons), None), confirmed, span=span)


# -------------------------------------------------------------- definitions
@builds("define")
def define(span: Span, term: tree.Term, rhs: Right, cite: tree.Cite | None = None) -> tree.Definition:
    return rhs(head=term, cite=cite, span=span)


@builds("rhs_value")
def rhs_value(
    value: tree.Value,
    also: Token | None = None,
    never: Token | None = None,
    change: tree.ValueChange | None = None,
    cond: tree.Condition | None = None,
    otherwises: tuple[tree.Otherwise, ...] = (),
) -> Right:
    mode: Literal["also", "never"] | None = "also" if also else "never" if never else None
    return partial(tree.DefineValue, mode=mode, value=value, change=change, condition=cond, otherwise=otherwises)


@builds("rhs_link")
def rhs_link(
    span: Span,
    phrase: tree.Phrase,
    name: Token,
    cond: tree.Condition,
    also: Token | None = None,
    never: Token | None = None,
) -> Right:
    """A way of being next to something is a condition of one's own that depends on the other place."""
    value = tree.ValueFor(tree.BareName(word(name, span), span=place(name, span)), "next to", phrase, span=span)
    return rhs_value(value, also, never, cond=cond)


@builds("rhs_clamp")
def rhs_clamp(value: tree.Value, least: Token | None = None, cond: tree.Condition | None = None) -> Right:
    return partial(tree.DefineClamp, bound="least" if least else "most", value=value, condition=cond)


@builds("doubled")
def doubled(cond: tree.Condition | None = None) -> Right:
    return partial(tree.DefineDoubled, condition=cond)


made_of("define_may", tree.DefineMay, "term", "value", "change?", "cond?", "cite?")
made_of("otherwise", tree.Otherwise, "value", "cond?")


@builds("change")
def change(
    span: Span, name: Token | None = None, more: Token | None = None, less: Token | None = None
) -> tree.ValueChange:
    return tree.ValueChange("more" if more else "less" if less else "instead", optional_word(name, span), span=span)


# ------------------------------------------------------ actions and triggers
made_of("param", tree.ParameterPhrase, "arg", "noun?", "range_?", "name?")


@builds("action")
def action(
    span: Span,
    name: Token,
    block: tree.Block,
    params: tuple[tree.ParameterPhrase, ...] = (),
    string: Token | None = None,
    cite: tree.Cite | None = None,
) -> tree.Action:
    written = text(string, span) if string else None
    return tree.Action(word(name, span), params, written, cite, block, span=span)


@builds("setup", "play", "scoring")
def part(
    span: Span, block: tree.Block, setup: Token | None = None, play: Token | None = None, cite: tree.Cite | None = None
) -> tree.Part:
    return tree.Part("setup" if setup else "play" if play else "scoring", cite, block, span=span)


made_of("state_trigger", tree.StateTrigger, "cond", "cite?", "block")


@builds("event_trigger")
def event_trigger(
    span: Span, whence: Token, phrase: tree.Phrase, call: tree.Call, block: tree.Block, cite: tree.Cite | None = None
) -> tree.EventTrigger:
    when = cast(Literal["before", "after", "instead of"], " ".join(whence.text.split()))
    return tree.EventTrigger(when, phrase, call, cite, block, span=span)


@builds("time_trigger")
def time_trigger(
    span: Span,
    scope: tree.Scope,
    block: tree.Block,
    start: Token | None = None,
    each: Token | None = None,
    cite: tree.Cite | None = None,
) -> tree.TimeTrigger:
    return tree.TimeTrigger("start" if start else "end", each is not None, scope, cite, block, span=span)


made_of("window", tree.Window, "scope?", "string?", "cite?", "block")


# ------------------------------------------------------------------- groups
made_of("text", tree.TextGroup, "name", "cite?", "items")


@builds("seats_only")
def seats_only(
    span: Span, int_: Token, items: tuple[tree.Item, ...], more: Token | None = None, fewer: Token | None = None
) -> tree.SeatsOnly:
    return tree.SeatsOnly(whole(int_), "more" if more else "fewer" if fewer else None, items, span=span)


made_of("variant", tree.VariantGroup, "name", "cite?", "items")
made_of("works", tree.Works, "phrase", "noun", "cond", "cite?")


# ------------------------------------------------------------------- checks
made_of("winner", tree.Winner, "set_", "shared!", "cite?")
made_of("always", tree.Invariant, "cond", "cite?")


@builds("glossary")
def glossary(span: Span, rows: tuple[tree.TableRow, ...]) -> tree.Glossary:
    return tree.Glossary(table(rows), span=span)


made_of("example", tree.Example, "string", "cite?", "lines")
