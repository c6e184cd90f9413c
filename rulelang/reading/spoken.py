"""The parts of a program by the sentences they carry out, with the names in sight where each of them stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from rulelang.graph import terms as t
from rulelang.graph.describe import Speaker
from rulelang.graph.describe.folds import bound_by
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.example_steps import EXAMPLE_GROUP
from rulelang.graph.program import ChanceNode, Decide, Do, Function, Node, OptionEdge, Origin, Parameter, Program, Test
from rulelang.reading.outline import Sentence
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class SpokenEffect:
    """An effect, what is in sight there, and who decided (None: nobody)."""

    effect: t.Effect
    local: Classes
    actor: t.Term | None


@dataclass(frozen=True, slots=True)
class SpokenChoice:
    """Something chosen in an option of a decision."""

    parameter: Parameter
    local: Classes
    node: Decide
    option: OptionEdge


@dataclass(frozen=True, slots=True)
class SpokenNeed:
    """A part of a guard."""

    condition: t.Term
    local: Classes
    actor: t.Term
    reason: int


@dataclass(frozen=True, slots=True)
class SpokenOption:
    """That something is an option of a decision."""

    node: Decide
    option: OptionEdge


Spoken: TypeAlias = SpokenEffect | SpokenChoice | SpokenNeed | SpokenOption | Decide | ChanceNode | Test | Function


class ByOrigin:
    """The sentence a place in the text belongs to: the smallest one around it."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self._by_file: Final[defaultdict[str, list[Sentence]]] = defaultdict(list)
        for one in sentences:
            self._by_file[one.span.source.path].append(one)
        self._known: Final[dict[tuple[str, int, int], Sentence | None]] = {}

    def of(self, span: Span | None) -> Sentence | None:
        """The smallest sentence around a place."""
        if span is None:
            return None
        key = span.source.path, span.start, span.end
        if key not in self._known:
            around = [
                one
                for one in self._by_file[span.source.path]
                if one.span.start <= span.start and span.end <= one.span.end
            ]
            self._known[key] = min(around, key=lambda one: one.span.end - one.span.start, default=None)
        return self._known[key]


