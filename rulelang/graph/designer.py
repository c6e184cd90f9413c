"""The graph as a designer thinks of it: a box for each sentence of the rulebook, with the author's words.

    every node    4 do "[Take Turn: you] becomes [play: turn] ..."     the designer's    2 repeat turns: Take Turn
                  5 test "next player" ... 8 do "way back becomes 0"                     3 each player: draw a Card

Nodes that come from one sentence are one box, so that what holds a loop together disappears in it. What only the flow
needs is folded away. A call of an action is an edge to the action and another to what comes after it; the ways back are
left out. Windows and triggers, which are looked at in many places, stand for themselves once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from rulelang.graph.course_of_play import Calls
from rulelang.graph.edges import Drawing, EdgeCard, NodeCard, Role, draw, place_of
from rulelang.graph.example_steps import EXAMPLE_GROUP
from rulelang.graph.origin import first_line
from rulelang.graph.program import Decide, Do, End, Node, OptionEdge, Origin, Program, Test
from rulelang.graph.roles import LOOP_HEADS, NodeRole
from rulelang.graph.successors import reached, reached_without, targets
from rulelang.graph.terms import Effect, Put
from rulelang.tuning.fast_dataclass import dataclass, field, replace

#: What makes a box: a sentence in a group, or a node that has none.
Key: TypeAlias = tuple[str, str, int]

TRIGGERS: Final = "as soon as"
WINDOWS: Final = "at any time"
THE_END: Final = "the end"
#: The kinds of their boxes.
TRIGGER: Final = "trigger"
WINDOW: Final = "window"

#: Forks that an author wrote, and what their ways are called: the one that holds, and the other.
_FORKS: Final = {
    NodeRole.IF: ("yes", "no"),
    NodeRole.IF_POSSIBLE: ("if possible", "otherwise"),
    NodeRole.INSTEAD: ("instead", "otherwise"),
    NodeRole.IN_FORCE: ("in force", "otherwise"),
    NodeRole.WHILE: ("again", "then"),
    NodeRole.UNTIL: ("then", "again"),
}
#: Cells in which the flow remembers that play has begun, and which windows were used.
_INNER: Final = frozenset({"playing", "windows used"})
#: A box is what the weightiest of its nodes is.
_WEIGHT: Final = ("do", "loop", "test", "chance", TRIGGER, WINDOW, "decide", "end")


@dataclass(slots=True)
class _Box:
    """What comes of the nodes of one sentence."""

    card: NodeCard
    kind: str = "do"
    is_needed: bool = False
    numbers: list[int] = field(default_factory=list)
    edges: dict[tuple[Key, Role, str], None] = field(default_factory=dict)


def designer(program: Program) -> Drawing:
    """The designer's drawing of a program, without its examples."""
    return _Designer(program).drawing()


