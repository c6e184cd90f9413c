"""Mistakes with the form of a sentence."""

from __future__ import annotations

from itertools import takewhile

from rulelang.diagnostics.catalogue import openings, sentences, syntax, words
from rulelang.tokens.layout import NEW_LINE
from rulelang.tokens.token import Token
from rulelang.tree.mistakes import by_example
from rulelang.tree.repairs.words import is_used
from rulelang.tree.situation import Expectation, Situation

_JOINTS = frozenset({"AND", "THEN", "COMMA"})
_CONDITIONS = frozenset({"IF", "_ASSOON", "UNTIL", "WHILE"})
_BEHIND_QUOTES = frozenset({NEW_LINE, "COLON", "LSQB", "RSQB", "COMMA", "ARG/FOR", "VBAR"})


def quotes_needed(situation: Situation) -> Expectation | None:
    """`uses compass.rules`"""
    place = situation.place
    if situation.kind == "WORD" and len(situation.token.text) == 2 and situation.accepts("LANG", "STRING"):
        # A language, but only quotes behind it would have shown that.
        place += 1
    elif situation.machine.accepted() != {"STRING"} and not _is_told_as_sentence(situation):
        return None
    text = list(takewhile(lambda token: token.kind not in _BEHIND_QUOTES, situation.tokens[place:]))
    return Expectation(words.quotes_needed(situation.span_of(text[0], text[-1]))) if text else None


def _is_told_as_sentence(situation: Situation) -> bool:
    """`when Ann chooses gain 1 Coin`: a choice is told by its own words, and these are those of a sentence."""
    told = situation.tokens[0].text in ("when", "then") and situation.accepts("STRING")
    if is_used(situation, situation.token.text.capitalize()):
        return False
    return told and situation.kind in situation.machine.table.beginnings["_statement"] - {"NAME"}


def name_in_quotes(situation: Situation) -> Expectation | None:
    """`variant "Long Game":`"""
    if situation.kind != "STRING" or situation.accepts("STRING"):
        return None
    name = " ".join(word[:1].upper() + word[1:] for word in situation.token.text.strip('"').split())
    meant = situation.with_word("NAME", name, 1) if name.replace(" ", "").isalnum() else None
    if meant is None:
        return None
    message = "A name of yours is written without quotes."
    fix = (situation.span, name)
    return Expectation(sentences.other_form(situation.span, message, f"Write `{name}`.", fix=fix), meant)


def known_mistake(situation: Situation) -> Expectation | None:
    """One of the examples."""
    known = by_example(situation)
    return Expectation(known) if known else None


def colon_after_condition(situation: Situation) -> Expectation | None:
    """`if it is empty, then gain 2 Coins`"""
    if situation.kind not in {"_THEN", "THEN", "COMMA", "DO"} or not situation.accepts("COLON"):
        return None
    opens = situation.tokens[0].text in ("at", "to", "with", "before", "after", "instead of")
    happens = situation.tokens[situation.place + 1].kind in situation.machine.table.beginnings["_statement"] - {"_ART"}
    if not (opens and happens) and not any(token.kind in _CONDITIONS for token in situation.tokens[: situation.place]):
        return None
    meant = situation.with_word("COLON", ":", 1)
    ends = any(token.kind in {"ENDS", "END/ENDS"} for token in situation.tokens)
    if ends and (meant is None or situation.lenient):
        return Expectation(openings.game_ends(situation.sentence))
    return Expectation(sentences.colon_after_condition(situation.span, situation.gap), meant) if meant else None


def joined_sentences(situation: Situation) -> Expectation | None:
    """`gain 2 Coins and lose 1 Wood`"""
    if situation.kind not in _JOINTS or not situation.accepts("_THEN"):
        return None
    rest = situation.tokens[situation.place :]
    dropped = sum(1 for _ in takewhile(lambda token: token.kind in _JOINTS, rest))
    last, behind = rest[dropped - 1], rest[dropped]
    meant = situation.with_word("_THEN", ", then", dropped)
    if meant is None and not (behind.kind == "WORD" or situation.accepts("_THEN", behind.kind)):
        return None
    gap = situation.source.span(situation.gap.start, last.end)
    return Expectation(sentences.joined_sentences(situation.span_of(situation.token, last), gap), meant)


def missing_colon(situation: Situation) -> Expectation | None:
    """`if it is empty gain 2 Coins`"""
    if situation.previous is None or situation.kind == NEW_LINE or not situation.accepts("COLON"):
        return None
    meant = situation.with_word("COLON", ":", 0)
    opening = situation.tokens[0]
    goes_on = situation.previous.kind == "PLAYER" or opening.kind in _CONDITIONS or opening.text == "at"
    happens = situation.kind in situation.machine.table.beginnings["_statement"]
    if meant is None and not (goes_on and happens):
        return None
    sentence = situation.span_of(situation.tokens[0], situation.previous)
    colon = Token("COLON", ":", situation.token.start, situation.token.start)
    missing = syntax.missing_colon(sentence, situation.span_of(situation.token, situation.tokens[-1]))
    return Expectation(missing, meant, guess=(colon,), guessed=0)


def condition_first(situation: Situation) -> Expectation | None:
    """`gain 2 Coins if the Bag is empty`"""
    previous = situation.previous
    if previous is None or previous.kind != "IF" or situation.machine.accepted() != {"POSSIBLE"}:
        return None
    return Expectation(sentences.condition_first(situation.span_of(previous, situation.tokens[-1])))


def sentence_outside(situation: Situation) -> Expectation | None:
    """`shuffle the Deck` between the rules"""
    beginnings = situation.machine.table.beginnings
    tokens = situation.tokens
    text_beside = situation.place == 2 and [token.kind for token in tokens[:2]] == ["NAME", "COLON"]
    if not text_beside and (situation.place or not situation.accepts("HEADING")):
        return None
    if situation.kind not in beginnings["_statement"] - beginnings["item"]:
        return None
    if text_beside or (situation.span.column > 1 and not situation.inside_play):
        message = "A text says what is always so while it is in force; what happens in it is an action with a name."
        write = "Write `to Effect:` below `Lantern:`, and below that what happens; elsewhere `do the Card's Effect`."
        return Expectation(sentences.other_form(situation.sentence, message, write))
    if "ENDS" in "/".join(token.kind for token in situation.tokens).split("/"):
        return Expectation(openings.game_ends(situation.sentence))
    if situation.kind == "IF":
        write = "Write `as soon as` in place of `if`; what is asked at one moment only stands in an action."
        message = "What happens whenever something comes true is a rule that begins with `as soon as`."
        return Expectation(sentences.other_form(situation.sentence, message, write))
    return Expectation(sentences.sentence_outside(situation.span_of(situation.token, situation.tokens[-1])))
