"""Mistakes with words: misspelt, missing, too many, with or without a capital, or from another language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rulelang.diagnostics.catalogue import sentences, syntax, words
from rulelang.diagnostics.model import Safety
from rulelang.diagnostics.spelling import close_matches, edit_distance
from rulelang.diagnostics.wording import quoted
from rulelang.tokens.layout import NEW_LINE
from rulelang.tokens.scanner import vocabulary
from rulelang.tokens.token import Token
from rulelang.tree.expectations import words_of_kinds
from rulelang.tree.other_words import (
    ADVICE,
    GERMAN,
    MISPLACED_WORDS,
    NUMBERS,
    OPPOSITES,
    OTHER_WORDS,
    SHAPES,
    SMALL_WORDS,
    WEIGHTY,
)
from rulelang.tree.situation import Expectation, Situation, Sureness

_BEGINNINGS = frozenset(
    {
        "A",
        "An",
        "The",
        "Another",
        "Each",
        "Your",
        "There",
        "If",
        "For",
        "Setup",
        "Play",
        "Scoring",
        "Phase",
        "Variant",
        "To",
    }
)
_WORD = re.compile(r"\S+")
_LETTERS = re.compile(r"\w+")
_LONGEST_NAME = 4
_MOST_MISSING = 3
_SHORTEST_SLIP = 3
_KNOWN = frozenset({*ADVICE, *OTHER_WORDS})
_NEVER_NAMES = frozenset({"both", "sum", "everyone", "anyone", "somebody", "someone", "their", "his", "her", "my"})
_NO_NAMES = frozenset({*ADVICE, *GERMAN, *NUMBERS, "one", *_NEVER_NAMES})
# So many words have to fit behind what may be a name before it is taken for one.
_CONVINCING = 2
# A file of nonsense asks for the same words again and again.
_REMEMBERED = 10_000
_NOUNS = frozenset({"NAME", "PLAYER", "NOUN"})
_NUMBERED_NAME = re.compile(r"(?P<name>.*?\S)(?P<gap>\s+)[0-9]+")
_BEFORE_NUMBERS = (" from ", " at ", ": ", " is ")


def word_with_capital(situation: Situation) -> Expectation | None:
    """`Choose a Tile`"""
    for token in reversed(situation.tokens[: situation.place + 1]):
        if token.kind != "NAME":
            continue
        first = token.text.split()[0]
        word = first[0].lower() + first[1:]
        if word not in vocabulary() and word not in {"as", "instead"}:
            continue
        span = situation.source.span(token.start, token.start + len(first))
        meant = situation.reread(span, word)
        if meant is not None:
            return Expectation(words.word_with_capital(span, word, certain=True), meant)
    return None


def word_in_name(situation: Situation) -> Expectation | None:
    """`4 Figures In Blue's Shelf`"""
    for token in reversed(situation.tokens[max(0, situation.place - 3) : situation.place + 1]):
        if token.kind != "NAME":
            continue
        for found in list(_WORD.finditer(token.text))[1:]:
            word = found.group()[0].lower() + found.group()[1:]
            if word in vocabulary():
                span = situation.source.span(token.start + found.start(), token.start + found.end())
                meant = situation.reread(span, word)
                if meant is not None:
                    return Expectation(words.word_with_capital(span, word, certain=False), meant)
    return None


def begins_with_article(name: Token) -> bool:
    """Is the first word of a name an article, or another with which a rule begins?"""
    return name.text.split(None, 1)[0] in _BEGINNINGS


def article_with_capital(situation: Situation) -> list[Expectation]:
    """`The Bag is a bag`: it fits, but it speaks of a thing called `The Bag`."""
    name = situation.token
    article, *others = _WORD.finditer(name.text)
    # `The Fog Becomes 0`: other words of the language may have capitals, too.
    for wrong in ([article], [article, *(word for word in others if word.group().lower() in vocabulary())]):
        text = name.text
        for word in wrong:
            text = text[: word.start()] + word.group().lower() + text[word.end() :]
        meant = situation.reread(situation.span_of(name), text)
        if meant is not None:
            spans = [situation.source.span(name.start + word.start(), name.start + word.end()) for word in wrong]
            return [
                Expectation(words.word_with_capital(span, span.text.lower(), certain=True), meant) for span in spans
            ]
    return []


def number_in_words(situation: Situation) -> Expectation | None:
    """`gain two Coins`"""
    number = NUMBERS.get(situation.token.text)
    if number is None:
        return None
    meant = situation.with_word("INT", str(number), 1)
    behind = situation.tokens[situation.place + 1]
    if meant is None and not (
        situation.accepts("INT", behind.kind) or (situation.kind == "WORD" and situation.accepts("INT"))
    ):
        return None
    digits = Token("INT", str(number), situation.token.start, situation.token.end)
    return Expectation(words.number_in_words(situation.span, number), meant, (digits,))


def sure_word(situation: Situation) -> Expectation | None:
    """`chose` or `select` for `choose`, where nothing else is wrong with the sentence"""
    if situation.kind != "WORD":
        return None
    word = situation.token.text
    if situation.lenient and word in ADVICE:
        return None
    others = (*OTHER_WORDS.get(word, ()), *SHAPES.get(word, ()) * situation.accepts("SHAPE"))
    rereadings = {other: situation.reread(situation.span, other, convincing=1) for other in others}
    fitting = [other for other, meant in rereadings.items() if meant is not None]
    if fitting:
        # What can be said in several ways is not for a tool to decide.
        fix: Safety = "safe" if len(others) == 1 else "unsafe"
        return Expectation(words.other_word(situation.span, fitting, fix=fix), rereadings[fitting[0]])
    for known in _near(word, situation.machine.accepted()):
        # `return` is no slip for `turn`, but `take` may be one for `takes`.
        if word in _KNOWN and known not in (f"{word}s", word.removesuffix("s")):
            continue
        meant = situation.with_word(vocabulary()[known], known, 1)
        if meant is not None:
            return Expectation(syntax.unknown_word(situation.span, known, certain=True), meant)
    return None


def advised_word(situation: Situation) -> Expectation | None:
    """A word for which the whole sentence is said otherwise here."""
    advice = ADVICE.get(situation.token.text) if situation.kind == "WORD" else None
    if advice is None:
        return None
    if situation.accepts("SHAPE") and situation.token.text in SHAPES:
        return Expectation(words.other_word(situation.span, SHAPES[situation.token.text]))
    # `a discard pile of Cards`
    needless = needless_word(situation) if situation.accepts("SHAPE") else None
    return needless or Expectation(words.other_word(situation.span, (), advice))


def unsure_word(situation: Situation) -> Expectation | None:
    """A word that the language does not have, with those behind it of which nothing better can be said."""
    if situation.kind != "WORD":
        return None
    word, span = situation.token.text, situation.span
    if word in NUMBERS:
        return Expectation(words.number_in_words(span, NUMBERS[word]))
    if word in _KNOWN:
        meant = OTHER_WORDS.get(word, ())
        guess = _guess(situation, meant)
        if not guess and _is_named(situation) and word not in _NO_NAMES:
            # `your score is 5`
            name = Token("NAME", word.capitalize(), situation.token.start, situation.token.end)
            return Expectation(syntax.name_without_capitals(span, False), guess=(name,))
        return Expectation(words.other_word(span, meant), guess=guess)
    # Where a name may stand it is more likely one without its capital than a word that cannot stand here.
    fitting = _near(word, situation.machine.accepted())
    candidates = fitting if situation.accepts("NAME") else (*fitting, *_near(word, None))
    if not candidates:
        return Expectation(syntax.unknown_word(situation.span_of(*_unknown_run(situation)), None))
    return Expectation(syntax.unknown_word(span, candidates[0]), guess=_guess(situation, fitting))


def _is_named(situation: Situation) -> bool:
    """Does a name have to stand here, behind `your` or `the`?"""
    previous = situation.previous
    return previous is not None and previous.text in ("your", "the", "'s") and situation.accepts("NAME")


def _unknown_run(situation: Situation) -> tuple[Token, Token]:
    """The word here, and the last of those right behind it that are as unknown: `the quick brown fox`."""
    last = situation.place
    for place in range(situation.place + 1, len(situation.tokens)):
        token = situation.tokens[place]
        plain = token.kind == "WORD" and token.text not in _NO_NAMES and token.text not in OTHER_WORDS
        # So short a word differs from many by a slip.
        slip = len(token.text) > _SHORTEST_SLIP and _slip_for(token.text) is not None
        if not plain or slip or place in situation.line.deeper or is_used(situation, token.text.capitalize()):
            break
        last = place
    return situation.token, situation.tokens[last]


def _guess(situation: Situation, meant: Sequence[str]) -> tuple[Token, ...]:
    """The first of the words that fits here."""
    fitting = [word for word in meant if vocabulary().get(word) in situation.machine.accepted()]
    token = situation.token
    return (Token(vocabulary()[fitting[0]], fitting[0], token.start, token.end),) if fitting else ()


@lru_cache(_REMEMBERED)
def _near(word: str, kinds: frozenset[str] | None) -> tuple[str, ...]:
    """The words of the language that may be meant: of these kinds, or of any."""
    known = (one for one, kind in vocabulary().items() if one[0].isalpha() and (kinds is None or kind in kinds))
    return close_matches(word, known)


def lower_case_name(situation: Situation) -> Expectation | None:
    """`the dice pool` for `the Dice Pool`"""
    begun = _begun_name(situation)
    for run in _lower_case_runs(situation):
        slips = sum(_slip_for(token.text) is not None for token in run)
        if slips > 1 and slips + sum(token.text in vocabulary() for token in run) == len(run):
            continue
        first = begun or run[0]
        text = " ".join(word[:1].upper() + word[1:] for word in situation.span_of(first, run[-1]).text.split())
        name = Token("NAME", text, first.start, run[-1].end)
        used = is_used(situation, text)
        known = begun is None and all(token.text in vocabulary() for token in run)
        if not used and (known or any(token.text in WEIGHTY for token in run)):
            continue
        convincing = 0 if used else _CONVINCING
        meant = situation.with_instead([] if begun else [name], len(run), convincing)
        if meant is not None:
            meant[situation.place - (begun is not None)] = name
            said = syntax.name_without_capitals(situation.span_of(first, run[-1]), known)
            return Expectation(
                said, meant, sureness=Sureness.SURE if used or not situation.lenient else Sureness.LIKELY
            )
    return None


def action_in_lower_case(situation: Situation) -> Expectation | None:
    """`to Take from Tray:`, and `Take from Tray` wherever that is done"""
    begun, text = _begun_name(situation), situation.source.text
    if begun is None:
        return None
    for head in re.finditer(rf"^ *to ({re.escape(begun.text)} .+?)(?: for an? | written | \[|:)", text, re.MULTILINE):
        # `to Pick a Card` lacks a word in front of what it is given.
        if not text.startswith(head[1], begun.start) or not {"a", "an", "the"}.isdisjoint(head[1].split()):
            continue
        span = situation.source.span(begun.start, begun.start + len(head[1]))
        meant = situation.reread(span, " ".join(word[:1].upper() + word[1:] for word in head[1].split()))
        if meant is not None:
            return Expectation(syntax.name_without_capitals(span, False), meant)
    return None


def is_used(situation: Situation, name: str) -> bool:
    """Does a name stand somewhere in the file, in the singular or in the plural?"""
    *first, last = _LETTERS.findall(name) or [""]
    words = situation.source.words
    if not words.issuperset(first) or not (last in words or f"{last}s" in words or f"{last}es" in words):
        return False
    # Only what may be there is looked for, which takes as long as the file is.
    return re.search(rf"(?<!\w){re.escape(name)}(?:e?s)?(?!\w)", situation.source.text) is not None


def misspelt_further_on(situation: Situation) -> Iterator[Expectation]:
    """Words behind a mistake that are wrong whatever it is: they look like a word of the language or a name in use."""
    for token in situation.tokens[situation.place + 1 :]:
        if token.kind != "WORD":
            continue
        span = situation.span_of(token)
        known = _slip_for(token.text)
        if token.text in _KNOWN:
            yield Expectation(words.other_word(span, OTHER_WORDS.get(token.text, ()), ADVICE.get(token.text)))
        elif is_used(situation, token.text.capitalize()):
            yield Expectation(syntax.name_without_capitals(span, False))
        elif known is not None:
            yield Expectation(syntax.unknown_word(span, known))


@lru_cache(_REMEMBERED)
def _slip_for(word: str) -> str | None:
    """The word of the language that differs from this one by a slip of the pen."""
    if word in vocabulary() or len(word) < _SHORTEST_SLIP:
        return None
    near = close_matches(word, (known for known in vocabulary() if known.isalpha()), limit=1)
    return near[0] if near and edit_distance(word, near[0]) == 1 else None


def likely_name(situation: Situation) -> Expectation | None:
    """A name in lower case in a sentence with more mistakes."""
    if not situation.accepts("NAME"):
        return None
    for run in _lower_case_runs(situation):
        behind = situation.tokens[situation.place + len(run)]
        if situation.accepts("NAME", behind.kind):
            known = all(token.text in vocabulary() for token in run)
            span = situation.span_of(run[0], run[-1])
            name = Token("NAME", span.text.title(), run[0].start, run[-1].end)
            if any(token.text in WEIGHTY for token in run) and not is_used(situation, name.text):
                continue
            return Expectation(syntax.name_without_capitals(span, known), guess=(name,), guessed=len(run))
    return None


def _begun_name(situation: Situation) -> Token | None:
    """A name may have begun with a capital: `Dice pool`."""
    previous = situation.previous
    if previous is None or previous.kind != "NAME" or "\n" in situation.gap.text:
        return None
    return previous


def _lower_case_runs(situation: Situation) -> Iterator[list[Token]]:
    """The next word, the next two words, and so on, as long as they may be a name."""
    run: list[Token] = []
    for place in range(situation.place, min(situation.place + _LONGEST_NAME, len(situation.tokens))):
        token = situation.tokens[place]
        plain = token.text[:1].islower() and token.kind != "COORD" and token.text not in SMALL_WORDS
        if not plain or (run and place in situation.line.deeper):
            return
        if token.text in _NO_NAMES and not is_used(situation, token.text.capitalize()):
            return
        run.append(token)
        yield run


def number_in_name(situation: Situation) -> Expectation | None:
    """`a Price 2 to 4`: a number behind a name is taken for a part of the name."""
    previous = situation.previous
    numbered = _NUMBERED_NAME.fullmatch(previous.text) if previous and previous.kind == "NAME" else None
    if previous is None or numbered is None:
        return None
    start, end = previous.start + numbered.start("gap"), previous.start + numbered.end("gap")
    for between in _BEFORE_NUMBERS:
        meant = situation.reread(situation.source.span(start, end), between)
        if meant is not None:
            number = situation.source.span(end, previous.end)
            return Expectation(words.missing_word(number, [quoted(between.strip())], between.strip()), meant)
    return None


def repeated_word(situation: Situation) -> Expectation | None:
    """`the the Bag`"""
    last = situation.place + (1 if situation.lenient else 2)
    beside = [token.text for token in situation.tokens[max(0, situation.place - 1) : last]]
    return needless_word(situation) if beside.count(situation.token.text) > 1 else None


def missing_word(situation: Situation) -> Expectation | None:
    """A word was left out."""
    if situation.accepts("INT", situation.kind) and situation.accepts("ALL", situation.kind):
        return _how_many(situation)
    fitting = [kind for kind in _fitting(situation, dropped=0) if kind != NEW_LINE]
    if "_ART" in fitting and len(fitting) > _MOST_MISSING and situation.kind in _NOUNS:
        fitting = ["_ART"]
    if not fitting or len(fitting) > _MOST_MISSING:
        return None
    if fitting == ["NAME"]:
        return Expectation(words.missing_word(situation.span, ["a Capitalised term"]))
    missing = [_word_for(kind, situation.token) for kind in fitting if kind in words_of_kinds()]
    if len(missing) < len(fitting):
        return None
    meant = situation.with_word(fitting[0], missing[0], 0) if len(fitting) == 1 else None
    fix = missing[0] if len(missing) == 1 and (missing[0][0].isalpha() or missing[0] == "|") else None
    return Expectation(words.missing_word(situation.span, [quoted(word) for word in missing], fix), meant)


def _how_many(situation: Situation) -> Expectation:
    """`choose empty Stall`, `draw Card from the Deck`"""
    kind, one = ("_ART", "a") if situation.accepts("_ART", situation.kind) else ("INT", "1")
    last = next((token for token in situation.tokens[situation.place :] if token.kind in _NOUNS), situation.token)
    said = sentences.missing_article(situation.span_of(situation.token, last), one)
    start = situation.token.start
    return Expectation(said, situation.with_word(kind, one, 0), guess=(Token(kind, one, start, start),), guessed=0)


def wrong_word(situation: Situation) -> Expectation | None:
    """A word of the language in place of the only one that fits."""
    if not situation.token.text[:1].isalpha() or (situation.kind == "OF" and situation.with_instead((), 1)):
        return None
    fitting = _fitting(situation, dropped=1)
    if situation.kind == "NAME" and fitting == ["_IS"]:
        name, message = situation.token.text, "What you have defined is asked with `is`."
        write = f"Write `is {name} for`, and define `is {name} for a ... if ...`, or use a word that reads better."
        return Expectation(sentences.other_form(situation.span, message, write))
    if situation.kind == "NAME" or len(fitting) != 1 or fitting[0] not in words_of_kinds():
        return None
    known = words_of_kinds()[fitting[0]]
    # `first` for `top`; `chooses` for `does`, `choose` for `do`
    meant = [word for word in MISPLACED_WORDS.get(situation.token.text, ()) if word in known]
    likely = _word_for(fitting[0], situation.token)
    word = next((word for word in known if word[-1] == "s" == situation.token.text[-1]), likely)
    word = meant[0] if meant else word
    if not word[0].isalpha() or situation.token.text in WEIGHTY or {word, situation.token.text} in OPPOSITES:
        return None
    return Expectation(words.other_word(situation.span, [word], fix="unsafe"), situation.with_word(fitting[0], word, 1))


def article_before_your(situation: Situation) -> Expectation | None:
    """`the your Hand`"""
    article = situation.previous
    if situation.token.text != "your" or article is None or article.text not in ("a", "an", "the"):
        return None
    meant = situation.reread(situation.source.span(article.start, situation.token.start), "")
    return Expectation(words.needless_word(situation.span_of(article)), meant) if meant else None


def needless_word(situation: Situation) -> Expectation | None:
    """A word that is too much. Without `never` or `opponent` the sentence would say something else."""
    text = situation.token.text
    before = (token.text for token in situation.tokens[: situation.place])
    if situation.kind == NEW_LINE or (text in WEIGHTY and text not in before):
        return None
    meant = situation.with_instead((), 1)
    return Expectation(words.needless_word(situation.span), meant) if meant else None


def _fitting(situation: Situation, dropped: int) -> list[str]:
    """The kinds of tokens with which the sentence would fit."""
    kinds = sorted(kind for kind in situation.machine.accepted() if "/" not in kind)
    return [kind for kind in kinds if situation.with_word(kind, "", dropped) is not None]


def _word_for(kind: str, following: Token) -> str:
    if kind == "_ART":
        return "an" if following.text[:1] in "AEIOU" else "a"
    if kind == "ARG":
        return "for"
    return words_of_kinds()[kind][0]
