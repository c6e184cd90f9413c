"""What is different in a compiled program, whatever numbers and places in the text it has.

Numbers of nodes, of reasons and of local names shift as soon as a sentence is left out; they mean nothing. So nodes are
known by the sentence they come from, definitions, tables and regions by their names: these are `Part`s of a program.
Two programs without a different part are the same game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

from rulelang.graph import terms
from rulelang.graph.access import with_definitions
from rulelang.graph.program import ChanceNode, Decide, Do, End, Function, Node, OptionEdge, Parameter, Program, Test
from rulelang.tuning.fast_dataclass import fields, is_dataclass


class ProgramPart(NamedTuple):
    """Something a program consists of: the sentence nodes come from (its file, and where it begins), a definition, a
    table or list, a region of the state, the ranking, what an example says, or `things`: places and pieces."""

    sort: Literal["sentence", "definition", "table", "region", "ranking", "example", "things"]
    name: str = ""
    start: int = -1


RANKING: Final = ProgramPart("ranking")
THINGS: Final = ProgramPart("things")

#: What has a name that only means something nearby.
_BINDERS = (
    terms.Local, terms.Name, terms.ForIn, terms.Bind, terms.AnyIn, terms.AllIn, terms.SumIn, terms.BestIn,
    terms.FirstIn, terms.Filtered, terms.WhileIn, terms.Leading, terms.SortInto, Parameter,
)  # fmt: skip


def sentence_of(node: Node) -> ProgramPart:
    """The sentence a node comes from."""
    span = node.origin.span
    return ProgramPart("sentence") if span is None else ProgramPart("sentence", span.source.path, span.start)


class Described:
    """A program as its parts, each with a description that is the same whenever it means the same."""

    def __init__(self, program: Program) -> None:
        self.program: Final = program
        self._numbers: Final = {node.number: node for node in program.nodes}
        self.sentences: Final = self._sentences()
        self.examples: Final = {one.title: (one.start, self._of(one.steps, {})) for one in program.examples}
        self.definitions: Final = {
            name: self._function(one) for name, one in program.functions.items() if name in self._asked_for
        }
        self.regions: Final = {
            name: (one.length, one.kind, one.low, one.high, one.role, one.audience, one.start, one.elements, one.holder)
            for name, one in program.layout.regions.items()
        }

    @cached_property
    def _asked_for(self) -> frozenset[str]:
        """The definitions that play, the ranking or an example asks for. What only an invariant asks for is no rule."""
        scoring, examples = self.program.scoring, (one.steps for one in self.program.examples)
        ranked = (scoring.eligible, *(line.value for line in scoring.lines))
        said = spoken_of(self.program, [self.program.nodes, *ranked, *examples])
        return frozenset(part.name for part in said if part.sort == "definition")

    def _sentences(self) -> dict[ProgramPart, Counter[Any]]:
        found: defaultdict[ProgramPart, Counter[Any]] = defaultdict(Counter)
        for node in self.program.nodes:
            found[sentence_of(node)][self.described(node)] += 1
        return found

    def described(self, node: Node) -> Any:
        """What a node does."""
        names: dict[str, int] = {}
        to = self._to
        match node:
            case Decide():
                options = tuple(self._option(option, names) for option in node.options)
                actor = self._of(node.actor, names)
                return "decide", node.title, actor, options, to(node.otherwise), node.rest, node.secret
            case ChanceNode():
                inside = (node.parameter, node.weight, node.shuffles, node.effects, node.audience, node.secretly)
                return "chance", node.stream, self._of(inside, names), to(node.target)
            case Do():
                return "do", self._of(node.effects, names), to(node.target), node.rest
            case Test():
                arms = tuple((self._of(condition, names), to(target)) for condition, target in node.arms)
                return "test", arms, to(node.otherwise), node.rest
            case End():
                return "end", node.group == "example"

    def _option(self, option: OptionEdge, names: dict[str, int]) -> Any:
        inside = self._of((option.parameters, option.guard, option.effects), names)
        handfuls = tuple(option.handfuls.values())
        return option.name, option.role, inside, self._to(option.target), option.lookahead, option.silent, handfuls

    def _to(self, number: int) -> Any:
        """Where an arrow leads: what sort of node, of which sentence."""
        node = self._numbers.get(number)
        return None if node is None else (type(node).__name__, sentence_of(node))

    def _function(self, function: Function) -> Any:
        names = {name: number for number, name in enumerate(function.parameters)}
        return function.kind, self._of(function.body, names)

    def ranking(self) -> Any:
        """Who may win, and by what."""
        scoring = self.program.scoring
        names = {"player": 0}
        lines = tuple((line.highest, self._of(line.value, names)) for line in scoring.lines)
        return self._of(scoring.eligible, names), lines, scoring.shared

    def things(self) -> Any:
        """Places, pieces and tokens, whatever they are called."""
        layout = self.program.layout
        tokens = tuple((one.set_places, one.set_cell >= 0, tuple(sorted(one.counts))) for one in layout.tokens)
        places = tuple((one.owner, one.sight, one.limit, one.order) for one in layout.places)
        pieces = tuple((one.look, one.owner, one.kind) for one in layout.pieces)
        return places, pieces, tuple((one.kind, one.owner) for one in layout.varieties), tokens

    def _of(self, part: Any, names: dict[str, int]) -> Any:
        """A term, an effect or a tuple of them; local names by when they first come."""
        kind = type(part)
        if kind is tuple:
            return tuple([self._of(one, names) for one in part])
        if not is_dataclass(kind):
            return part
        if kind is terms.Possible:
            return "possible", self._to(part.node), self._of(part.fill, names)
        if kind is terms.Tell:
            return "tell", self.program.events[part.event], self._of((part.values, part.audience), names)
        if kind is terms.Require:
            return "require", self._of(part.condition, names)
        told: list[Any] = [kind.__name__]
        for name in _compared(kind):
            value = getattr(part, name)
            if name == "name" and kind in _BINDERS:
                told.append(names.setdefault(value, len(names)))
            else:
                told.append(value if type(value) in (int, str, bool) else self._of(value, names))
        return tuple(told)


_COMPARED: dict[type, tuple[str, ...]] = {}


def _compared(kind: type) -> tuple[str, ...]:
    if kind not in _COMPARED:
        _COMPARED[kind] = tuple(field.name for field in fields(kind) if field.compare)
    return _COMPARED[kind]


def difference(original: Described, other: Described) -> frozenset[ProgramPart]:
    """The parts of the original that are not the same in the other program."""
    found: set[ProgramPart] = set()
    found |= {key for key, nodes in original.sentences.items() if other.sentences.get(key) != nodes}
    found |= set(other.sentences) - set(original.sentences)
    found |= {ProgramPart("example", title) for title in _changed(original.examples, other.examples)}
    found |= {ProgramPart("definition", name) for name in _changed(original.definitions, other.definitions)}
    found |= {_region(original, name) for name in _changed(original.regions, other.regions)}
    found |= {ProgramPart("table", name) for name in _changed(original.program.tables, other.program.tables)}
    found |= {ProgramPart("table", name) for name in _changed(original.program.lists, other.program.lists)}
    if original.ranking() != other.ranking():
        found.add(RANKING)
    if original.things() != other.things():
        found.add(THINGS)
    return frozenset(found)


#: Regions of pieces and tokens: effects that move things change them without naming them.
_OF_THINGS = frozenset({"at", "contents", "order", "tokens"})


def _region(original: Described, name: str) -> ProgramPart:
    role = original.program.layout.regions[name].role
    return THINGS if role in _OF_THINGS else ProgramPart("region", name)


def _changed(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """What has the same name in both and is not the same; what only one has is spoken of by what differs."""
    return (name for name, value in old.items() if name in new and new[name] != value)


def spoken_of(program: Program, anything: Iterable[Any]) -> Iterator[ProgramPart]:
    """The definitions, tables and regions that nodes or terms speak of, and what those definitions speak of."""
    for part in with_definitions(program.functions, *anything):
        match part:
            case terms.Apply(function):
                yield ProgramPart("definition", function)
            case terms.Cell(region) | terms.Put(region) | terms.Append(region) | terms.SortInto(region):
                yield ProgramPart("region", region)
            case terms.CellList(region):
                yield ProgramPart("region", region)
            case terms.Entry(table) | terms.Listed(table) | terms.Reached(_, table) | terms.InLine(_, table):
                yield ProgramPart("table", table)
            case terms.HasLine(_, table):
                yield ProgramPart("table", table)
            case _:
                pass
