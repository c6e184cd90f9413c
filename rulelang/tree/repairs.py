"""What the author most likely meant: each function knows one mistake, and whether it explains what stands here."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.diagnostics.catalogue import sentences, syntax
from rulelang.diagnostics.spelling import close_matches
from rulelang.diagnostics.wording import quoted
from rulelang.tokens.scanner import vocabulary
from rulelang.tokens.token import Token
from rulelang.tree.expectations import words_of_kinds
from rulelang.tree.mistakes import by_example
from rulelang.tree.other_words import CURLY_QUOTES, NUMBERS, OTHER_WORDS, REMARK_SIGNS, SIGNS, SMALL_WORDS
from rulelang.tree.situation import Finding, Situation

Repair = Callable[[Situation], Finding | None]
_DAMAGED = "\ufffd"
_LONGEST_NAME = 4
_MOST_MISSING = 3


# -------------------------------------------------------------------- signs
def damaged(situation: Situation) -> Finding | None:
    """A letter that could not be decoded."""
    if _DAMAGED not in situation.token.text:
        return None
    start = situation.token.start + situation.token.text.index(_DAMAGED)
    return Finding(syntax.damaged_text(situation.source.span(start, start + 1)))


def open_quote(situation: Situation) -> Finding | None:
    """A quote without its partner."""
    opened = next((token for token in situation.tokens[situation.place :] if token.kind == "OPEN_QUOTE"), None)
    if opened is None:
        return None
    return Finding(syntax.open_quote(situation.source.span(opened.start, opened.start + 1)))


def remark(situation: Situation) -> Finding | None:
    """A remark as in programming."""
    token = situation.token
    if not (token.kind == "HEADING" or (token.kind == "SIGN" and token.text.startswith(REMARK_SIGNS))):
        return None
    line = situation.source.line_span(situation.span.line)
    span = situation.source.span(token.start, line.end)
    rest = [Token("_NL", "", situation.machine.end, situation.machine.end)]
    fits = situation.tokens[-1].end <= line.end and situation.goes_on(rest)
    return Finding(sentences.remark_sign(span), [*situation.tokens[: situation.place], *rest] if fits else None)


def unknown_sign(situation: Situation) -> Finding | None:
    """A sign from arithmetic, programming or a word processor."""
    token = situation.token
    if token.kind != "SIGN":
        return None
    if CURLY_QUOTES & set(token.text):
        return Finding(sentences.unknown_sign(situation.span, ['"']))
    if token.text == ".":
        return Finding(
            sentences.unknown_sign(situation.span, (), "A sentence does not end in a full stop."),
            situation.with_instead((), 1),
        )
    meant = SIGNS.get(token.text, ())
    fitting = [word for word in meant if situation.reread(situation.span, f" {word} " if word[0] != "'" else word)]
    meant = tuple(fitting[:1]) or meant
    again = situation.reread(situation.span, f" {meant[0]} " if meant and meant[0][0] != "'" else "".join(meant))
    return Finding(sentences.unknown_sign(situation.span, meant), again)


def hyphen(situation: Situation) -> Finding | None:
    """`2-4`"""
    token = situation.token
    if token.kind != "INT" or not token.text.startswith("-") or situation.previous is None:
        return None
    number = token.text[1:]
    for between in ("to", "minus"):
        meant = situation.reread(situation.span, f" {between} {number}")
        if meant is not None:
            return Finding(sentences.hyphen(situation.span, number, between), meant)
    return None


# ----------------------------------------------------------------- brackets
def open_row(situation: Situation) -> Finding | None:
    """A row without its last bar."""
    if situation.tokens[0].kind != "VBAR" or situation.kind not in {"_NL", "LSQB"}:
        return None
    meant = situation.with_word("VBAR", "|", 0)
    return (
        Finding(syntax.open_row(situation.span_of(situation.tokens[0], situation.previous)), meant) if meant else None
    )


def open_bracket(situation: Situation) -> Finding | None:
    """A bracket without its partner."""
    for left, right, sign in (("LSQB", "RSQB", "]"), ("LPAR", "RPAR", ")")):
        opened: list[Token] = []
        for token in situation.tokens:
            if token.kind == left:
                opened.append(token)
            elif token.kind == right and opened:
                opened.pop()
        if opened and opened[-1].start < situation.token.start:
            word = syntax.open_citation if left == "LSQB" else syntax.open_bracket
            return Finding(word(situation.span_of(opened[-1])), situation.with_word(right, sign, 0))
    return None


# --------------------------------------------------------- between sentences
def colon_after_condition(situation: Situation) -> Finding | None:
    """`if it is empty, then gain 2 Coins`"""
    if situation.kind not in {"_THEN", "THEN", "COMMA", "DO"} or not situation.machine.accepts("COLON"):
        return None
    meant = situation.with_word("COLON", ":", 1)
    return Finding(sentences.colon_after_condition(situation.span, situation.gap), meant) if meant else None


def joined_sentences(situation: Situation) -> Finding | None:
    """`gain 2 Coins and lose 1 Wood`"""
    if situation.kind not in {"AND", "THEN", "COMMA"} or not situation.machine.accepts("_THEN"):
        return None
    following = situation.tokens[situation.place + 1]
    dropped = 2 if situation.kind == "AND" and following.kind == "THEN" else 1
    meant = situation.with_word("_THEN", ", then", dropped)
    if meant is None:
        return None
    last = situation.tokens[situation.place + dropped - 1]
    gap = situation.source.span(situation.gap.start, last.end)
    return Finding(sentences.joined_sentences(situation.span_of(situation.token, last), gap), meant)


def missing_colon(situation: Situation) -> Finding | None:
    """`if it is empty gain 2 Coins`"""
    if situation.previous is None or not situation.machine.accepts("COLON"):
        return None
    meant = situation.with_word("COLON", ":", 0)
    if meant is None or situation.kind == "_NL":
        return None
    sentence = situation.span_of(situation.tokens[0], situation.previous)
    return Finding(syntax.missing_colon(sentence, situation.span_of(situation.token, situation.tokens[-1])), meant)


def known_mistake(situation: Situation) -> Finding | None:
    """One of the examples."""
    known = by_example(situation)
    return Finding(known) if known else None


# -------------------------------------------------------------------- words
def other_word(situation: Situation) -> Finding | None:
    """`else` for `otherwise`"""
    meant = OTHER_WORDS.get(situation.token.text) if situation.kind == "WORD" else None
    if meant is None:
        return None
    for word in meant:
        tokens = situation.reread(situation.span, word)
        if tokens is not None:
            return Finding(sentences.other_word(situation.span, [word], certain=True), tokens)
    return Finding(sentences.other_word(situation.span, meant))


def number_in_words(situation: Situation) -> Finding | None:
    """`gain two Coins`"""
    number = NUMBERS.get(situation.token.text)
    if number is None:
        return None
    meant = situation.with_word("INT", str(number), 1)
    if meant is None and not (situation.kind == "WORD" and situation.machine.accepts("INT")):
        return None
    return Finding(sentences.number_in_words(situation.span, number), meant)


def misspelt_word(situation: Situation) -> Finding | None:
    """`chose` for `choose`"""
    if situation.kind != "WORD":
        return None
    word, words = situation.token.text, vocabulary()
    accepted = situation.machine.accepted()
    fitting = [known for known, kind in words.items() if kind in accepted and known[0].isalpha()]
    close = close_matches(word, fitting)
    for known in close:
        meant = situation.with_word(words[known], known, 1)
        if meant is not None:
            return Finding(syntax.unknown_word(situation.span, known, certain=True), meant)
    name = lower_case_name(situation)
    if name is not None:
        return name
    candidates = (*close, *close_matches(word, (known for known in words if known[0].isalpha())))
    if candidates or "NAME" not in accepted:
        return Finding(syntax.unknown_word(situation.span, candidates[0] if candidates else None))
    return Finding(syntax.name_without_capitals(situation.span, language_word=False))


def lower_case_name(situation: Situation) -> Finding | None:
    """`the dice pool` for `the Dice Pool`"""
    words = vocabulary()
    previous = situation.previous
    # A name may have begun with a capital: `Dice pool`.
    begun = previous is not None and previous.kind == "NAME"
    for count in range(1, _LONGEST_NAME + 1):
        run = situation.tokens[situation.place : situation.place + count]
        if len(run) < count or not (run[-1].text[:1].islower() and run[-1].text not in SMALL_WORDS):
            break
        first = situation.tokens[situation.place - begun]
        text = " ".join(word[:1].upper() + word[1:] for word in situation.span_of(first, run[-1]).text.split())
        name = Token("NAME", text, first.start, run[-1].end)
        meant = situation.with_instead([] if begun else [name], count)
        if meant is None:
            continue
        meant[situation.place - begun] = name
        last = run[-1]
        known = not begun and all(token.text in words for token in run)
        return Finding(syntax.name_without_capitals(situation.span_of(first, last), known), meant)
    return None


def word_with_capital(situation: Situation) -> Finding | None:
    """`Choose a Tile`"""
    for token in (situation.token, situation.previous, situation.tokens[0]):
        if token is None or token.kind != "NAME":
            continue
        first = token.text.split()[0]
        word = first[0].lower() + first[1:]
        if word not in vocabulary() and word not in {"as", "instead"}:
            continue
        span = situation.source.span(token.start, token.start + len(first))
        meant = situation.reread(span, word)
        if meant is not None:
            return Finding(sentences.word_with_capital(span, word, certain=True), meant)
    return None


def wrong_word(situation: Situation) -> Finding | None:
    """A word of the language in place of the only one that fits."""
    if not situation.token.text[:1].isalpha():
        return None
    fitting = _fitting(situation, dropped=1)
    words = [words_of_kinds()[kind][0] for kind in fitting if kind in words_of_kinds()]
    if len(fitting) != 1 or not words or not words[0][0].isalpha():
        return None
    return Finding(sentences.other_word(situation.span, words), situation.with_word(fitting[0], words[0], dropped=1))


def missing_word(situation: Situation) -> Finding | None:
    """A word was left out."""
    fitting = [kind for kind in _fitting(situation, dropped=0) if kind != "_NL"]
    if not fitting or len(fitting) > _MOST_MISSING:
        return None
    if fitting == ["NAME"]:
        return Finding(sentences.missing_word(situation.span, ["a Capitalised term"]))
    words = [words_of_kinds()[kind][0] for kind in fitting if kind in words_of_kinds()]
    if len(words) < len(fitting):
        return None
    meant = situation.with_word(fitting[0], words[0], 0) if len(fitting) == 1 else None
    fix = words[0] if len(words) == 1 and words[0][0].isalpha() else None
    return Finding(sentences.missing_word(situation.span, [quoted(word) for word in words], fix), meant)


def needless_word(situation: Situation) -> Finding | None:
    """A word that is too much."""
    if situation.kind == "_NL":
        return None
    meant = situation.with_instead((), 1)
    return Finding(sentences.needless_word(situation.span), meant) if meant else None


def _fitting(situation: Situation, dropped: int) -> list[str]:
    """The kinds of tokens with which the sentence would fit."""
    kinds = sorted(kind for kind in situation.machine.accepted() if "/" not in kind)
    return [kind for kind in kinds if situation.with_word(kind, "", dropped) is not None]


REPAIRS: tuple[Repair, ...] = (
    damaged,
    open_quote,
    remark,
    unknown_sign,
    hyphen,
    open_row,
    open_bracket,
    colon_after_condition,
    joined_sentences,
    word_with_capital,
    known_mistake,
    number_in_words,
    other_word,
    misspelt_word,
    lower_case_name,
    missing_colon,
    missing_word,
    wrong_word,
    needless_word,
)
"""The surest first."""
