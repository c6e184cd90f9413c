"""What words refer to: `you`, and what was chosen, handed over or remembered under a name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final

from rulelang.graph import terms as t
from rulelang.graph.access import every_effect
from rulelang.graph.describe import Speaker
from rulelang.graph.describe.cells import WHO
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.layout import Region
from rulelang.graph.program import ChanceNode, Decide, Do, Node, OptionEdge, Parameter, Test
from rulelang.graph.roles import FrameRole
from rulelang.graph.walk import all_parts
from rulelang.reading.outline import Sentence
from rulelang.reading.spoken import Spoken, SpokenChoice, SpokenEffect, SpokenNeed
from rulelang.tuning.fast_dataclass import dataclass

#: More places than these are not listed.
_MOST: Final = 3
_PEOPLE: Final = {
    FrameRole.TURN: "the player whose turn it is",
    FrameRole.EACH_PLAYER: "the player who has got to it in `each player`",
}


@dataclass(frozen=True, slots=True)
class Referent:
    """A word of a reading, and what it stands for."""

    word: str
    meaning: str


class Referents:
    """Knows where everything that is remembered comes from."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker: Final = speaker
        self.program: Final = speaker.program
        #: Where each thing is chosen, by its local.
        self.chosen: Final[dict[str, int]] = {}
        self._written: Final[defaultdict[str, list[str]]] = defaultdict(list)
        for node in self.program.nodes:
            self._look(node)

    def name_of(self, parameter: Parameter, option: OptionEdge) -> str:
        """The name under which the author remembers what is chosen, if it is not just that of its class."""
        region = option.handfuls.get(parameter.name)
        for effect in option.effects:
            if isinstance(effect, t.Put) and effect.value == t.Local(parameter.name):
                region = effect.region
        if region is None:
            return ""
        called = self.program.layout.regions[region].called
        noun = self.speaker.elements.noun(parameter.name)
        return "" if called.casefold() == noun.casefold() else f"the {called}"

    def of(self, parts: Iterable[Spoken], sentence: Sentence) -> Iterator[Referent]:
        """What the words in some parts stand for."""
        found: dict[str, Referent] = {}
        for part in parts:
            for referent in self._in(part, sentence):
                found.setdefault(referent.word, referent)
        yield from found.values()

    def _in(self, part: Spoken, sentence: Sentence) -> Iterator[Referent]:
        inside, local, actor = _looked_into(part)
        if isinstance(actor, t.Cell):
            yield from self._who(self.program.layout.regions[actor.region])
        for one in inside:
            match one:
                case t.Cell(region) if self.program.layout.regions[region].role == "frame":
                    if one != actor:
                        yield from self._cell(self.program.layout.regions[region], sentence)
                case t.Local(name) if name in self.chosen and name in local and self.chosen[name] != sentence.line:
                    yield Referent(self.speaker.say(one, local), f"what is chosen in line {self.chosen[name]}")
                case _:
                    pass

    def _who(self, region: Region) -> Iterator[Referent]:
        if region.frame is FrameRole.YOU:
            yield Referent("you", f"whoever does {region.action}")
        elif region.frame in _PEOPLE:
            yield Referent("you", _PEOPLE[region.frame])

    def _cell(self, region: Region, sentence: Sentence) -> Iterator[Referent]:
        if region.frame in WHO:
            if region.frame is FrameRole.YOU:
                yield from self._who(region)
            elif region.frame is FrameRole.EACH_PLAYER:
                yield Referent("that player", _PEOPLE[FrameRole.EACH_PLAYER])
            return
        if region.frame is not FrameRole.VALUE:
            return
        here = f"line {sentence.line}"
        written = [one for one in dict.fromkeys(self._written[region.name]) if here not in one.split(", ")[-1]]
        if written:
            more = f", and {len(written) - _MOST} more" if len(written) > _MOST else ""
            yield Referent(f"the {region.called}", f"{'; or '.join(written[:_MOST])}{more}")

    # ------------------------------------------------------------------------------------------------ gathering

    def _look(self, node: Node) -> None:
        match node:
            case Decide():
                for option in node.options:
                    for parameter in option.parameters:
                        line = _line(parameter.said or option.origin)
                        self.chosen[parameter.name] = line
                        if (region := option.handfuls.get(parameter.name)) is not None:
                            self._written[region].append(f"what is chosen in line {line}")
                    self._puts(option.effects, node.actor)
            case ChanceNode():
                if node.parameter is not None:
                    self.chosen[node.parameter.name] = _line(node.origin)
                self._puts(node.effects, None)
            case Do():
                self._puts(node.effects, None)
            case _:
                pass

    def _puts(self, effects: tuple[t.Effect, ...], actor: t.Term | None) -> None:
        for effect in every_effect(effects):
            if not isinstance(effect, t.Put):
                continue
            region = self.program.layout.regions[effect.region]
            if region.role != "frame" or region.frame is not FrameRole.VALUE or effect.said is None:
                continue
            if effect.value == t.Const(region.start[0]):
                continue
            line = _line(effect.said)
            match effect.value:
                case t.Local(name) if name in self.chosen:
                    told = f"what is chosen in line {line}"
                case t.Cell(other) if (known := self.program.layout.regions[other]).frame is FrameRole.VALUE:
                    told = f"what is the {known.called} in {known.action}, handed over in line {line}"
                case t.Cell(other) if self.program.layout.regions[other].frame is FrameRole.ORDER:
                    told = f"the one whose turn has come in the order of line {line}"
                case t.Lowest(t.Cell(other)) if self.program.layout.regions[other].frame is FrameRole.LEFT:
                    told = f"the one that line {line} has come to"
                case value:
                    kind = self.speaker.elements.of(t.Cell(effect.region, effect.index), {})
                    told = f"{self.speaker.say(value, {}, kind)}, as line {line} says"
            self._written[effect.region].append(told)


def _looked_into(part: Spoken) -> tuple[list[Any], Classes, t.Term | None]:
    """The terms in a part, what is in sight there, and who decides."""
    match part:
        case SpokenEffect(effect, local, actor):
            return all_parts(effect), local, actor
        case SpokenChoice(parameter, local, node):
            return all_parts(parameter), local, node.actor
        case SpokenNeed(condition, local, actor):
            return all_parts(condition), local, actor
        case Test():
            return all_parts(tuple(condition for condition, _ in part.arms)), {}, None
        case _:
            return [], {}, None


def _line(origin: object) -> int:
    span = getattr(origin, "span", None)
    return span.line if span is not None else 0
