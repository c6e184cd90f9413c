"""What several checks want to know about one compiled program, worked out once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from rulelang.checks.settled_triggers import SettledTriggers
from rulelang.checks.values.ever_held import EverHeld
from rulelang.checks.values.lookback import Lookback
from rulelang.checks.values.playing import Imagined
from rulelang.compile import Compilation
from rulelang.graph.access import Accesses, printed_tables
from rulelang.graph.course_of_play import CourseOfPlay
from rulelang.graph.layout import Piece, Variety
from rulelang.graph.program import Node, Test
from rulelang.graph.roles import DIE_VALUE, NodeRole
from rulelang.graph.successors import CourseStep
from rulelang.graph.terms import Cell, Const, Either, Possible, Put
from rulelang.graph.values.assume import Values
from rulelang.graph.values.intervals import ALWAYS, ANYTHING, NEVER, Range
from rulelang.graph.walk import all_parts


class ProgramFacts:
    """A program with its course, the values of its terms, and what they read."""

    def __init__(self, compilation: Compilation) -> None:
        assert compilation.program is not None
        self.program = compilation.program
        self.world = compilation.world
        self.sites = compilation.sites
        self.reader = Accesses(self.program.functions, printed_tables(self.program.table_roles))
        self._taken: dict[CourseStep, bool] = {}

    @cached_property
    def parts(self) -> list[Any]:
        """All that nodes are made of, each before what is in it."""
        return all_parts(self.program.nodes)

    def parts_like(self, *kinds: type) -> list[Any]:
        """Those of these kinds."""
        return [part for part in self.parts if type(part) in kinds]

    @cached_property
    def course(self) -> CourseOfPlay:
        """All steps, calls and returns matched."""
        return CourseOfPlay(self.program)

    @cached_property
    def reached(self) -> set[int]:
        """The numbers of the nodes that play may come to: no fork goes where it never can, such as a way for another
        number of players."""
        return self.course.reached([self.program.entry], self.may_be_taken)

    @cached_property
    def settled(self) -> SettledTriggers:
        """Where an `as soon as` cannot come true."""
        return SettledTriggers(self)

    def may_be_taken(self, step: CourseStep) -> bool:
        """May a fork take this way? Not if its condition never holds, or one before it always does, or if it was
        looked at before and nothing has changed since."""
        known = self._taken.get(step)
        if known is None:
            known = self._taken[step] = self._may_be_taken(step)
        return known

    def _may_be_taken(self, step: CourseStep) -> bool:
        node = self.program.nodes[step.source]
        if not isinstance(node, Test):
            return True
        if node.role is NodeRole.TRIGGER and not self.settled.may_fire(step):
            return False
        truth = self.values.rested().truth
        return truth(step.condition) != NEVER and all(truth(one) != ALWAYS for one, _ in node.arms[: step.way])

    @cached_property
    def reached_nodes(self) -> tuple[Node, ...]:
        """The nodes that play may come to, in their order."""
        return tuple(self.program.nodes[number] for number in sorted(self.reached))

    @cached_property
    def sources(self) -> list[list[CourseStep]]:
        """For every node the steps that lead there from where play comes."""
        found: list[list[CourseStep]] = [[] for _ in self.program.nodes]
        for number in self.reached:
            for step in self.course.steps[number]:
                if self.may_be_taken(step):
                    found[step.target].append(step)
        return found

    @cached_property
    def copies(self) -> dict[str, frozenset[str]]:
        """For a cell of an action, all cells that are only copies of it or of what it is a copy of.

        `you` of an action that a single sentence calls is the `you` of that sentence."""
        values: dict[str, set[str]] = {}
        for steps in self.sources:
            for effect in (effect for step in steps for effect in step.effects):
                if isinstance(effect, Put) and effect.index == Const(0):
                    match effect.value:
                        case Cell(region, Const(0)):
                            values.setdefault(effect.region, set()).add(region)
                        case _:
                            values.setdefault(effect.region, set()).add("")
        groups: dict[str, set[str]] = {}
        for region, sources in values.items():
            if len(sources) == 1 and "" not in sources:
                joined = groups.get(region, {region}) | groups.get(source := next(iter(sources)), {source})
                groups.update(dict.fromkeys(joined, joined))
        return {region: frozenset(group) for region, group in groups.items()}

    @cached_property
    def lodgings(self) -> list[int]:
        """For every piece the places that take pieces of its sort."""
        world = self.world
        everywhere = (1 << len(self.program.layout.places)) - 1
        taken: dict[str, int] = {kind.name: everywhere for kind in world.pieces.values()}
        for nature in world.natures:
            names = {kind.name for accepted in nature.accepts for kind in world.piece_classes(accepted)}
            for name in taken.keys() - names if names else ():
                taken[name] &= ~nature.mask
        return [taken.get(piece.kind, everywhere) for piece in self.program.layout.pieces]

    @cached_property
    def piece_words(self) -> frozenset[str]:
        """What pieces are called."""
        return self.program.layout.piece_words()

    @cached_property
    def marks(self) -> frozenset[str]:
        """The regions of what pieces have that only those see who see the piece."""
        return frozenset(
            region.name
            for region in self.program.layout.regions.values()
            if region.holder in self.piece_words
            and region.audience != "all"
            and region.role in ("counter", "flag", "variable")
            and region.name not in ("face-down", DIE_VALUE)
        )

    @cached_property
    def turned_down(self) -> int:
        """The pieces that some sentence turns or lays face down."""
        if "face-down" not in self.program.layout.regions:
            return 0
        found = 0
        for step in (step for steps in self.course.steps for step in steps):
            for part in all_parts(step.effects):
                if isinstance(part, Put) and part.region == "face-down" and isinstance(part.value, Either):
                    for added in part.value.parts:
                        if not isinstance(added, Cell):
                            found |= self.values.members(added, {})
        return found & ((1 << len(self.program.layout.pieces)) - 1)

    @cached_property
    def token_lodgings(self) -> list[int]:
        """For every sort of tokens the places that take it."""
        found = []
        for store in self.program.layout.tokens:
            places = store.set_places
            for place in store.counts:
                places |= 1 << place
            found.append(places)
        return found

    @cached_property
    def backs(self) -> tuple[int, ...]:
        """The sets of pieces that look alike from behind: of one sort and one owner."""
        return _alike(self.program.layout.pieces)

    @cached_property
    def token_backs(self) -> tuple[int, ...]:
        """The sets of sorts of tokens that look alike from behind."""
        return _alike(self.program.layout.varieties)

    @cached_property
    def values(self) -> Values:
        """What values terms can have in the course of play.

        What never changes is told once, by itself: everything else is judged as if it could."""
        held = {name: bounds for name, bounds in self.ever_held.held.items() if name not in self.unchanged}
        return Values(self.program, self._faces, held)

    @cached_property
    def unchanged(self) -> frozenset[str]:
        """The regions whose counters, marks or variables always hold what they hold at first."""
        return self.ever_held.unchanged()

    def unchanged_because_of(self, region: str) -> frozenset[str]:
        """What would change if this one did."""
        return self.unchanged - self._ever(region).unchanged() - {region}

    @cached_property
    def ever_held(self) -> EverHeld:
        """What counters, marks and variables ever hold."""
        return self._ever()

    def _ever(self, free: str = "") -> EverHeld:
        asked = self.parts_like(Possible)
        return EverHeld(Values(self.program, self._faces), self.course, self.reader, asked, free)

    @cached_property
    def _faces(self) -> Range:
        faces = [face for piece in self.world.pieces.values() for face in piece.faces]
        # 0 is said of things that are no dice.
        return (min(0, *faces), max(faces)) if faces else ANYTHING

    @cached_property
    def imagined(self) -> Imagined:
        """What is known of the whole state, play imagined from the beginning."""
        return Imagined(self.values)

    @cached_property
    def lookback(self) -> Lookback:
        """What is known just before a node."""
        return Lookback(self)


def _alike(things: Iterable[Piece | Variety]) -> tuple[int, ...]:
    found: dict[tuple[str, int], int] = {}
    for number, thing in enumerate(things):
        back = thing.back or thing.kind, thing.owner
        found[back] = found.get(back, 0) | 1 << number
    return tuple(found.values())


def looks(compilations: Iterable[Compilation]) -> tuple[ProgramFacts, ...]:
    """One for every number of players and every variant that can be played."""
    return tuple(ProgramFacts(one) for one in compilations if one.program is not None)