class Parts:
    """What each sentence has become."""

    def __init__(self, program: Program, speaker: Speaker, sentences: Sequence[Sentence], examples: bool) -> None:
        self.program: Final = program
        self.speaker: Final = speaker
        self.sentences: Final = ByOrigin(sentences)
        self.of: Final[defaultdict[Sentence, list[Spoken]]] = defaultdict(list)
        #: In which order the graph comes to sentences, and to those that they stand in.
        self._met: Final[dict[Sentence, int]] = {}
        self._parents: Final[dict[Sentence, Sentence]] = {}
        self._children: Final[defaultdict[Sentence, list[Sentence]]] = defaultdict(list)
        open_: list[Sentence] = []
        for one in sentences:
            del open_[one.depth :]
            if open_:
                self._parents[one] = open_[-1]
                self._children[open_[-1]].append(one)
            open_.append(one)
        #: The lines in which actions begin, by their names.
        self.heads: Final = {one.node.name.text: one.line for one in sentences if isinstance(one.node, tree.Action)}
        #: The actions that are done in a sentence.
        self.done: Final[defaultdict[Sentence, dict[str, None]]] = defaultdict(dict)
        for origin, action in program.calls:
            sentence = self.sentences.of(origin.span)
            if sentence is not None:
                self.done[sentence][action] = None
        for function in program.functions.values():
            for clause in function.clauses or (function.origin,):
                self._add(clause, function)
        for node in program.nodes:
            if examples or not node.group.startswith(EXAMPLE_GROUP):
                self._node(node)
        self._meet_calls(sentences)

    def _add(self, origin: Origin | None, part: Spoken) -> Sentence | None:
        sentence = self.sentences.of(origin.span) if origin is not None else None
        if sentence is not None:
            self._note(sentence, part)
        return sentence

    def _note(self, sentence: Sentence, part: Spoken) -> None:
        self.of[sentence].append(part)
        around: Sentence | None = sentence
        while around is not None and around not in self._met:
            self._met[around] = len(self._met)
            around = self._parents.get(around)

    def _meet_calls(self, sentences: Sequence[Sentence]) -> None:
        """Where an action is done that has become part of what happens there, it is met with what stands in it."""
        places = Counter(action for actions in self.done.values() for action in actions)
        actions = {one.node.name.text: one for one in sentences if isinstance(one.node, tree.Action)}
        for one in sentences:
            for action in self.done[one]:
                met = self._met.get(actions[action]) if action in actions else None
                around: Sentence | None = one
                while met is not None and places[action] == 1 and around is not None:
                    self._met[around] = min(met, self._met.get(around, met))
                    around = self._parents.get(around)

    def in_order(self, sentence: Sentence) -> list[Sentence]:
        """What stands right under a sentence, in the order in which the graph comes to it."""
        met = [one for one in self._children[sentence] if one in self._met]
        return sorted(met, key=lambda one: self._met[one])

    def _node(self, node: Node) -> None:
        match node:
            case Decide():
                self._add(node.origin, node)
                for option in node.options:
                    self._option(node, option)
            case Do():
                self._effects(node.effects, node.origin, {}, None)
            case ChanceNode():
                self._add(node.origin, node)
                local = dict(bound_by(self.speaker, node.parameter, {})) if node.parameter is not None else {}
                self._effects(node.effects, node.origin, local, None)
            case Test():
                self._add(node.origin, node)
            case _:
                pass

    def _option(self, node: Decide, option: OptionEdge) -> None:
        self._add(option.origin, SpokenOption(node, option))
        local: Classes = {}
        for parameter in option.parameters:
            self._add(parameter.said or option.origin, SpokenChoice(parameter, local, node, option))
            local = bound_by(self.speaker, parameter, local)
        for condition, reason in option.conditions():
            origin = self.program.reasons[reason][1] if reason >= 0 else option.origin
            self._add(origin, SpokenNeed(condition, local, node.actor, reason))
        self._effects(option.effects, option.origin, local, node.actor)

    def _effects(self, effects: Sequence[t.Effect], around: Origin, local: Classes, actor: t.Term | None) -> None:
        """Effects in a row; one inside another is a part of its own if another sentence says it."""
        here = self.sentences.of(around.span)
        for effect, known in self.speaker.in_row(effects, local):
            if effect.said is None and is_forgetting(self.program, effect):
                continue
            origin = effect.said or around
            sentence = self.sentences.of(origin.span)
            spoken = SpokenEffect(effect, known, actor)
            if sentence is not None and (effect.said is not None or here is sentence):
                self._note(sentence, spoken)
            self._inner(effect, origin, known, actor)

    def _inner(self, effect: t.Effect, around: Origin, local: Classes, actor: t.Term | None) -> None:
        for scope, effects in inner_effects(self.speaker, effect, local):
            for inner, known in self.speaker.in_row(effects, scope):
                sentence = self.sentences.of((inner.said or around).span)
                if sentence is not None and sentence is not self.sentences.of(around.span):
                    self._note(sentence, SpokenEffect(inner, known, actor))
                self._inner(inner, inner.said or around, known, actor)


def is_forgetting(program: Program, effect: t.Effect) -> bool:
    """Is something only not remembered any more?"""
    match effect:
        case t.Put(region, _, t.Const(value)):
            found = program.layout.regions[region]
            return found.role == "frame" and value == found.start[0]
        case t.ForIn(_, _, (t.Put(region, _, t.Const(-1)),)):
            return program.layout.regions[region].role == "frame"
        case _:
            return False


def inner_effects(speaker: Speaker, effect: t.Effect, local: Classes) -> Iterable[tuple[Classes, tuple[t.Effect, ...]]]:
    """The effects inside an effect, with what is in sight there."""
    match effect:
        case t.When(_, then, otherwise):
            return [(local, then), (local, otherwise)]
        case t.ForIn(name, domain, body):
            return [(speaker.bound(name, domain, local), body)]
        case _:
            return []
