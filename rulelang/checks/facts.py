"""What is known where somebody decides: the forks on the only way there, with nothing in between that could change it.

if your Hand is not empty: choose a Card from your Hand      there is a Card to choose
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.course import Step
from rulelang.checks.looks import Look
from rulelang.checks.reading import ANYTHING, writes
from rulelang.graph.flow.substitute import rewrite
from rulelang.graph.program import Decide, Do, Node, Parameter, Test
from rulelang.graph.terms import And, AnyIn, Both, Cell, Compare, Const, Local, Members, Not, Or, Possible, Size, Term

_FARTHEST = 12
_NOTHING = Const(0)
_ONE = Local("")


class Facts:
    """Conditions that hold at a node, and those that do not."""

    def __init__(self, look: Look, node: Node) -> None:
        self._look = look
        self._playing = not node.group.startswith("setup")
        self._true: list[Term] = []
        self._false: list[Term] = []
        for condition, answer in self._passed(node.number):
            self._note(condition, answer)

    def offers(self, parameter: Parameter) -> bool:
        """Is something certainly there to be picked?"""
        if parameter.form != "pick" or not isinstance(parameter.domain, Members):
            return False
        if parameter.where is None and self._filled(parameter.domain.set):
            return True
        core = self._core(parameter.domain.set)
        return any(
            isinstance(fact, AnyIn)
            and isinstance(fact.domain, Members)
            and self._core(fact.domain.set) == core
            and _renamed(fact.body, fact.name) == _renamed(parameter.where or Const(1), parameter.name)
            for fact in self._true
        )

    def can_be_done(self, node: Decide) -> bool:
        """Has just been asked whether the action can be done that this decision begins: `if you can Act: Act`?"""
        return any(isinstance(fact, Possible) and self._asks_about(fact, node) for fact in self._true)

    def _asks_about(self, fact: Possible, node: Decide) -> bool:
        look = self._look
        actor = node.actor.region if isinstance(node.actor, Cell) else ""
        same = look.copies.get(actor, frozenset({actor}))
        asked_of = [put.value for put in fact.fill if put.region.endswith(": you")]
        if not all(isinstance(value, Cell) and value.region in same for value in asked_of):
            return False
        asked = look.program.nodes[fact.node]
        while isinstance(asked, Do) and not asked.rest and asked.target >= 0:
            asked = look.program.nodes[asked.target]
        offered = {option.origin.span for option in node.options}
        return isinstance(asked, Decide) and {option.origin.span for option in asked.options} <= offered

    # ------------------------------------------------------------------- facts

    def _passed(self, number: int) -> Iterator[tuple[Term, bool]]:
        """Forks on the only way here; what was true before something changed is not told."""
        sources = self._look.sources
        changed: set[str] = set()
        for _ in range(_FARTHEST):
            steps = sources[number]
            if len(steps) != 1 or steps[0].through >= 0 or steps[0].kind not in ("arm", "else", "go"):
                return
            for condition, answer in self._asked(steps[0]):
                reads = self._look.reader.reads(condition)
                if not reads & changed and (ANYTHING not in reads or self._only_in_mind(changed)):
                    yield condition, answer
            changed |= writes(steps[0].effects)
            number = steps[0].source

    def _only_in_mind(self, changed: set[str]) -> bool:
        """Have only cells changed in which an action notes who acts and what was chosen?"""
        regions = self._look.program.layout.regions
        return all(name in regions and regions[name].role == "frame" for name in changed)

    def _asked(self, step: Step) -> Iterator[tuple[Term, bool]]:
        node = self._look.program.nodes[step.source]
        if isinstance(node, Test):
            for condition, target in node.arms:
                if step.kind == "arm" and condition is step.condition and target == step.target:
                    yield condition, True
                    return
                yield condition, False

    def _note(self, condition: Term, answer: bool) -> None:
        match condition:
            case Not(inside):
                self._note(inside, not answer)
            case And(parts) if answer:
                for part in parts:
                    self._note(part, True)
            case And(parts):
                # Once the game is being played, `as soon as` only asks for the rest of its condition.
                rest = [part for part in parts if not (self._playing and _is_playing(part))]
                if len(rest) == 1:
                    self._note(rest[0], False)
            case Or(parts) if not answer:
                for part in parts:
                    self._note(part, False)
            case _:
                (self._true if answer else self._false).append(condition)

    # --------------------------------------------------------------- questions

    def _filled(self, members: Term) -> bool:
        wanted = self._core(members)
        return any(self._says_filled(fact, wanted, True) for fact in self._true) or any(
            self._says_filled(fact, wanted, False) for fact in self._false
        )

    def _says_filled(self, fact: Term, wanted: Term, answer: bool) -> bool:
        match fact:
            case Compare("!=" | ">", Size(of), Const(0)) | Compare("!=", of, Const(0)):
                return answer and self._core(of) == wanted
            case Compare("==", Size(of), Const(0)) | Compare("==", of, Const(0)):
                return not answer and self._core(of) == wanted
            case Compare(">=", Size(of), Const(least)):
                return answer and least > 0 and self._core(of) == wanted
            case AnyIn(_, Members(of), Const(1)):
                return answer and self._core(of) == wanted
            case _:
                return False

    def _core(self, members: Term) -> Term:
        """A set without the parts of it that say nothing: all pieces there are."""
        if isinstance(members, Both):
            every = (1 << max(len(self._look.program.layout.pieces), 1)) - 1
            parts = tuple(part for part in members.parts if not (isinstance(part, Const) and part.value == every))
            return parts[0] if len(parts) == 1 else Both(parts)
        return members


def _renamed(body: Term, name: str) -> Term:
    """The same question, whatever its element is called."""
    return rewrite(body, lambda part: _ONE if part == Local(name) else part)


def _is_playing(part: Term) -> bool:
    return isinstance(part, Compare) and isinstance(part.left, Cell) and part.left.region == "playing"
