"""Mistakes with signs, quotes and brackets."""

from __future__ import annotations

from rulelang.diagnostics.catalogue import sentences, single_signs, words
from rulelang.tokens.layout import NEW_LINE
from rulelang.tokens.token import Token
from rulelang.tree.other_words import CURLY_QUOTES, LIST_SIGNS, REMARK_SIGNS, SIGNS
from rulelang.tree.situation import Expectation, Situation

_DAMAGED = "\ufffd"


def damaged(situation: Situation) -> Expectation | None:
    """A letter that could not be decoded."""
    if _DAMAGED not in situation.token.text:
        return None
    start = situation.token.start + situation.token.text.index(_DAMAGED)
    return Expectation(single_signs.damaged_text(situation.source.span(start, start + 1)))


def open_quote(situation: Situation) -> Expectation | None:
    """A quote without its partner."""
    opened = next((token for token in situation.tokens[situation.place :] if token.kind == "OPEN_QUOTE"), None)
    if opened is None:
        return None
    return Expectation(single_signs.open_quote(situation.source.span(opened.start, opened.start + 1)))


def remark(situation: Situation) -> Expectation | None:
    """A remark as in programming."""
    token, first = situation.token, situation.tokens[0]
    if first.text == "Note" and situation.tokens[1].kind == "COLON":
        return Expectation(words.word_with_capital(situation.span_of(first), "note", certain=True))
    if token.text == "note":
        line_end = [Token(NEW_LINE, "", situation.machine.end, situation.machine.end)]
        meant = situation.with_instead(line_end, len(situation.tokens) - situation.place)
        return Expectation(words.other_word(situation.span, ["note:"], fix="safe"), meant)
    heading = token.kind == "HEADING" and situation.place > 0
    if not (heading or (token.kind == "SIGN" and token.text.startswith(REMARK_SIGNS))):
        return None
    line = situation.source.line_span(situation.span.line)
    rest = [Token(NEW_LINE, "", situation.machine.end, situation.machine.end)]
    dropped = len(situation.tokens) - situation.place
    whole = situation.tokens[-1].end <= line.end
    meant = situation.with_instead(rest, dropped) if whole and situation.place else None
    return Expectation(words.remark_sign(situation.source.span(token.start, line.end)), meant)


def unknown_sign(situation: Situation) -> Expectation | None:
    """A sign from arithmetic, programming or a word processor."""
    token, span = situation.token, situation.span
    if token.kind != "SIGN":
        return None
    if token.text == ";" and situation.tokens[situation.place + 1].kind == NEW_LINE:
        needless = words.unknown_sign(span, (), "safe", "A sentence needs no sign at its end.")
        return Expectation(needless, situation.with_instead((), 1))
    if CURLY_QUOTES & set(token.text):
        return Expectation(words.unknown_sign(span, (), advice='Write straight quotes: `"`.'))
    meant = SIGNS.get(token.text, ())
    for word in meant:
        tokens = situation.reread(span, f" {word} " if word[0].isalpha() else word)
        if tokens is not None:
            return Expectation(words.unknown_sign(span, [word], "safe"), tokens)
    if not meant:
        advice = "A sentence does not end in a full stop." if token.text == "." else None
        tokens = situation.with_instead((), 1, convincing=1)
        return Expectation(words.unknown_sign(span, (), "safe" if tokens else None, advice), tokens)
    return Expectation(words.unknown_sign(span, meant))


def hyphen(situation: Situation) -> Expectation | None:
    """`2-4`"""
    token, previous = situation.token, situation.previous
    if token.kind != "INT" or not token.text.startswith("-") or previous is None:
        return None
    number = token.text[1:]
    for between in ("to", "minus"):
        meant = situation.reread(situation.span, f" {between} {number}")
        if meant is not None:
            return Expectation(words.hyphen(situation.span, number, between), meant)
    if previous.end == token.start and previous.text[-1].isdigit():
        return Expectation(words.hyphen(situation.span, number, None))
    return None


def remark_in_brackets(situation: Situation) -> Expectation | None:
    """`gain 1 Coin (at once)`"""
    if situation.kind != "LPAR" or situation.tokens[-2].kind != "RPAR" or not situation.accepts(NEW_LINE):
        return None
    line_end = [Token(NEW_LINE, "", situation.machine.end, situation.machine.end)]
    message = "Brackets hold a calculation or conditions together; they are not for remarks."
    write = "Write a remark after `note:`."
    brackets = situation.span_of(situation.token, situation.tokens[-2])
    meant = situation.with_instead(line_end, len(situation.tokens) - situation.place)
    return Expectation(sentences.other_form(brackets, message, write), meant)


def ruled_line(situation: Situation) -> Expectation | None:
    """`|-----|-----|` below the first row of a table"""
    if situation.tokens[0].kind != "VBAR" or set(situation.sentence.text) - set("|-:=+ "):
        return None
    advice = "Take the line out: a table has none below its first row."
    return Expectation(words.unknown_sign(situation.sentence, (), advice=advice))


def list_sign(situation: Situation) -> Expectation | None:
    """`- 2 Fool`"""
    if situation.place or situation.token.text not in LIST_SIGNS:
        return None
    advice = "Take it out: the lines of a list begin without any sign."
    meant = situation.with_instead((), 1)
    if meant is None:
        return None
    return Expectation(words.unknown_sign(situation.span, (), advice=advice), meant)


def bare_row(situation: Situation) -> Expectation | None:
    """`Title | Rank`"""
    bars = [token for token in situation.tokens if token.kind == "VBAR"]
    begins = situation.tokens[0].kind == "VBAR"
    if not bars or begins or not (situation.kind == "VBAR" or (not situation.place and situation.accepts("VBAR"))):
        return None
    first, last = situation.tokens[0], situation.tokens[-2]
    row = situation.span_of(first, last)
    text = f"| {row.text} |" if last.kind != "VBAR" else f"| {row.text}"
    return Expectation(
        sentences.other_form(row, "A row of a table begins and ends with a bar.", f"Write `{text}`.", fix=(row, text)),
        situation.reread(row, text),
    )


def open_row(situation: Situation) -> Expectation | None:
    """A row without its last bar."""
    if situation.tokens[0].kind != "VBAR" or situation.kind not in {NEW_LINE, "LSQB"}:
        return None
    meant = situation.with_word("VBAR", "|", 0)
    row = situation.span_of(situation.tokens[0], situation.previous)
    return Expectation(single_signs.open_row(row), meant) if meant else None


def open_bracket(situation: Situation) -> Expectation | None:
    """A bracket without its partner."""
    for left, right, sign, word in (
        ("LSQB", "RSQB", "]", single_signs.open_citation),
        ("LPAR", "RPAR", ")", single_signs.open_bracket),
    ):
        opened: list[Token] = []
        for token in situation.tokens:
            if token.kind == left:
                opened.append(token)
            elif token.kind == right and opened:
                opened.pop()
        if opened and opened[-1].start < situation.token.start:
            return Expectation(word(situation.span_of(opened[-1])), situation.with_word(right, sign, 0))
    return None
