"""A program as lowered functions, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.engine.lower.build.coded import CodedLowering
from interpreter.engine.lower.build.drawing import DrawLowering
from interpreter.engine.lower.build.flow import NodeLowering
from interpreter.engine.lower.build.looking import LookLowering
from interpreter.engine.lower.build.places import ProgramPoint
from interpreter.engine.lower.build.routine_table import RoutineTable
from interpreter.engine.lower.build.value_routines import ValueRoutines
from interpreter.engine.lower.build.whole_games import WholeGame
from interpreter.engine.lower.code import Routine
from interpreter.engine.lower.passes import optimised
from rulelang.graph.program import ChanceNode, Decide, Do, Program, Test
from rulelang.graph.terms import Effect, Term


class Lowering(RoutineTable):
    """All routines of one program, with those who write them."""

    def __init__(self, program: Program, without: frozenset[str] = frozenset()) -> None:
        """`without` names passes that are left out."""
        super().__init__(program, without)
        flow, coded, looking, values = NodeLowering(self), CodedLowering(self), LookLowering(self), ValueRoutines(self)
        self.writers.update(
            step=flow.step, step_knowing=flow.step_knowing, actor=flow.actor, shown=flow.shown, any=flow.any,
            each=flow.each, take=flow.take, place=flow.place, happens=flow.happens, outcomes=flow.outcomes,
            listing=coded.listing, play=coded.play, tries=looking.tries, fits=looking.fits, next=looking.next,
            possible=looking.possible, completes=looking.completes, derived=values.derived, rank=values.rank,
            value=values.value, change=values.change, draw=self._draw,
        )  # fmt: skip

    def _draw(self, name: str, place: ProgramPoint) -> Routine:
        return DrawLowering(self, place).routine(name)

    def whole_game(self, root: int) -> tuple[str, tuple[int, ...]] | None:
        """The routine for whole games from a place on, with the places it can be entered at; None if there is none."""
        game = WholeGame(self, root)
        name = f"game_{root}"
        routine = None if "whole_games" in self.source.without else game.routine(name)
        if routine is None:
            return None
        self._roots[name] = None
        self._built[name], self._made[name] = routine, optimised(routine, self.source.without)
        return name, tuple(game.heads)

    def value(self, name: str, term: Term, values: Sequence[str], *, truth: bool = False) -> str:
        """A function for the value of any term, of its free locals in this order."""
        return self._promise(name, "value", term, values, truth)

    def change(self, name: str, effects: tuple[Effect, ...], values: Sequence[str]) -> str:
        """A function that carries out effects outside the flow."""
        return self._promise(name, "change", effects, values)

    # ------------------------------------------------------------------------------------------------- everything

    def everything(self, *, drawing: bool = False) -> dict[str, Routine]:
        """All functions a target needs that cannot make more while it plays; with those of random games, `drawing`."""
        if drawing:
            self.places.every()
        for node in self.program.nodes:
            match node:
                case Decide():
                    self.step(node)
                    self.actor(node)
                    if node.options and self.is_coded(node):
                        self.listing(node)
                        self.play(node)
                    for option in range(len(node.options)):
                        self.each(node, option)
                        self.take(node, option)
                case ChanceNode():
                    self.happens(node)
                    if node.shuffles is not None:
                        self.place(node)
                    elif node.parameter is not None:
                        self.outcomes(node)
                case Do() | Test() if node.number == self.program.entry:
                    self.step(node)
                case _:
                    pass
        scoring = self.program.scoring
        if scoring.eligible is not None:
            self.value("may_win", scoring.eligible, ("player",), truth=True)
        for number, line in enumerate(scoring.lines):
            self.value(f"score_{number}", line.value, ("player",))
        return self.finish()
