"""Phrases in the order of everyday speech, and the order of this language."""

from __future__ import annotations

import re
from itertools import takewhile

from rulelang.diagnostics.catalogue import sentences, words
from rulelang.diagnostics.wording import quoted
from rulelang.source import Span
from rulelang.tokens.layout import NEW_LINE
from rulelang.tokens.token import Token
from rulelang.tree.situation import Expectation, Situation

_NOUNS = frozenset({"NAME", "PLAYER", "NOUN"})
_ARTICLES = frozenset({"THE", "_ART", "YOUR", "ANOTHER", "ITS"})
_CALCULATIONS = frozenset({"PLUS", "MINUS", "TIMES", "DIVIDED"})
_ASKED = frozenset({"has", "have", "is", "are", "if", "only if", "and", "or", "until", "where", "while", "as soon as"})
_PLACED = frozenset({"in", "on", "from", "among"})
_RELATED = frozenset({"next", "connected", "beyond", "toward", "with"})
_FILTERS = frozenset({"in", "on", "from", "among", "next", "of", "with", "toward", "beyond", "connected"})
_OVER = frozenset({",", ":", "\n", ""})
_GOES_ON = frozenset({"if", "to", "plus", "minus", "times", "divided"})
_BY_ORDER = frozenset({"first", "last", "only"})
_DICE = re.compile(r"[0-9]*d[0-9]+")
_LEFT_OUT = frozenset({"pass", "skip", "nothing", "none", "not", "do"})
_TELLING = frozenset({"when", "then"})


def _instead(
    situation: Situation, whole: Span, text: str, message: str, at: Span | None = None, sure: bool = True
) -> Expectation | None:
    """Other words for some of the sentence. What is not `sure` is only meant if the sentence can be read with them."""
    meant = situation.reread(whole, text)
    if meant is None and not sure:
        return None
    said = sentences.other_form(whole if at is None else at, message, f"Write `{text}`.", fix=(whole, text))
    return Expectation(said, meant)


def turned_round(situation: Situation) -> Expectation | None:
    """`the Price of the Contract`, `the Price of the last Contract in the Row`"""
    tokens, place = situation.tokens, situation.place
    each_has = [token.kind for token in tokens[:3]] == ["EACH", "PLAYER", "_HAS"]
    if situation.kind != "OF" or place < 2 or tokens[place - 1].kind not in _NOUNS or each_has:
        return None
    if [token.text for token in tokens[place + 1 : place + 2]] == ["the"] and tokens[place + 2].text in _BY_ORDER:
        return _with_a_name(situation, tokens[place + 2], tokens[place + 3], tokens[place - 1])
    if [token.text for token in tokens[place + 1 : place + 4]] == ["the", "player", "after"]:
        return Expectation(sentences.player_after_has(situation.span, tokens[place - 1].text))
    first = place - 2 if tokens[place - 2].kind in _ARTICLES else place - 1
    owner = place + 2 if tokens[place + 1].kind in _ARTICLES else place + 1
    if tokens[place - 2].kind not in {"THE", "_ART"} or tokens[owner].kind not in _NOUNS:
        return None
    while tokens[owner + 1].kind == "_POSSESSIVE" and tokens[owner + 2].kind in _NOUNS:
        owner += 2
    whole = situation.span_of(tokens[first], tokens[owner])
    said = situation.span_of(tokens[place + 1], tokens[owner]).text
    text = f"{said}'s {tokens[place - 1].text}"
    if tokens[owner + 1].text in _PLACED and tokens[place + 1].kind == "THE":
        name, where = tokens[owner].text, tokens[owner + 1].text
        message = f"`the {name}` is one that was mentioned before; this does not say which one lies there."
        asked = f"the Top's {tokens[place - 1].text}"
        write = f"Write `remember the only {name} {where} ... as Top` before, and here `{asked}`."
        if not situation.inside_play:
            write = f"Write a line `the Top is the only {name} {where} ...` of its own, and here `{asked}`."
        return Expectation(sentences.other_form(situation.span, message, write))
    return _instead(situation, whole, text, "What a thing has comes after it, with `'s`.", situation.span)


def _with_a_name(situation: Situation, order: Token, noun: Token, what: Token) -> Expectation:
    """`the first Contract's Price`, `the Price of the first Contract`"""
    message = "What a thing has comes after it, with `'s`, and the thing needs a name."
    write = f"Write a line `the Top is the {order.text} {noun.text} ...` of its own, and here `the Top's {what.text}`."
    return Expectation(sentences.other_form(situation.span, message, write))


