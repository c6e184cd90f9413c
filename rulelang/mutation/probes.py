"""Examples that ask much at once: the position of an example, or the moves of a game, and what all examples expect."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rulelang.mutation.mutant import Mutant, rewritten
from rulelang.rulebook.loading import HeadingPath, Placed, WrittenRulebook, whole_file
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tree.walk import fields_of, parts
from rulelang.tuning.fast_dataclass import dataclass, replace

_LONGEST: Final = 90
_NAMED: Final = re.compile(r"[A-Z][\w-]*(?: (?:[A-Z]|\d)[\w-]*)*|[a-z]?\d+|nothing")


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that some example expects: `then Red's Points are 5`, perhaps of another player (`instead of` the one,
    `player`). Where it ends on a number, others may stand there."""

    line: tree.Then
    instead_of: str = ""
    player: str = ""

    @property
    def number(self) -> Span | None:
        """Where the number stands."""
        condition = self.line.assertion
        if isinstance(condition, tree.IsFact) and not isinstance(condition.subject, tree.Every | tree.EveryOf):
            compare = condition.compare
            if (
                isinstance(compare, tree.Equals)
                and not compare.negated
                and isinstance(compare.value, tree.NumberLiteral)
            ):
                return compare.value.span
        return None

    def written(self, value: int | None) -> str:
        """The line, with another number."""
        span, number = self.line.span, self.number
        text = span.text
        if number is not None and value is not None:
            text = text[: number.start - span.start] + str(value) + text[number.end - span.start :]
        if self.instead_of:
            text = re.sub(rf"(?<!\w){re.escape(self.instead_of)}(?!\w)", self.player, text)
        return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class MutationProbe:
    """A way to a position, and everything that is asked there (after each move, for the moves of a game)."""

    title: str
    lines: tuple[tree.Line, ...]
    asks: tuple[Ask, ...]
    each_move: bool

    def in_rulebook(self, rulebook: WrittenRulebook) -> WrittenRulebook:
        """A rulebook with it as a further example."""
        lines: list[tree.Line] = []
        for line in self.lines:
            lines.append(line)
            if self.each_move and isinstance(line, tree.WhenLine):
                lines.extend(ask.line for ask in self.asks)
        if not self.each_move:
            lines.extend(ask.line for ask in self.asks)
        span = whole_file(rulebook.source)
        example = tree.Example(tree.Text(self.title, span=span), None, tuple(lines), span=span)
        return replace(rulebook, items=(*rulebook.items, Placed(example, HeadingPath())))

    def written(self, moves: int, expected: str) -> str:
        """As an example: so many of its moves, and what is expected then."""
        told: list[str] = []
        for line in self.lines:
            if not isinstance(line, tree.WhenLine) or moves > 0:
                told.append(_text(line))
            moves -= isinstance(line, tree.WhenLine)
        return "\n    ".join([f'example "{self.title}":', *told, expected]) + "\n"


def asks_of(rulebook: WrittenRulebook, titles: Sequence[str], players: Sequence[str]) -> tuple[Ask, ...]:
    """What examples with these titles expect, each once, and for each player what they expect of another."""
    found: dict[str, Ask] = {}
    for example in _examples(rulebook, titles):
        for line in example.lines:
            if isinstance(line, tree.Then):
                for ask in (Ask(line), *_of_others(line, players)):
                    found.setdefault(ask.written(0), ask)
    return tuple(found.values())


def _of_others(line: tree.Then, players: Sequence[str]) -> Iterator[Ask]:
    """The same of other players, where it speaks of one player only."""
    spoken_of = {part.word.text for part in parts(line) if isinstance(part, tree.BareName)} & set(players)
    if len(spoken_of) == 1:
        (one,) = spoken_of
        for other in players:
            if other != one:
                yield Ask(_renamed(line, one, other), one, other)


def _renamed(node: Any, one: str, other: str) -> Any:
    """A node with another player in it."""
    if isinstance(node, tuple):
        return tuple(_renamed(part, one, other) for part in node)
    if isinstance(node, tree.Word):
        words = [other if word == one else word for word in node.text.split(" ")]
        return replace(node, text=" ".join(words))
    if isinstance(node, tree.Node):
        names = fields_of(type(node)) or ()
        return replace(node, **{name: _renamed(getattr(node, name), one, other) for name in names})
    return node


def probe_of_example(rulebook: WrittenRulebook, title: str, other_title: str, asks: tuple[Ask, ...]) -> MutationProbe:
    """The position at the end of an example."""
    (example,) = _examples(rulebook, [title])
    lines = tuple(line for line in example.lines if not isinstance(line, tree.Then | tree.ThenMay))
    return MutationProbe(other_title, lines, asks, each_move=False)


def probe_of_moves(
    rulebook: WrittenRulebook, title: str, players: int, moves: Sequence[tuple[str, str]], asks: tuple[Ask, ...]
) -> MutationProbe:
    """The positions after each move of a new game."""
    span = whole_file(rulebook.source)
    lines: list[tree.Line] = []
    if players != rulebook.seats[0]:
        noun = tree.Noun(None, "player", span=span)
        of = tree.CountOf(tree.SetPhrase((), noun, (), None, None, span=span), span=span)
        number = tree.Equals(False, tree.NumberLiteral(players, span=span), span=span)
        lines.append(tree.Given(tree.IsFact(of, number, span=span), span=span))
    lines.append(tree.GivenNew(span=span))
    for player, words in moves:
        parts_ = (tree.Word(part, span=span) for part in words.split(", "))
        choices = tuple(tree.Choice(None, None, part, "", None, span=span) for part in parts_)
        chance = tree.ChanceChooses(span=span) if player == "chance" else None
        lines.append(
            tree.WhenLine(chance or tree.BareName(tree.Word(player, span=span), span=span), choices, span=span)
        )
    return MutationProbe(title, tuple(lines), asks, each_move=True)


def title_for(mutant: Mutant) -> str:
    """What an example that notices a mutant may be called."""
    before, after = (" ".join(text.replace('"', "'").split()) for text in rewritten(mutant))
    title = f"{before}; not: {after}" if mutant.form == "instead" else f"this is not left out: {before}"
    return title if len(title) <= _LONGEST else title[: _LONGEST - 3].rsplit(" ", 1)[0] + "..."


def _examples(rulebook: WrittenRulebook, titles: Sequence[str]) -> list[tree.Example]:
    items = (placed.item for placed in rulebook.items)
    return [item for item in items if isinstance(item, tree.Example) and item.title.text in titles]


def said(answers: Sequence[str]) -> str:
    """Answers as they are written in an example: names, numbers and squares as they are, anything else in quotes."""
    return ", ".join(one if _NAMED.fullmatch(one) else f'"{one}"' for one in answers)


def _text(line: tree.Line) -> str:
    """A line as it is written; those of probes have no text of their own."""
    match line:
        case tree.GivenNew():
            return "given a new game"
        case tree.WhenLine(actor, choices) if not line.span.text.startswith("when"):
            name = actor.word.text if isinstance(actor, tree.BareName) else "chance"
            return f"when {name} chooses {said([one.name.text for one in choices if one.name is not None])}"
        case tree.Given(tree.IsFact(tree.CountOf(), tree.Equals(False, tree.NumberLiteral(number)))) if (
            not line.span.text.startswith("given")
        ):
            return f"given the number of players is {number}"
        case _:
            return " ".join(line.span.text.split())