class _Designer:
    def __init__(self, program: Program) -> None:
        self.program: Final = program
        self.cards: Final = draw(program).nodes
        self.reached: Final = sorted(
            number
            for number in reached_without(program, [program.entry], lambda node: node.group == EXAMPLE_GROUP)
            if program.nodes[number].group != EXAMPLE_GROUP
        )
        self.boxes: Final[dict[Key, _Box]] = {}
        self.calls: Final = Calls(program)
        self.aside: Final = _aside(program)
        self.begun: Final = self._begun()

    def drawing(self) -> Drawing:
        """Every box with a number of its own, in drawing order."""
        for number in self.reached:
            self._put(self.program.nodes[number])
        for number in self.reached:
            self._lead(self.program.nodes[number])
        kept = [key for key, box in self.boxes.items() if box.is_needed]
        groups = list(dict.fromkeys(self.boxes[key].card.group for key in kept))
        kept.sort(key=lambda key: (groups.index(self.boxes[key].card.group), min(self.boxes[key].numbers)))
        new = {key: place for place, key in enumerate(kept, 1)}
        nodes = tuple(_worded(self.boxes[key], new[key]) for key in kept)
        edges = tuple(edge for key in kept for edge in self._edges(key, new))
        entry = next(iter(self._shown(self._key(self.program.nodes[self.program.entry]))), None)
        first = new[entry] if entry is not None else 0
        return Drawing(self.program.title, self.program.players, self.program.variants, first, nodes, edges)

    # -------------------------------------------------------------------------------------------------- boxes

    def _key(self, node: Node) -> Key:
        if isinstance(node, End):
            return THE_END, "", 0
        group = self.cards[node.number].group
        key = _sentence_key(group, node.origin, node.number)
        return (self.aside.get(key[1:], group), *key[1:])

    def _put(self, node: Node) -> None:
        """A node joins the box of its sentence; the box takes the words of the weightiest one."""
        key, card, kind = self._key(node), self.cards[node.number], self._kind(node)
        box = self.boxes.setdefault(key, _Box(card))
        box.numbers.append(node.number)
        if _WEIGHT.index(kind) > _WEIGHT.index(box.kind):
            box.card, box.kind = card, kind
        box.is_needed = box.is_needed or not (card.is_bookkeeping or _is_passed_by(node)) or kind == "loop"
        box.card = replace(box.card, group=key[0])

    def _kind(self, node: Node) -> str:
        card = self.cards[node.number]
        aside = self._key(node)[0]
        if aside in (TRIGGERS, WINDOWS) and self.aside.get(self._key(node)[1:]) == aside:
            return TRIGGER if aside == TRIGGERS else WINDOW
        if isinstance(node, Test):
            return "loop" if card.role in LOOP_HEADS | {NodeRole.UNTIL} else "test" if card.role in _FORKS else "do"
        return "do" if isinstance(node, Decide) and card.role is NodeRole.WINDOWS else card.kind

    def _begun(self) -> set[int]:
        """The nodes with which a trigger or a window begins. Those that come after it have its words, too, but lead to
        wherever the game was."""
        nodes = self.program.nodes
        starts = [target for node in nodes if isinstance(node, Test) and node.role is NodeRole.TRIGGER
                  for _, target in node.arms]  # fmt: skip
        options = [option for node in nodes if isinstance(node, Decide) for option in node.options]
        starts += [option.target for option in options if option.window]
        inside = {node.number for node in nodes if self._key(node)[0] in (TRIGGERS, WINDOWS)}
        over = {node.number for node in nodes if isinstance(node, Test) and node.role is NodeRole.WAY_BACK}
        return reached(starts, lambda number: targets(nodes[number]) if number in inside - over else ()) & inside

    # -------------------------------------------------------------------------------------------------- edges

    def _lead(self, node: Node) -> None:
        """The edges of a node are those of its box."""
        key = self._key(node)
        box = self.boxes[key]
        if self.aside.get(key[1:]) == key[0] and node.number not in self.begun:
            return
        match node:
            case Decide():
                for option in node.options:
                    self._option(node, box, option)
                self._to(box, node.otherwise, "otherwise", "if nothing is possible")
            case Do(role=NodeRole.TRIGGERED, target=target):
                self._to(box, target, "step", "")
            case Do():
                self._call(box, node.effects, node.target, "step", "")
            case Test(role=NodeRole.WAY_BACK):
                pass
            case Test():
                yes, no = _FORKS.get(node.role, ("", ""))
                for _, target in node.arms:
                    self._to(box, target, "arm", yes)
                if node.role is not NodeRole.TRIGGER:
                    self._to(box, node.otherwise, "otherwise", "then" if node.role in LOOP_HEADS else no)
            case _:
                self._to(box, getattr(node, "target", -1), "outcome", "")

    def _option(self, node: Decide, box: _Box, option: OptionEdge) -> None:
        label = option.written or option.name
        if option.window:
            box = self._window(option)
            self._to(box, option.target, "step", "")
        elif node.role is NodeRole.WINDOWS:
            self._to(box, option.target, "step", "")
        else:
            self._call(box, option.effects, option.target, option.role, label)

    def _window(self, option: OptionEdge) -> _Box:
        """Its box, which stands for the option at every decision."""
        key = _sentence_key(WINDOWS, option.origin, -1)
        span = option.origin.span
        card = NodeCard(
            number=0,
            kind=WINDOW,
            title=option.name,
            group=WINDOWS,
            ends_move=False,
            heading=" > ".join(option.origin.heading),
            citation=option.origin.cite,
            place=place_of(span),
            sentence=first_line(span),
        )
        box = self.boxes.setdefault(key, _Box(card, numbers=[len(self.program.nodes) + len(self.boxes)]))
        box.card, box.kind, box.is_needed = card, WINDOW, True
        return box

    def _call(self, box: _Box, effects: tuple[Effect, ...], target: int, role: Role, label: str) -> None:
        """Where a step leads: on, or to an action and then to where that action is told to go back to."""
        after = [self.calls.comes_back(*call) for call in self.calls.made(effects) if call[1] >= 0]
        if not after:
            self._to(box, target, role, label)
            return
        box.is_needed = True
        self._to(box, target, "call" if role == "step" else role, label)
        for number in after:
            self._to(box, number, "step", "")

    def _to(self, box: _Box, target: int, role: Role, label: str) -> None:
        if target >= 0:
            box.edges[self._key(self.program.nodes[self._past_aside(target)]), role, label] = None

    def _past_aside(self, number: int) -> int:
        """Where the flow goes on if nothing triggers: what looks for triggers lies between other nodes."""
        seen: set[int] = set()
        while number not in seen:
            seen.add(number)
            node = self.program.nodes[number]
            group, path, start = self._key(node)
            on = node.otherwise if isinstance(node, Test) else node.target if isinstance(node, Do) else -1
            if self.aside.get((path, start)) != group or number in self.begun or on < 0:
                break
            number = on
        return number

    def _edges(self, key: Key, new: dict[Key, int]) -> Iterator[EdgeCard]:
        """The edges of a box to others; a step that an option or a call takes anyway is not drawn twice. A choice after
        which the action is over leads to -1."""
        found: dict[tuple[int, Role, str], None] = {}
        box = self.boxes[key]
        for target, role, label in box.edges:
            shown = [one for one in self._shown(target) if self.aside.get(one[1:]) != one[0]]
            for one in shown:
                if one != key or role in ("option", "pass"):
                    found[new[one], role, label] = None
            if not shown and label:
                found[-1, role, label] = None
        labelled = {number for number, role, _ in found if role != "step"}
        for number, role, label in found:
            if role != "step" or number not in labelled:
                yield EdgeCard(new[key], number, role, label, label)

    def _shown(self, key: Key, seen: frozenset[Key] = frozenset()) -> list[Key]:
        """The box itself, or the next ones that are shown."""
        if self.boxes[key].is_needed:
            return [key]
        ways = [target for target, _, _ in self.boxes[key].edges if target not in seen and target != key]
        return list(dict.fromkeys(shown for way in ways for shown in self._shown(way, seen | {key})))


