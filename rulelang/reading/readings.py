"""Each sentence with what has become of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from rulelang.graph import terms as t
from rulelang.graph.describe import Speaker
from rulelang.graph.describe.effects import effect_words, loop_words
from rulelang.graph.describe.folds import choice_words
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.describe.words import is_or_are, unbracketed
from rulelang.graph.program import ChanceNode, Decide, Function, Program, Test
from rulelang.graph.roles import FrameRole
from rulelang.reading.declared import declared_lines
from rulelang.reading.examples import example_lines
from rulelang.reading.flow import (
    alike_line,
    bookkeeping_line,
    chance_lines,
    fork_lines,
    if_nothing,
    is_counting,
    order_line,
    truth,
)
from rulelang.reading.outline import Sentence, sentences_of
from rulelang.reading.referents import Referent, Referents
from rulelang.reading.spoken import (
    Parts,
    Spoken,
    SpokenChoice,
    SpokenEffect,
    SpokenNeed,
    SpokenOption,
    inner_effects,
)
from rulelang.reading.things import Things
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass

#: What a sentence reads like of which nothing is in the graph.
NOT_IN_FORCE: Final = "not in force at this table (another number of players, or a variant that is not played)"
NOT_BY_ITSELF: Final = "asked wherever a text of these cards is in force: told there"
NOTHING_HAPPENS: Final = "nothing happens, as the sentence says"
NOTHING_DOES_IT: Final = "nothing in the graph does this: nothing leads here, or it says nothing that could happen"


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence and what it was understood as: lines (deeper ones indented), what words refer to, and what happens
    when there is nothing, or no room."""

    sentence: Sentence
    lines: tuple[str, ...]
    refers: tuple[Referent, ...] = ()
    notes: tuple[str, ...] = ()


def read_back(rulebook: WrittenRulebook, program: Program, examples: bool = False) -> list[Reading]:
    """Every sentence of a rulebook, read back from its program."""
    sentences = sentences_of(rulebook, program.players, program.variants, examples)
    return _Reader(program, sentences, examples).readings(sentences)


