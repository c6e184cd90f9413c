"""Which sentences of a rulebook were used: forks that went one way only, options never taken, endings never reached.

There is one clause for each sentence of the source, however many times the graph holds it: a sentence that is woven
into several places, or read for several numbers of players, is used when it is used in one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rulelang.graph.access import with_definitions
from rulelang.graph.origin import first_line
from rulelang.graph.program import ChanceNode, Decide, Do, Function, Node, OptionEdge, Origin, Program, Test
from rulelang.graph.roles import NodeRole
from rulelang.graph.successors import reached_without
from rulelang.graph.terms import Const, Put, When
from rulelang.graph.walk import all_parts
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass, field

#: Forks that an author wrote; the others drive loops or find the way back from an action.
_WRITTEN_FORKS: Final = frozenset(
    {
        NodeRole.IF,
        NodeRole.IF_POSSIBLE,
        NodeRole.WHILE,
        NodeRole.UNTIL,
        NodeRole.TRIGGER,
        NodeRole.INSTEAD,
        NodeRole.IN_FORCE,
    }
)
_CITED: Final = re.compile(r'\w+ "[^"]*"(?: page \d+)?|[^,\s]+')
_MISSING: Final = {
    "option": "never taken",
    "end": "never reached",
    "step": "never done",
    "definition": "never asked",
}


@dataclass(slots=True)
class CoveredClause:
    """One sentence as written: where it stands, and how it was used. A fork counts each way."""

    kind: str
    text: str
    span: Span
    heading: str
    cites: tuple[str, ...]
    yes: int = 0
    no: int = 0

    @property
    def place(self) -> str:
        """`path:line`"""
        return f"{self.span.source.path}:{self.span.line}"

    @property
    def is_used(self) -> bool:
        """Was the sentence looked at or carried out at all?"""
        return bool(self.yes or self.no)

    @property
    def missing(self) -> str:
        """What did not happen, in words; nothing if all did."""
        if self.kind == "fork":
            if not self.is_used:
                return "never asked"
            return "" if self.yes and self.no else "never true" if not self.yes else "never false"
        return "" if self.yes else _MISSING[self.kind]


@dataclass(slots=True)
class Coverage:
    """What was used of a rulebook. `uncited` are the numbered statements of the printed rules without a home; `calls`
    names the actions that sentences do, by path and place of the sentence."""

    title: str
    uncited: tuple[str, ...] = ()
    clauses: dict[tuple[str, str, int, str], CoveredClause] = field(default_factory=dict)
    examples: set[Span] = field(default_factory=set)
    skipped: set[tuple[str, str, int, str]] = field(default_factory=set)
    calls: dict[tuple[str, int], str] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """The part of all rules that were used; a fork that went one way only is used by half."""
        worth = [
            (bool(c.yes) + bool(c.no)) / 2 if c.kind == "fork" else float(bool(c.yes)) for c in self.clauses.values()
        ]
        return sum(worth) / len(worth) if worth else 1.0

    def in_order(self) -> list[CoveredClause]:
        """All clauses in reading order."""
        return sorted(self.clauses.values(), key=lambda c: (c.span.source.path, c.span.start, c.kind, c.text))

    def missing(self) -> list[CoveredClause]:
        """The clauses that were not used fully, in reading order."""
        return [clause for clause in self.in_order() if clause.missing]

    def headings(self) -> list[str]:
        """Headings of the rulebook under which nothing was used."""
        return _unused((clause, (clause.heading,) if clause.heading else ()) for clause in self.in_order())

    def sections(self) -> list[str]:
        """Sections and statements of the printed rules that are cited, but by no rule that was used."""
        return _unused((clause, clause.cites) for clause in self.in_order())

    # ------------------------------------------------------------------------------------------ what there is

    def learn(self, program: Program) -> None:
        """Everything of a program that can be used. What an example says is no rule."""
        found = (example.origin.span for example in program.examples)
        self.examples.update(span for span in found if span is not None)
        # What is only asked about (`if you can Jump`) is drawn beside the flow, and is not played.
        for number in sorted(reached_without(program, [program.entry, *program.example_entries])):
            node = program.nodes[number]
            self._of_node(node)
            if isinstance(node, Decide):
                for option in node.options:
                    self._of_option(node, option)
        for reason in inner_forks(program):
            words, origin = program.reasons[reason]
            self.clause("fork", origin, words=words)
        # Other definitions are there for invariants and examples only.
        for part in with_definitions(program.functions, program.nodes, program.scoring):
            if isinstance(part, Function):
                self._of_function(part)

    def _of_node(self, node: Node) -> CoveredClause | None:
        match node:
            case Test() if node.role in _WRITTEN_FORKS and node.arms:
                always = node.role is NodeRole.INSTEAD and node.arms[0][0] == Const(1)
                return self.clause("step" if always else "fork", node.origin)
            case Do() | ChanceNode() if _ends(node):
                return self.clause("end", node.origin)
            case Do() | ChanceNode() if node.effects and not _frames(node.origin):
                return self.clause("step", node.origin)
            case _:
                return None

    def _of_option(self, node: Decide, option: OptionEdge) -> CoveredClause | None:
        name = f"pass {option.name}" if option.role == "pass" else option.name
        return self.clause("option", option.origin if option.origin.span else node.origin, name)

    def _of_function(self, function: Function) -> CoveredClause | None:
        return self.clause(_kind(function), function.origin)

    # ----------------------------------------------------------------------------------------- what happened

    def passed(self, node: Node, target: int) -> None:
        """A node was passed without anybody deciding."""
        clause = self._of_node(node)
        if clause is None:
            self._began(node.origin)
            return
        if isinstance(node, Test) and target == node.otherwise:
            clause.no += 1
        else:
            clause.yes += 1

    def _began(self, origin: Origin) -> None:
        """An example that begins with an action does what the sentences say that call it."""
        action = self._called(origin)
        if action is not None:
            for clause in self.clauses.values():
                if clause.kind == "step" and self._called(clause) == action:
                    clause.yes += 1

    def _called(self, there: Origin | CoveredClause) -> str | None:
        place = _place(there)
        return None if place is None else self.calls.get(place)

    def asked(self, origin: Origin, *, holds: bool) -> None:
        """A condition inside a sentence was looked at."""
        self._count(self.clause("fork", origin), holds=holds)

    def applied(self, function: Function, value: int) -> None:
        """A definition was asked for."""
        key = _key(kind := _kind(function), function.origin)
        if key in self.clauses:
            self._count(self.clauses[key], holds=bool(value) or kind != "fork")

    def taken(self, node: Decide, number: int) -> None:
        """An option was taken."""
        self._count(self._of_option(node, node.options[number]), holds=True)

    # ------------------------------------------------------------------------------------- what could happen

    def of_node(self, node: Node) -> list[CoveredClause]:
        """What is counted when a node is passed."""
        clause, action = self._of_node(node), self._called(node.origin)
        if clause is not None:
            return [clause]
        return [one for one in self.clauses.values() if action is not None and self._called(one) == action]

    def of_option(self, node: Decide, option: OptionEdge) -> list[CoveredClause]:
        """What is counted when an option is taken."""
        return [one for one in [self._of_option(node, option)] if one is not None]

    def of_condition(self, program: Program, condition: When) -> list[CoveredClause]:
        """What is counted when a condition inside a sentence is looked at."""
        found = self.clause("fork", program.reasons[condition.reason][1]) if condition.reason >= 0 else None
        return [found] if found is not None else []

    def of_function(self, function: Function) -> list[CoveredClause]:
        """What is counted when a definition is asked for."""
        found = self.clauses.get(_key(_kind(function), function.origin) or ("", "", 0, ""))
        return [found] if found is not None else []

    @staticmethod
    def _count(clause: CoveredClause | None, *, holds: bool) -> None:
        if clause is not None:
            clause.yes += holds
            clause.no += not holds

    def clause(self, kind: str, origin: Origin, name: str = "", words: str = "") -> CoveredClause | None:
        """The clause of a sentence; None for what no rule says. `words` are those a fork hangs on, as far as they stand
        outside its place: `if possible`."""
        key = _key(kind, origin, name)
        if origin.span is None or key is None:
            return None
        if key not in self.clauses:
            if key in self.skipped or any(_inside(origin.span, example) for example in self.examples):
                self.skipped.add(key)
                return None
            text, label = first_line(origin.span), name.removeprefix("pass ")
            if kind == "fork":
                # What follows from the condition are sentences of their own.
                text = text.partition(": ")[0]
                text = text if text.startswith(words) or words in text else f"{text} {words}"
            if name and label not in text:
                text = f"{label} ({text})"
            cites = tuple(_CITED.findall(origin.cite))
            self.clauses[key] = CoveredClause(kind, text, origin.span, " > ".join(origin.heading), cites)
        return self.clauses[key]


def _kind(function: Function) -> str:
    return "fork" if function.kind == "truth" else "definition"


def _key(kind: str, origin: Origin, name: str = "") -> tuple[str, str, int, str] | None:
    place = _place(origin)
    return None if place is None else (kind, *place, name)


def _place(of: Origin | CoveredClause) -> tuple[str, int] | None:
    return None if of.span is None else (of.span.source.path, of.span.start)


def _inside(span: Span | None, around: Span) -> bool:
    return span is not None and span.source.path == around.source.path and around.start <= span.start < around.end


def _frames(origin: Origin) -> bool:
    """Is it a loop or a part of the game? The sentences in it are clauses of their own."""
    return origin.span is not None and ":" in re.sub(r'\[[^\]]*\]|"[^"]*"', "", origin.span.text)


def inner_forks(program: Program) -> dict[int, None]:
    """The reasons of the conditions inside effects that an author wrote."""
    parts = (part for node in program.nodes for part in all_parts(node))
    return {part.reason: None for part in parts if isinstance(part, When) and part.reason >= 0}


def _unused(named: Iterable[tuple[CoveredClause, tuple[str, ...]]]) -> list[str]:
    """The names of which no clause was used, in reading order."""
    used: dict[str, bool] = {}
    for clause, names in named:
        for name in names:
            used[name] = used.get(name, False) or clause.is_used
    return [name for name, was_used in used.items() if not was_used]


def _ends(node: Do | ChanceNode) -> bool:
    return any(isinstance(effect, Put) and effect.region in ("decided", "ending") for effect in node.effects)