def unnamed_number(situation: Situation) -> Expectation | None:
    """`gain as many Coins as the number`"""
    for place in (situation.place, situation.place - 1):
        the, *rest = situation.tokens[max(0, place - 1) : place + 2]
        if the.kind == "THE" and [token.text for token in rest[:1]] == ["number"] and rest[-1].text != "of":
            whole = situation.span_of(the, rest[0])
            return Expectation(sentences.unnamed_number(whole), situation.reread(whole, "the Number"))
    return None


def owner_in_front(situation: Situation) -> Expectation | None:
    """`all the player's Herons`, `the number of the player's Herons`"""
    for start in range(max(0, situation.place - 2), situation.place + 2):
        run = situation.tokens[start : start + 4]
        if len(run) == 4 and run[0].kind == "THE" and run[1].kind in _NOUNS and run[2].kind == "_POSSESSIVE":
            what = run[3]
        elif len(run) > 2 and run[0].kind == "NAME" and run[1].kind == "_POSSESSIVE":
            what = run[2]
            if situation.tokens[start - 1].text in _BY_ORDER:
                return _with_a_name(situation, situation.tokens[start - 1], run[0], what)
        else:
            continue
        owner = situation.span_of(run[0], run[1] if run[0].kind == "THE" else None).text
        counted = start > 1 and [token.kind for token in situation.tokens[start - 2 : start]] == ["INT", "OF"]
        whole = situation.span_of(situation.tokens[start - 1] if counted else run[0], what)
        text = f"{what.text} of {owner}"
        message = "Where things are counted or chosen, their owner comes after them."
        if what.kind == "NAME" and (found := _instead(situation, whole, text, message, sure=False)) is not None:
            return found
    return None


def calculated_amount(situation: Situation) -> Expectation | None:
    """`draw 3 minus the Debt Cards`"""
    previous = situation.previous
    if situation.kind not in _CALCULATIONS or previous is None or previous.kind != "INT" or situation.accepts("MINUS"):
        return None
    if not any(token.kind in situation.machine.table.beginnings["_statement"] for token in situation.tokens[:-1]):
        return None
    verb = situation.tokens[situation.place - 2].text
    move = verb.startswith(("draw", "move"))
    form = f"{verb} as many Cards from the Deck as 3 minus your Debt to your Hand" if move else None
    form = form or f"{verb} as many Coins as 3 minus your Debt"
    message = "A number that is worked out comes after what is counted, with `as`."
    return Expectation(sentences.other_form(situation.span, message, f"Write for example `{form}`."))


def already_spoken_of(situation: Situation) -> Expectation | None:
    """`move the Card in your Slot to the Box`"""
    tokens, place = situation.tokens, situation.place
    if situation.token.text not in (*_PLACED, *_RELATED) or place < 2:
        return None
    if tokens[place - 1].kind not in _NOUNS or tokens[place - 2].kind != "THE":
        return None
    the, name = tokens[place - 2], tokens[place - 1].text
    word = situation.token.text
    texts = [token.text for token in tokens[:place]]
    if word == "from" and texts[-3:-2] == ["as"] and "many" in texts:
        things = texts[texts.index("many") + 1]
        message = "Where they come from is said before how many they are."
        write = f"Write `as many {things} from ... as the {name}`, and then where they go."
        return Expectation(sentences.other_form(situation.span_of(the, situation.token), message, write))
    which = "the first" if word == "with" else "the only"
    meant = situation.reread(situation.span_of(the), which)
    if meant is None:
        return None
    message = f"`the {name}` is one that was mentioned before, wherever it lies now."
    write = f"Write `the only {name} {word} ...` or `the first {name} {word} ...`, or first `choose a {name} ...`."
    fix = (situation.span_of(the), which)
    return Expectation(sentences.other_form(situation.span_of(the, situation.token), message, write, fix=fix), meant)


def one_of_yours(situation: Situation) -> Expectation | None:
    """`it has one of your Pawns`, `any of your Pawns is on it`"""
    tokens, place = situation.tokens, situation.place
    for first in range(max(place - 4, 1), place + 1):
        words = [token.text for token in tokens[first - 1 : first + 3]]
        if words[0] in _ASKED and words[1] in ("one", "1", "any") and words[2:] == ["of", "your"]:
            message = "Where it is asked what there is, the owner stands behind it."
            write = "Write `it has a Pawn of you`, `there is a Pawn of you on it` or `any Pawn of you is on it`."
            span = situation.span_of(tokens[first], tokens[first + 2])
            return Expectation(sentences.other_form(span, message, write))
    return None


def owner_in_brackets(situation: Situation) -> Expectation | None:
    """`(the first Card in the Deck)'s Suit`"""
    if situation.kind != "_POSSESSIVE" or situation.previous is None or situation.previous.kind != "RPAR":
        return None
    message = "`'s` cannot stand behind a bracket."
    write = "Name the thing first: `remember the first Card in the Deck as Top`, then write `the Top's Suit`."
    return Expectation(sentences.other_form(situation.span, message, write))


