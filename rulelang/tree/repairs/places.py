"""Sentences and rules that stand where others belong: in the wrong block, without a name, or without what is below."""

from __future__ import annotations

from rulelang.diagnostics.catalogue import openings, sentences, syntax, words
from rulelang.tokens.layout import NEW_LINE
from rulelang.tokens.token import Token
from rulelang.tree.other_words import ADVICE, OTHER_WORDS
from rulelang.tree.situation import Expectation, Situation

_LEFT_EDGE = "Start the line at the left edge, outside `setup:`, `play:` and actions."
_HEADER_WORDS = frozenset({"rulebook", "library"})
_NO_LINE_END = frozenset({"_DEDENT", "$END"})


def header_word(situation: Situation) -> Expectation | None:
    """`Game "Apple Cart" for 2 players`"""
    first = situation.tokens[0]
    if first.text in _HEADER_WORDS or [token.kind for token in situation.tokens[1:2]] != ["STRING"]:
        return None
    span = situation.span_of(first)
    word = first.text.lower() if first.text.lower() in _HEADER_WORDS else "rulebook"
    meant = situation.reread(span, word)
    if word == first.text.lower():
        return Expectation(words.word_with_capital(span, word, certain=True), meant)
    return Expectation(words.other_word(span, [word], fix="safe"), meant)


def seats_range(situation: Situation) -> Expectation | None:
    """`with 2 to 3 players:`"""
    if situation.tokens[0].kind != "WITH" or not (situation.kind == "TO" or situation.token.text.startswith("-")):
        return None
    message = "A rule for some numbers of players is for one number, for a number and more, or for a number and fewer."
    write = "Write `with 3 or fewer players:` or `with 2 or more players:`, or a block for each number."
    return Expectation(sentences.other_form(situation.span, message, write))


def heading_with_block(situation: Situation) -> Expectation | None:
    """`rulebook "Apple Cart" for 2 players:`"""
    if situation.tokens[0].kind not in {"RULEBOOK", "LIBRARY"} or situation.kind != "COLON":
        return None
    message = "Nothing belongs below the first line: all rules of the file begin at the left edge."
    return Expectation(
        sentences.other_form(situation.span, message, "Take out the colon, and start the lines at the left.")
    )


def heading_without_players(situation: Situation) -> Expectation | None:
    """`rulebook "Apple Cart"`"""
    if situation.tokens[0].kind != "RULEBOOK" or situation.machine.accepted() != {"ARG/FOR", "FOR"}:
        return None
    title = situation.previous.text if situation.previous else '"Apple Cart"'
    message = "The first line does not say how many players the game is for."
    write = f"Write for example `rulebook {title} for 2 to 4 players`."
    return Expectation(sentences.other_form(situation.span, message, write))


def rule_in_block(situation: Situation) -> Expectation | None:
    """`the Deck is a pile` or `to Rest:` below `setup:`"""
    if not situation.inside_play:
        return None
    first = situation.tokens[0]
    if situation.place == 0 and situation.kind == "_ASSOON":
        message = "`as soon as` begins a rule that holds all the time."
        return Expectation(
            sentences.other_form(situation.span, message, _LEFT_EDGE, "For this moment only, write `if`."),
            situation.with_word("IF", "if", 1),
        )
    if situation.place == 0 and situation.kind == "TO":
        message = "What an action does is said outside the course of play; here its name is enough."
        return Expectation(sentences.other_form(situation.span_of(first, situation.tokens[-2]), message, _LEFT_EDGE))
    if situation.kind not in {"_IS", "_HAS"} or first.kind not in {"THE", "_ART", "EACH", "NAME", "YOUR", "THERE"}:
        return None
    if situation.place and situation.previous is not None and situation.previous.kind == "GAME":
        return Expectation(openings.game_ends(situation.sentence))
    message = "What there is in the game, and what is always true, is said apart from what happens."
    note = (
        "To change something write `becomes`: `the Starter becomes the player`; to give something a name in an action, "
        "`remember the first Card in the Row as Top`."
    )
    sentence = situation.span_of(first, situation.tokens[-2])
    return Expectation(sentences.other_form(sentence, message, _LEFT_EDGE, note if situation.kind == "_IS" else None))


def option_without_name(situation: Situation) -> Expectation | None:
    """`gain 1 Coin` below `choose one:`"""
    previous = situation.previous
    if previous is not None and previous.kind == "COLON" and situation.machine.accepted() == {NEW_LINE}:
        message = "What belongs to this line comes below it, each thing on a line of its own."
        return Expectation(
            sentences.other_form(situation.span, message, "Continue on the next line, 4 spaces further to the right.")
        )
    if situation.place or situation.machine.accepted() - _NO_LINE_END != {"NAME"}:
        return None
    if situation.kind == "PLAY" or (situation.kind == "WORD" and situation.token.text in (*OTHER_WORDS, *ADVICE)):
        message = "Each thing to choose from has a name."
        write = f"Write `{situation.token.text.capitalize()}:`, and below it what happens, or the name of an action."
        return Expectation(sentences.other_form(situation.sentence, message, write))
    nothing = situation.token.text == "nothing"
    if not nothing and situation.kind not in situation.machine.table.beginnings["_statement"]:
        return None
    start = situation.token.start
    meant = situation.with_instead([Token("NAME", "Option", start, start), Token("COLON", ":", start, start)], 0)
    sentence = situation.span_of(situation.token, situation.tokens[-2])
    said = "do nothing" if nothing else sentence.text
    write = f"Give it a name of yours, with a colon: `Rest: {said}`."
    return Expectation(sentences.other_form(sentence, "Each thing to choose from has a name.", write), meant)


def numbered_phase(situation: Situation) -> Expectation | None:
    """`phase 1: ...`"""
    if situation.kind != "INT" or situation.previous is None or situation.previous.kind != "PHASE":
        return None
    name = f"Phase {situation.token.text}"
    message = "A phase has a name with a capital."
    finding = sentences.other_form(situation.span, message, "Write for example `phase Harvest:`.")
    return Expectation(finding, situation.with_word("NAME", name, 1))


def nothing_below(situation: Situation) -> Expectation | None:
    """`repeat turns`, with nothing below it"""
    if situation.kind != NEW_LINE or not situation.place or not situation.accepts("COLON"):
        return None
    return Expectation(syntax.missing_colon(situation.span_of(situation.tokens[0], situation.previous)))


def block_beside_sentence(situation: Situation) -> Expectation | None:
    """`setup: shuffle the Deck`, and deeper lines below it"""
    if situation.place not in situation.line.deeper:
        return None
    colon = next((token for token in situation.tokens[: situation.place] if token.kind == "COLON"), None)
    if colon is None or not situation.accepts(NEW_LINE):
        return None
    message = "After a colon comes one sentence, or all of them come below it."
    write = "Move the first sentence to a line of its own below the colon, with the others."
    return Expectation(sentences.other_form(situation.span, message, write))
