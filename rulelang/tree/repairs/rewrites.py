"""Everyday phrasings that are put into words of this language piece by piece: what is said, and what to write."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from rulelang.diagnostics.catalogue import sentences
from rulelang.diagnostics.spelling import closest
from rulelang.source import Span
from rulelang.tree.situation import Expectation, Situation

Made: TypeAlias = Callable[[re.Match[str], str], str | None]

_MOST_FACES = 20
_LONGEST = 500
_GOING_DOWN = re.compile(r"decreas|fall|drop|go(es)? down")
_WHOSE = re.compile(r"\b(?:the owner's|its owner's|your|their)(?= )")
_PLAYERS = frozenset({"player", "seat", "side", "team", "color", "colour"})


class Rewrite(NamedTuple):
    """Words of a sentence in which it comes to a halt, and others with which it can be read."""

    pattern: re.Pattern[str]
    instead: str | Made
    """As `re` writes it, or made from what was found and from the whole rulebook."""
    message: str
    sure: bool = False
    """Is it meant even if the sentence cannot be read with the other words either?"""

    def made(self, found: re.Match[str], rulebook: str) -> str | None:
        """What to write for what was found."""
        return found.expand(self.instead) if isinstance(self.instead, str) else self.instead(found, rulebook)


def _faces(found: re.Match[str], _rulebook: str) -> str | None:
    faces = _faces_of(int(found[1]), int(found[2]))
    return faces and faces.removeprefix("with ")


def _faces_of(first: int, last: int) -> str | None:
    if not 0 < last - first < _MOST_FACES:
        return None
    return "with faces " + ", ".join(str(face) for face in range(first, last + 1))


def _kind(found: re.Match[str], _rulebook: str) -> str:
    return f"a{'n' * (found[1][0] in 'AEIOU')} {found[1]} is one of {found[2]}"


def _one_of(found: re.Match[str], _rulebook: str) -> str:
    return f"{found[1]} one of {re.sub(r',? (?:or|and) ', ', ', found[2])}"


def _room(found: re.Match[str], _rulebook: str) -> str:
    return f"{found[1]} of up to {found[2] if found[2].isdigit() else 1} {found[3]}"


def _set_variable(found: re.Match[str], rulebook: str) -> str | None:
    declared = re.search(rf"^the {re.escape(found[1])} is an? ", rulebook, re.MULTILINE)
    return f", then the {found[1]} becomes it" if declared else None


def _of_side(found: re.Match[str], rulebook: str) -> str | None:
    sides = re.search(r"^the sides are (.+)$", rulebook, re.MULTILINE)
    if not sides or found[1] not in sides[1].split(", "):
        return None
    return f"{found[1] if found[2][4].isdigit() else 'each player'} {found[2]}"


def _changed(found: re.Match[str], _rulebook: str) -> str:
    what, down, by = found[1], _GOING_DOWN.match(found[2]), found[3]
    owner, _, name = what.partition(" ")
    if by.isdigit() and owner in ("the", "your"):
        return f"{'lose' if down else 'gain'} {by} {name}"
    return f"{what} becomes {what} {'minus' if down else 'plus'} {by}"


def _of_nth_player(found: re.Match[str], _rulebook: str) -> str:
    return _nth("", found["nth"], f"'s {found['what']}{found['behind']}")


def _nth_player(found: re.Match[str], _rulebook: str) -> str:
    return _nth(found["before"], found["nth"], found["behind"])


def _nth(before: str, nth: str, behind: str) -> str:
    named = f"remember the {'last' if nth == 'last' else 'first'} player as Lead, then "
    if nth != "second":
        return f"{named}{before}the Lead{behind}"
    if not behind.startswith("'"):
        return f"{named}{before}the player after the Lead{behind}"
    return f"{named}remember the player after the Lead as Follower, then {before}the Follower{behind}"


def _discarded(found: re.Match[str], rulebook: str) -> str | None:
    verb, number, what, where = found.groups()
    where = where or (" from your Hand" if re.search(r"\bhas a Hand\b", rulebook) else "")
    if number:
        return f"choose{verb} {number} {what}{where}, then move{verb} the {what} to the Discard"
    return f"choose{verb} a {what}{where}, then move{verb} it to the Discard"


def _compared(found: re.Match[str], rulebook: str) -> str | None:
    one, than, what, other = found.groups()
    if not re.search(rf"\bhas {what} from\b", rulebook):
        return None
    has, others = ("your" if who == "you" else f"{who}'s" for who in (one, other))
    return f"{has} {what} are {'more' if than == 'more' else 'less'} than {others} {what}"


def _at_least(found: re.Match[str], _rulebook: str) -> str:
    return f"at {'least' if found[3] == 'more' else 'most'} {found[1]}{found[2] or ''}"


def _becomes(found: re.Match[str], _rulebook: str) -> str | None:
    now = "now" in found[0] or re.search(r"^(?:you|it) |[:,] ", found.string[: found.start()])
    return f"become{'s' * found[0].startswith('is')}" if now else None


def _several(name: str, rulebook: str) -> str:
    return f"{name}s" if f"{name.rsplit(maxsplit=1)[-1]}s" in rulebook else name


def _down_to(found: re.Match[str], rulebook: str) -> str:
    one = found[2].removesuffix("s").capitalize()
    times = f"(the number of {_several(one, rulebook)} in your Hand) minus {found[1]}"
    return f"repeat as many times as {times}: choose a {one} in your Hand, then move it to the Discard"


def _all(found: re.Match[str], rulebook: str) -> str:
    return f"{found[1]} all {_several(found[2], rulebook)}"


def _number_of(found: re.Match[str], rulebook: str) -> str:
    number = f"the number of {_several(found[2], rulebook)}{found[3]}"
    return number if found[1] == "1" else f"{found[1]} times ({number})"


def _in_turn_order(found: re.Match[str], _rulebook: str) -> str:
    return "in reverse turn order" if re.search(r"reverse|counter|anti", found[0]) else "in turn order"


def _named_values(found: re.Match[str], _rulebook: str) -> str:
    one = found[1].lower()
    # A letter is missing or too many; `the sizes` are another word.
    slip = len(one) != len("side") and closest(f"{one}s", ["sides"]) is not None
    meant = one in _PLAYERS or slip
    return f"the sides are {found[2]}" if meant else f"a {one.capitalize()} is one of {found[2]}"


_NAME: Final = r"[A-Z]\w*(?: [A-Z]\w*)*"
_CHANGES: Final = r"increases?|rises?|decreases?|falls?|drops?|go(?:es)? (?:up|down)"
_OF_ACTION: Final = r"(you|a player|another player|your opponent) ((?!Is |Are |Have |Has )NAME)"
_LISTED: Final = "The values of a kind are listed after `one of`."
_OF_EACH: Final = "What all players do or have is said of `each player`."
_REWRITES: Final = tuple(
    Rewrite(re.compile(pattern.replace("NAME", _NAME)), *rest)
    for pattern, *rest in (
        (r"\byour (turn|round|phase)\b", r"the \1", "It is the turn of the player who acts, whoever that is."),
        (r"\b(NAME) you own(?:ed)?\b", r"your \1", "What belongs to you is yours.", True),
        (
            r"\bjust (1\b|\d+)",
            lambda found, _: "just one" if found[1] == "1" else found[1],
            "A number by itself means exactly that many; `just` is only used before `one`.",
        ),
        (r"\b(chooses?) not\b", r"not \1", "`not` comes before what may not be done."),
        (r"^(?:players|(?:all|every) players?)\b", "each player", _OF_EACH),
        (r"^(?:players|(?:all|every) players?)\b", "each player:", _OF_EACH),
        (r"\b(\d+)( NAME)? or (more|less|fewer)\b", _at_least, "`at least` and `at most` stand before the number."),
        (
            r"^(NAME)s are ([a-z]+)s\b",
            lambda found, _: f"a{'n' * (found[1][0] in 'AEIOU')} {found[1]} is a {found[2]}",
            "A sort of piece is introduced by saying what one of them is.",
        ),
        (
            r"\bis not (?=[A-Z])",
            "is never ",
            "A rule says what is true. What is not true needs no rule, or one with `never`.",
        ),
        (r"\bnot (becomes?|is|are)\b", r"\1 not", "`not` comes behind `is` and `becomes`."),
        (r"\b(?:is|are)(?: now)?\b", _becomes, "What changes becomes something."),
        (
            r"\bthere is ((?:the|your|its) [^:]+?) (?=in |on |among )",
            r"\1 is ",
            "Where a thing lies that is known is said behind it.",
        ),
        (
            r"\b(you|the player|NAME) ha(?:s|ve) (more|fewer|less) (NAME) than (you(?:r opponent)?|NAME)(?=$|:)",
            _compared,
            "Two numbers are compared with `is` or `are`.",
        ),
        (
            r"\b(gains?|loses?|pays?) (NAME) equal to (.+)$",
            r"\1 as many \2 as \3",
            "How much it is comes after `as`.",
        ),
        (r"\b(is|are) equal to\b", r"\1", "Whether two are the same is asked with `is`."),
        (r"\bfor every (?=[A-Za-z])", "for each ", "What is counted one by one stands behind `for each`."),
        (r"\b(gains?|loses?|pays?) an? (NAME(?: |$))", r"\1 1 \2", "An amount begins with a number."),
        (
            r"\bremember(s?) (?:all (?:of )?)?(?:the |your |)(NAMEs) ((?:in|on|from|among) .+) as (NAME)$",
            r"choose\1 all \2 \3 as \4",
            "One thing or number is remembered, and several are chosen.",
        ),
        (
            r"^(the (?:first|last|only) NAME .+?) (becomes?|is|are) ([^:]+)$",
            r"remember \1 as Found, then the Found becomes \3",
            "What is looked for gets a name before something happens to it.",
        ),
        (
            r"\b(the (?:total|highest|lowest) NAME) of ([^:]+?) ((?:for|over|at|against) (?:the |)NAME)",
            r"\1 \3 of \2",
            "What a number depends on stands right behind its name.",
        ),
        (
            r"\b(?:between|of) (\d+) (?:and|to) (\d+)\b(?! [A-Z])",
            r"from \1 to \2",
            "The bounds of a number are said with `from` and `to`.",
        ),
        (r"\bone of the following(?: actions| options)?\b", "one", "What there is to choose from stands below it."),
        (r"^(choose[^:\n]+): (?=[a-z])", r"\1, then ", "What is done with what was chosen comes after `, then`."),
        (
            r"\b(gain|lose|pay)(s?) (\d+) (NAME) of (?:your|their|its) choice\b",
            r"choose\2 a \4, then \1\2 \3 \4",
            "What is free to choose is chosen first.",
        ),
        (
            r"\b(gain|lose|pay)(s?) (\d+) (?:to|or) (\d+) (NAME)",
            r"choose\2 a number from \3 to \4 as Amount, then \1\2 as many \5 as the Amount",
            "A number that somebody is free to choose is chosen before.",
        ),
        (r"\bmay choose to\b", "may", "`may` leaves the choice."),
        (r"\b(?:has |have )?won$|\bis the winner$", "wins", "Who has won is said with `wins`."),
        (
            r"^(?:each player|(?:all |the )?players|every player) may\b",
            "each player: you may",
            "What each player may do comes below `each player`.",
            True,
        ),
        (
            r"^(?:each opponent|all (?:the )?(?:other players|opponents)) ",
            "each other player: ",
            "What others do comes below `each other player`.",
        ),
        (
            r"\bin (?:reverse |(?:counter-?|anti-?|)clockwise )?order(?! of)",
            _in_turn_order,
            "Players act in turn order.",
            True,
        ),
        (r"\b(?:on|onto|to)(?: the)? (top|bottom) of\b", r"to the \1 of", "Where a thing goes is said with `to`."),
        (
            r"\b((?:move|turn|roll|show)s?) (?:every|each) (NAME)\b",
            _all,
            "All things that are in a place are `all` of them.",
        ),
        (
            r"(?:\byou )?\b(?:must|shall|should|have to|has to) ([a-z]+)",
            r"\1",
            "What a rule says has to be done, unless it says `may`.",
        ),
        (r"\b(chooses?) (?:(?:one|any) )?other\b(?! \w+s\b)", r"\1 another", "One that is not yet known is `another`."),
        (
            r"\b(chooses?) (?:one|any) (?!of\b|number\b|:)",
            r"\1 a ",
            "What a player is free to choose is introduced with `a`.",
        ),
        (
            r",? if (?:able|possible|(?:you|they) can)$",
            " if possible",
            "What is left out where it cannot be done ends in `if possible`.",
        ),
        (r"^(each player), (in [^:,]+), ", r"\1 \2 ", "The order of players stands behind `each player`."),
        (
            r"^(given .+?) (is|are) (?:about|to|going to) (?=[A-Z])",
            r"\1 \2 about to ",
            "Who does what next is said with `about to`.",
        ),
        (r"\bas (soon|long) (?!as\b)", r"as \1 as ", "These words begin a condition together."),
        (r"^(?:each|every) (?=[A-Z][^:]*:)", "for each ", "Things are gone through with `for each`."),
        (r"^nothing happens$", "do nothing", "What happens is done."),
        (
            r"\b(?:the|your) (phase|round|turn) ends?\b(?: now\b)?",
            r"end the \1",
            "Only the game ends in these words; a part of it is ended with `end`.",
            True,
        ),
        (r"\bout of ((?:your |the |its |)NAME)", r"from \1", "Where something comes from is said with `from`."),
        (r"\ball of (?:the )?((?:your |its |)NAME)", r"all \1", "`all` needs no `of`."),
        (
            r"\b(?:that|this|these|those) (NAME|player\b)",
            r"the \1",
            "What was spoken of before is named with `the`.",
        ),
        (
            r"\b(gain|lose|pay)(s?) (\d+) of (?:that|the|this|your) (NAME)",
            r"\1\2 \3 \4",
            "The name stands right behind its number.",
        ),
        (
            r"\b(pay|lose)(s?) all (?:of )?(?:your |the )?(NAME)$",
            r"\1\2 as many \3 as your \3",
            "How much it is comes after `as`.",
        ),
        (
            r"\bwith (\d+) (?:faces|sides)\b",
            lambda found, _: _faces_of(1, int(found[1])),
            "The faces of a die are listed one by one.",
            True,
        ),
        (
            r"\b[a-z]+ (?:back )?down to (\d+) ([A-Za-z]\w*)(?: in hand| cards)?$",
            _down_to,
            "How many are too many is counted, and each of them is a choice.",
        ),
        (
            r"\bdiscard(s?) (?:(\d+)|an?|one) (NAME)((?: from| in) (?:your|the) NAME)?$",
            _discarded,
            "What is discarded is chosen, and moves to a place of yours.",
        ),
        (
            r"\bdiscard(s?) ((?!down )(?:(?!, then | if )[^:\n])+)",
            r"move\1 \2 to the Discard",
            "What is discarded moves to a place of yours.",
        ),
        (r"\bremove(s?) (.+) from the game$", r"move\1 \2 to the Box", "What is out of the game lies in the Box."),
        (r"\bfaces (\d+) to (\d+)", _faces, "The faces of a die are listed one by one."),
        (
            r"\b(area|row|pile|bag|space) (?:for|of|with) (?:up to )?(one|a|an|\d+) (NAME)",
            _room,
            "How many fit into a place is said with `of up to`.",
        ),
        (
            r"\bdraw(s?) (?:the|a) top (?:(\d+) )?(NAME) (?:of|from|in|off) ((?:the |your |)NAME)",
            lambda found, _: f"draw{found[1]} {found[2] or 1} {found[3]} from {found[4]}",
            "From a pile the top card is drawn anyway.",
            True,
        ),
        (
            r"^(the (?:first|last) player|the player (?:after|before) [^,:]+?) becomes (the NAME)$",
            r"\2 becomes \1",
            "What changes comes first.",
        ),
        (
            r"^the (\w+?)s are ([A-Z].*)$",
            _named_values,
            "Who plays is named with `the sides`; other values make a kind: `a Suit is one of Oak, Elm`.",
        ),
        (
            r"\bworks for (?!a player\b)[a-z]+(?: (?:player|owner))? if ([^:\n]+)$",
            lambda found, _: "works for a player if " + _WHOSE.sub("the player's", found[1]),
            "For which player the text of a card is in force is said of `a player`, who is `the player` behind `if`.",
        ),
        (
            rf"^((?:the|your|its) NAME|[\w' ]+'s NAME) ({_CHANGES}) by (.+)$",
            _changed,
            "A number that goes up is gained, and one that goes down is lost.",
        ),
        (
            r"^the (?P<what>NAME) of the (?P<nth>first|second|last) player(?P<behind> .+)$",
            _of_nth_player,
            "The first or the last of the players needs a name here.",
        ),
        (
            r"^(?P<before>(?:.+ )?)the (?P<nth>first|second|last) player(?P<behind>'s .+| .+|)$",
            _nth_player,
            "The first or the last of the players needs a name here.",
        ),
        (
            r"^(the NAME) (?:is|becomes) the next player$",
            r"\1 becomes the player after \1",
            "Who is next is said with `after`.",
        ),
        (r"\bthe next player\b", "the player after you", "Who is next is said with `after`."),
        (r"^(.+?) (becomes?) the next (NAME)$", r"\1 \2 the \3 after \1", "What comes next is said with `after`."),
        (
            r"^the (NAME) (has an? .+|has \d+ .+)$",
            _of_side,
            "Pieces may belong to one side, which is named without `the`; anything else each player has.",
        ),
        (r" as the (NAME)$", _set_variable, "Behind `as` stands a new name; a variable becomes something."),
        (
            r"^(.*\bpays? [^,:]+?) to (gain|draw|move)(?= )",
            r"\1, then \2",
            "What one gets for it comes after `, then`.",
        ),
        (
            r"^(?:once (?:per|each|every|a) (turn|round|game)|(?:at )?any time),?:? (?:you may:? )?(?=[a-z])",
            lambda found, _: f"{f'once per {found[1]}' if found[1] else 'at any time'}, you may: ",
            "What can be done in between begins with `once per turn, you may:` or `at any time, you may:`.",
            True,
        ),
        (
            r"^at (?:the )?(end|start|beginning) of (?:the |(each )|)(turn|round|phase|game)\b",
            lambda found, _: f"at the {'end' if found[1] == 'end' else 'start'} of {found[2] or 'the '}{found[3]}",
            "A moment is named with `at the start of` or `at the end of`.",
        ),
        (
            r"^the winner is (?:the one with|whoever has|(?:the one |the player |)who has) ",
            "the winner is the player with ",
            "Who wins is looked for among the players.",
        ),
        (r"^(NAME)s: (NAME(?:, NAME)+)$", _kind, _LISTED),
        (r"^((?:an?|the) NAME is) (?:either )?(NAME(?:(?:, or|, and| or| and|,) NAME)+)", _one_of, _LISTED),
        (r"\ba (\d+)(?: by |[x×])(\d+) grid\b", r"a square grid of \1 by \2", "How large a grid is stands behind it."),
        (r"\b(\d+) ?[x×] ?(\d+)\b", r"\1 by \2", "How large a grid is is said with `by`."),
        (
            r"\b(?:discard|draw|shuffled|common|general|public) (pile|bag|area|row)\b",
            r"\1",
            "What it is for, and what is done with it, is no part of its sort.",
        ),
        (
            r"\bhidden (pile|bag|area|row)\b",
            r"face-down \1",
            "Into `face-down` places nobody looks, and into `secret` ones only their owner.",
        ),
        (r"\bwhen\b", "if", "What something depends on is said with `if`."),
        (
            r"\b(\d+) (?:per|for each|for every) (NAME)(.*?)(?= if |$)",
            _number_of,
            "How many there are is counted with `the number of`.",
        ),
        (
            rf"^(?:[Ww]hen(?:ever)?|(?:[Ee]ach|[Ee]very) time) {_OF_ACTION}[:,] ?",
            r"after \1 \2: ",
            "What an action brings with it is said with `after` or `before`.",
            True,
        ),
        (
            r"^(?:When(?:ever)?|If) (?!you\b)([^:,]+)",
            r"as soon as \1",
            "What is watched for all the time begins with `as soon as`, in lower case.",
            True,
        ),
        (
            r"\bwith the same (NAME) as the (NAME)",
            r"where its \1 is the \2's \1",
            "What things show is compared behind `where`.",
        ),
        (
            r"\bwith an? (NAME) of (\d+|(?:at (?:most|least)|(?:more|less) than) (?:\d+|(?:your|the) [\w' ]+))",
            r"where its \1 is \2",
            "What things show is compared behind `where`.",
        ),
        (
            r"^shuffle(s?) (?:all|the) (?:the )?(NAME) (?:into|in|to) ((?:the|your) NAME)$",
            r"move\1 all \2 to \3, then shuffle\1 \3",
            "Pieces are moved to a place, and then the place is shuffled.",
            True,
        ),
        (
            r"^(there are \d+ NAME), (?:one of )?((?:\d+ of )?each .*)$",
            r"\1: \2",
            "What there is of each follows a colon.",
        ),
    )
)


def rewritten(situation: Situation) -> Expectation | None:
    """Words of a sentence that are said in others here, where it can be read with those."""
    whole = situation.sentence
    if whole.end - whole.start > _LONGEST:
        return None
    for rewrite in _REWRITES:
        for found in rewrite.pattern.finditer(whole.text):
            span = Span(whole.source, whole.start + found.start(), whole.start + found.end())
            text = rewrite.made(found, whole.source.text) if span.start <= situation.token.start <= span.end else None
            answer = text and text != found[0] and _answer(situation, span, text, rewrite)
            if answer:
                return answer
    return None


def _answer(situation: Situation, span: Span, text: str, rewrite: Rewrite) -> Expectation | None:
    meant = situation.reread(span, text)
    if meant is None and not rewrite.sure:
        return None
    said = sentences.other_form(span, rewrite.message, f"Write `{text.strip(' ,')}`.", fix=(span, text))
    return Expectation(said, meant)