def there_is_name(situation: Situation) -> Expectation | None:
    """`there is Reed 3 in Ann's Hand`"""
    tokens, place = situation.tokens, situation.place
    if situation.kind != "NAME" or [token.kind for token in tokens[place - 2 : place]] != ["THERE", "_IS"]:
        return None
    name = situation.token.text
    article = "an" if name[0] in "AEIOU" else "a"
    meant = situation.reread(situation.span, f"{article} {name}")
    write = f"Write `there is {article} {name} ...` for one of a kind, or `{name} is ...` for a thing with that name."
    return Expectation(
        sentences.other_form(situation.span, "`there is` does not say how many there are.", write), meant
    )


def whose_opponent(situation: Situation) -> Expectation | None:
    """`opponent loses 1 Coin`"""
    if situation.token.text not in ("opponent", "opponents"):
        return None
    whose = f"your {situation.token.text}"
    meant = situation.reread(situation.span, whose, convincing=1)
    return Expectation(words.other_word(situation.span, [whose], fix="safe"), meant) if meant else None


def you_for_your(situation: Situation) -> Expectation | None:
    """`a Card in you Hand`, `where it Rank is 1`"""
    previous = situation.previous
    whose = {"you": "your", "it": "its"}.get(previous.text) if previous is not None else None
    if previous is None or whose is None or situation.kind not in _NOUNS:
        return None
    span = situation.span_of(previous)
    meant = situation.reread(span, whose)
    return Expectation(words.other_word(span, [whose], fix="safe"), meant) if meant else None


def most_for_highest(situation: Situation) -> Expectation | None:
    """`the player with the most Points`"""
    word = {"most": "highest", "least": "lowest", "fewer": "lowest"}.get(situation.token.text)
    if word is None:
        return None
    meant = situation.reread(situation.span, word)
    if meant is not None:
        return Expectation(words.other_word(situation.span, [word], fix="safe"), meant)
    # `with most Points`; `with the most Points, then the most Coins`: as often as it stands there.
    form, said = rf"(?:the )?{situation.token.text}\b", f"the {word}"
    previous = situation.previous
    first = previous if previous is not None and previous.kind == "THE" else situation.token
    rest = situation.span_of(first, situation.tokens[-2])
    meant = situation.reread(rest, re.sub(form, said, rest.text))
    once = situation.span_of(first, situation.token)
    return Expectation(words.other_word(once, [said], fix="unsafe"), meant) if meant else None


def given_to_action(situation: Situation) -> Expectation | None:
    """`Work the Machine`, `Run with the Hound`, where `to Work for a Machine` describes the action"""
    previous = situation.previous
    if previous is None or previous.kind != "NAME" or not situation.accepts("ARG"):
        return None
    names = f"{re.escape(previous.text)}|{re.escape(previous.text.removesuffix('s'))}"
    described = re.search(rf"^[ \t]*to (?:{names}) (for|over|at|against)\b", situation.source.text, re.MULTILINE)
    if described is None:
        return None
    word = described[1]
    inserted = situation.with_word("ARG", word, 0)
    if inserted is None and (meant := situation.with_word("ARG", word, 1)) is not None:
        return Expectation(words.other_word(situation.span, [word], fix="unsafe"), meant)
    missing = words.missing_word(situation.span, [quoted(word)], word)
    return Expectation(missing, inserted) if inserted else None


def words_of_menu(situation: Situation) -> Expectation | None:
    """`when Ann chooses build Cog`, where `written "build {Ship}"` says what a menu shows"""
    tokens, place = situation.tokens, situation.place
    before = [index for index, token in enumerate(tokens[: place + 1]) if token.kind in {"CHOOSE", "COMMA"}]
    if tokens[0].text not in _TELLING or not before or not situation.accepts("STRING") or before[-1] >= len(tokens) - 2:
        return None
    behind = takewhile(lambda token: token.kind not in {"COMMA", NEW_LINE}, tokens[before[-1] + 1 :])
    whole = situation.span_of(tokens[before[-1] + 1], [*behind][-1])
    # What has words of its own: anything fits `{Card}`.
    shown = re.findall(r"\bwritten \"([^\"\n]*?(?<![\w{])[a-z][^\"\n]*)\"", situation.source.text)
    if not any(re.fullmatch(re.sub(r"\\\{.*?\\\}", ".+", re.escape(text)), whole.text) for text in shown):
        return None
    return _instead(situation, whole, f'"{whole.text}"', "What a menu shows is told in quotes.")