def _is_passed_by(node: Node) -> bool:
    """Does a reader need to know nothing of it?"""
    match node:
        case Decide(role=role):
            return role is NodeRole.WINDOWS
        case Test(role=role):
            return role not in _FORKS and role is not NodeRole.TRIGGER
        case Do(effects=effects):
            return all(isinstance(effect, Put) and effect.region in _INNER for effect in effects)
        case _:
            return False


def _worded(box: _Box, number: int) -> NodeCard:
    """What a box is called: a decision by its name, everything else by its sentence."""
    card = box.card
    title = card.title if box.kind in ("decide", WINDOW) and card.role is NodeRole.SENTENCE else ""
    sentence = "the game is over" if box.kind == "end" else card.sentence or card.title or "go on"
    said = (sentence,) if title and not sentence.startswith("to ") and sentence != title else ()
    return replace(card, number=number, kind=box.kind, title=title, sentence=sentence, says=said, told=said,
                   role=NodeRole.SENTENCE, is_bookkeeping=False)  # fmt: skip


def _aside(program: Program) -> dict[tuple[str, int], str]:
    """The sentences of triggers and windows, and what they are: they stand aside of the flow."""
    found = {}
    for node in program.nodes:
        if isinstance(node, Test | Do) and node.role in (NodeRole.TRIGGER, NodeRole.TRIGGERED):
            found[_sentence_key("", node.origin, node.number)[1:]] = TRIGGERS
        for option in node.options if isinstance(node, Decide) else ():
            if option.window:
                found[_sentence_key("", option.origin, -1)[1:]] = WINDOWS
    return found


def _sentence_key(group: str, origin: Origin, number: int) -> Key:
    span = origin.span
    return (group, span.source.path, span.start) if span is not None else (group, "", number)