class _Reader:
    def __init__(self, program: Program, sentences: Sequence[Sentence], examples: bool) -> None:
        self.program: Final = program
        self.speaker: Final = Speaker(program)
        self.parts: Final = Parts(program, self.speaker, sentences, examples)
        self.things: Final = Things(self.speaker)
        self.referents: Final = Referents(self.speaker)

    def readings(self, sentences: Sequence[Sentence]) -> list[Reading]:
        return [self._reading(sentence) for sentence in sentences]

    def _reading(self, sentence: Sentence) -> Reading:
        if not sentence.is_in_force:
            return Reading(sentence, (NOT_IN_FORCE,))
        spoken = self.parts.of[sentence]
        lines = [*declared_lines(self.things, sentence.node), *example_lines(self.speaker, sentence)]
        notes: list[str] = []
        for part in spoken:
            lines += self._lines(part, sentence)
            if isinstance(part, Decide):
                notes += if_nothing(part)
            if isinstance(part, SpokenOption) and part.option.written:
                notes.append(f"shown as `{part.option.written}`")
            if isinstance(part, SpokenChoice):
                notes += self._together(part, sentence)
        if not any(" do " in line or " does " in line for line in lines):
            lines += self._done(sentence)
        if not lines and not notes and sentence.is_leaf:
            lines = [_without_effect(sentence.node)]
        under = [] if isinstance(sentence.node, tree.Branch | tree.ChooseMenu) else self.parts.in_order(sentence)
        if under != sorted(under, key=lambda one: one.span.start):
            notes.append(
                f"what stands under it happens in this order: lines {', '.join(str(one.line) for one in under)}"
            )
        refers = self.referents.of(spoken, sentence)
        return Reading(sentence, tuple(_once(lines)), tuple(refers), tuple(dict.fromkeys(notes)))

    def _done(self, sentence: Sentence) -> Iterator[str]:
        """The actions that are done here: what stands there is part of what happens here."""
        for action in self.parts.done[sentence]:
            yield f"{action} is done{self._where(action)}"

    def _lines(self, part: Spoken, sentence: Sentence) -> Iterator[str]:
        match part:
            case Function():
                yield from self._definition(part, sentence)
            case SpokenChoice(parameter, local, node, option):
                you = self._with_you(node.actor)
                who = (
                    "you choose"
                    if isinstance(node.actor, t.Cell)
                    else f"{self.speaker.say(node.actor, {}, 'player')} chooses"
                )
                called = self.referents.name_of(parameter, option)
                yield f"{who} {choice_words(you, parameter, local)}{f', called {called}' if called else ''}"
            case SpokenNeed(condition, local, actor, reason):
                words = self._reason(reason)
                yield f"only if {self._with_you(actor).say(condition, local)}{words}"
            case SpokenOption(node, option):
                yield from self._option(node, option)
            case ChanceNode():
                yield from chance_lines(self.speaker, part)
            case Test():
                yield from fork_lines(self.speaker, part)
            case SpokenEffect(effect, local, actor):
                yield from self._effect(self._with_you(actor), effect, local, sentence)
            case _:
                pass

    def _together(self, choice: SpokenChoice, sentence: Sentence) -> Iterator[str]:
        """With what it is chosen in one move."""
        lines = {
            self.referents.chosen[one.name]
            for one in choice.option.parameters
            if self.referents.chosen[one.name] != sentence.line
        }
        if lines:
            yield f"in one move with what is chosen in line {' and '.join(map(str, sorted(lines)))}"

    def _with_you(self, actor: t.Term | None) -> Speaker:
        """Who decides is `you` in what is decided."""
        if not isinstance(actor, t.Cell):
            return self.speaker
        return self.speaker.knowing(lambda term: "you" if term == actor else None)

    def _where(self, action: str) -> str:
        line = self.parts.heads.get(action.rpartition(": ")[2])
        return f" (line {line})" if line else ""

    def _reason(self, reason: int) -> str:
        if reason < 0:
            return ""
        words = self.program.reasons[reason][0]
        return "" if "only if" in words else f"; otherwise {words}"

    def _definition(self, function: Function, sentence: Sentence) -> Iterator[str]:
        local = {name: self.speaker.elements.of_local(name) for name in function.parameters}
        head = self.speaker.head(function, local)
        clauses = sorted({one.span.line for one in function.clauses if one.span is not None})
        others = [line for line in clauses if line != sentence.line]
        with_others = (
            f" (together with line{'s' if len(others) > 1 else ''} {', '.join(map(str, others))})" if others else ""
        )
        if others and sentence.line > clauses[0]:
            yield f"what line {clauses[0]} tells of: {head}, this line included"
            return
        say = self.speaker.say_set if function.kind == "set" else self.speaker.say
        if others and isinstance(function.body, t.Or):
            yield f"{head} if any of these is so{with_others}:"
            yield from (f"  {say(part, local)}" for part in function.body.parts)
            return
        body = unbracketed(say(function.body, local))
        if function.kind == "truth":
            yield f"{head} if {body}{with_others}"
        elif function.name.startswith("choices of "):
            yield f"what may be chosen as {head}: {body}{with_others}"
        else:
            yield f"{head} {is_or_are(head)} {body}{with_others}"

    def _option(self, node: Decide, option: Any) -> Iterator[str]:
        if option.role == "pass":
            return
        if option.window:
            once = "" if not option.guard else ", as long as the conditions below hold"
            yield f"may be done at any decision with which a move of yours begins{once}"
        elif len(node.options) > 1:
            yield f"an option: {option.name}"

    # ------------------------------------------------------------------------------------------------ effects

    def _effect(self, speaker: Speaker, effect: t.Effect, local: Classes, sentence: Sentence) -> Iterator[str]:
        """The lines of an effect, without what inside of it another sentence says."""
        if is_counting(self.program, effect):
            return
        match effect:
            case t.SortInto() if (ordered := order_line(speaker, effect, local)) is not None:
                yield ordered
            case t.ForIn() if (alike := alike_line(speaker, effect, local)) is not None:
                yield alike
            case t.Put():
                yield from self._put(speaker, effect, local)
            case t.Require(condition, reason):
                yield f"only if {speaker.say(condition, local)}{self._reason(reason)}"
            case t.When(condition, then, otherwise):
                yield f"if {truth(speaker, condition, local)}:"
                yield from self._deeper(speaker, then, local, sentence)
                if other_way := list(self._deeper(speaker, otherwise, local, sentence)):
                    yield "otherwise:"
                    yield from other_way
            case t.ForIn():
                yield f"{loop_words(speaker, effect, local)}:"
                ((inner, body),) = inner_effects(speaker, effect, local)
                yield from self._deeper(speaker, body, inner, sentence)
            case _:
                yield from effect_words(speaker, effect, local)

    def _put(self, speaker: Speaker, put: t.Put, local: Classes) -> Iterator[str]:
        region = self.program.layout.regions[put.region]
        if (line := bookkeeping_line(speaker, put)) is not None:
            yield line
        elif region.role == "flow":
            yield from self._flow(speaker, put, local)
        elif region.role != "frame":
            yield from effect_words(speaker, put, local)
        elif region.frame is FrameRole.YOU:
            who = speaker.say(put.value, local, "player")
            yield f"{who} {'do' if who == 'you' else 'does'} {region.action}{self._where(region.action)}"
        elif region.frame is FrameRole.VALUE and not self._is_noted(put.value):
            name = speaker.target(put.region, put.index, local)
            kind = speaker.elements.of(t.Cell(put.region, put.index), local)
            yield f"{name} (in {region.action}) is {speaker.say(put.value, local, kind)}"

    def _is_noted(self, value: t.Term) -> bool:
        """Is it what was chosen, said where it was chosen? Or only where a token, which has no identity, lies now?"""
        match value:
            case t.Local(name):
                return name in self.referents.chosen
            case t.TokenAt(t.VarietyOf(), _):
                return True
            case _:
                return False

    def _deeper(
        self, speaker: Speaker, effects: Iterable[t.Effect], local: Classes, sentence: Sentence
    ) -> Iterator[str]:
        for effect, known in speaker.in_row(effects, local):
            mine = effect.said is None or self.parts.sentences.of(effect.said.span) is sentence
            if mine:
                yield from (f"  {line}" for line in self._effect(speaker, effect, known, sentence))

    def _flow(self, speaker: Speaker, put: t.Put, local: Classes) -> Iterator[str]:
        """Cells of the course of play: who has won, that the game is to end, that somebody is out of it."""
        match put:
            case t.Put("winners", _, value):
                won = speaker.group(value, local, "player").plural() if value != t.Const(0) else "nobody"
                yield f"the game is over: {won} {'wins' if ' and ' not in won and won != 'you' else 'win'}"
            case t.Put("ending", _, t.Either(parts)):
                bit = next((part.value for part in parts if isinstance(part, t.Const)), 0)
                when = {1: "when this turn is over", 2: "when this round is over", 4: "when this phase is over"}
                yield f"the game ends {when.get(bit, 'now')}"
            case t.Put("players in", _, value):
                yield f"from now on only {speaker.group(value, local, 'player').plural()} are in the game"
            case t.Put("windows used", _, t.Either()):
                yield "this cannot be done again until it is allowed anew"
            case _:
                return


def _without_effect(node: tree.Node) -> str:
    """What a sentence is told as of which nothing is in the graph."""
    if isinstance(node, tree.Works):
        return NOT_BY_ITSELF
    idle = isinstance(node, tree.Simple) and all(
        isinstance(one, tree.DoAction) and one.what is None for one in node.sentences
    )
    return NOTHING_HAPPENS if idle else NOTHING_DOES_IT


def _once(lines: Iterable[str]) -> Iterator[str]:
    """The same thing is said once, though it may have been drawn for several callers."""
    seen: set[tuple[str, ...]] = set()
    blocks: list[list[str]] = []
    for line in lines:
        if line.startswith("  ") and blocks:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    for block in blocks:
        if tuple(block) not in seen:
            seen.add(tuple(block))
            yield from block