def whose_turn(situation: Situation) -> Expectation | None:
    """`if it is your turn: ...`"""
    previous = situation.previous
    if situation.kind != "TURN" or previous is None or previous.kind not in {"YOUR", "_POSSESSIVE"}:
        return None
    message = "A rule cannot ask whose turn it is: `you` are the player whose turn it is."
    write = "Put what only this player may do into an action of the turn."
    if situation.tokens[0].text == "then":
        message, write = "In an example, `it is` says whose turn it is.", "Write for example `then it is Ann's turn`."
    return Expectation(sentences.other_form(situation.span_of(previous, situation.token), message, write))


def dice_in_short(situation: Situation) -> Expectation | None:
    """`roll 2d6`"""
    if situation.kind != "WORD" or not _DICE.fullmatch(situation.token.text):
        return None
    message = "Dice are components of the game, with faces."
    write = "Write `a Die is a die with faces 1, 2, 3, 4, 5, 6`, then `roll the Die`, then `the Die's value`."
    return Expectation(sentences.other_form(situation.span, message, write))


def filter_behind_where(situation: Situation) -> Expectation | None:
    """`there are 2 Cards where its Rank is 1 in the Row`"""
    before = situation.tokens[: situation.place]
    where = next((token for token in reversed(before) if token.text == "where"), None)
    if where is None or situation.token.text not in _FILTERS:
        return None
    *_, last = takewhile(
        lambda token: token.text[:1] not in _OVER and token.text not in _GOES_ON, situation.tokens[situation.place :]
    )
    behind, condition = situation.span_of(situation.token, last), situation.span_of(where, before[-1])
    if [token.kind for token in before[-2:]] in (["THE", "PLAYER"], ["THE", "NAME"]) and where not in before[-2:]:
        noun = before[-1].text
        message = f"`the {noun}` is one that was mentioned before; this does not say which one it is."
        span = situation.span_of(before[-2], last)
        return _instead(situation, span, f"the only {noun} {behind.text}", message, sure=False)
    message = "`where` comes last: what stands behind it is taken for a part of its condition."
    whole, text = situation.span_of(where, last), f"{behind.text} {condition.text}"
    if situation.tokens[situation.tokens.index(last) + 1].kind in _CALCULATIONS:
        write = f"Write `{text}`, and everything that is counted in brackets."
        return Expectation(sentences.other_form(situation.span, message, write))
    return _instead(situation, whole, text, message, situation.span, sure=False)


def told_by_choosing(situation: Situation) -> Expectation | None:
    """`when Ann rests`, `when the Die shows 6`"""
    tokens, place = situation.tokens, situation.place
    if tokens[0].text != "when" or not situation.accepts("CHOOSE") or place < 2 or situation.kind == "CHOOSE":
        return None
    number = next((token.text for token in tokens[place:] if token.kind == "INT"), None)
    if number is not None and (tokens[1].kind == "THE" or situation.kind == "ROLL"):
        message, write = "What dice show is told of chance.", f"Write `when chance chooses {number}`."
    else:
        message = "A move is told by what is chosen in it, as the menu shows it."
        write = f"Write for example `when {situation.span_of(tokens[1], tokens[place - 1]).text} chooses Rest`."
    return Expectation(sentences.other_form(situation.span_of(situation.token, tokens[-2]), message, write))


def told_yes(situation: Situation) -> Expectation | None:
    """`when Ann chooses yes`"""
    if situation.token.text not in {"yes", "no"} or not situation.accepts("ANYTHING"):
        return None
    message = "What is chosen is told by its name."
    write = "Write the name that the menu shows, or `anything`; whoever wants none of it chooses `nothing`."
    return Expectation(sentences.other_form(situation.span, message, write))


def may_be_left_out(situation: Situation) -> Expectation | None:
    """`choose a Card from your Hand or pass`"""
    if situation.kind != "OR" or situation.tokens[situation.place + 1].text not in _LEFT_OUT:
        return None
    span = situation.span_of(situation.token, situation.tokens[situation.place + 1])
    message = "`may` says what a player is free to leave out."
    return Expectation(sentences.other_form(span, message, "Write for example `you may choose a Card from your Hand`."))


def list_with_and(situation: Situation) -> Expectation | None:
    """`2 Fool and 1 King`"""
    if situation.token.text not in {"and", "or"} or not situation.accepts("COMMA"):
        return None
    behind = situation.tokens[situation.place + 1]
    meant = situation.with_word("COMMA", ",", 1)
    if meant is None and not situation.accepts("COMMA", behind.kind):
        return None
    message = f"The parts of a list are separated by commas, not by `{situation.token.text}`."
    return Expectation(sentences.other_form(situation.span, message, "Write `,`.", fix=(situation.gap, ",")), meant)
