"""Builds the items of a rulebook: frame, definitions, actions, triggers, groups, checks and examples."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.components import table
from rulelang.tree.build.registry import builds, made_of, optional_number, optional_word, place, said, text, whole, word

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


made_of("languages", tree.Languages, "langs")


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
made_of("change", tree.ValueChange, said("instead", more="more", less="less"), "name?")


# ------------------------------------------------------ actions and triggers
made_of("param", tree.ParameterPhrase, "arg", "noun?", "range_?", "name?")
made_of("action", tree.Action, "name", "params*", "string?", "cite?", "block")


for _part in ("setup", "play", "scoring"):
    made_of(_part, tree.Part, said(_part), "cite?", "block")


made_of("state_trigger", tree.StateTrigger, "cond", "cite?", "block")
made_of("event_trigger", tree.EventTrigger, "whence", "phrase", "call", "cite?", "block")


made_of("time_trigger", tree.TimeTrigger, said("end", start="start"), "each!", "scope", "cite?", "block")
made_of("window", tree.Window, "scope?", "string?", "cite?", "block")


# ------------------------------------------------------------------- groups
made_of("text", tree.TextGroup, "name", "cite?", "items")
made_of("seats_only", tree.SeatsOnly, "int_", said(None, more="more", fewer="fewer"), "items")


made_of("variant", tree.VariantGroup, "name", "cite?", "items")
made_of("works", tree.Works, "phrase", "noun", "cond", "cite?")


# ------------------------------------------------------------------- checks
made_of("winner", tree.Winner, "set_", "shared!", "cite?")
made_of("always", tree.Invariant, "cond", "cite?")


@builds("glossary")
def glossary(span: Span, rows: tuple[tree.TableRow, ...]) -> tree.Glossary:
    return tree.Glossary(table(rows), span=span)


made_of("example", tree.Example, "string", "cite?", "lines")
