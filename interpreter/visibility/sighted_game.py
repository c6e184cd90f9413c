"""A game with who sees what in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from interpreter.engine.engine_game import EngineGame
from interpreter.engine.executor import Cells, Fault, Move
from interpreter.engine.locked_property import LockedProperty
from interpreter.visibility.course import Course, StepParts
from interpreter.visibility.determinise.exchange import Exchange
from interpreter.visibility.name_moves import Key, Naming, sees_all
from interpreter.visibility.sight import Sight
from rulelang.graph.program import ChanceNode, Decide
from rulelang.graph.terms import Members


class SightedGame(EngineGame):
    """What observations, memories and imagined worlds ask."""

    @LockedProperty
    def sight(self) -> Sight:
        """Who sees what."""
        return Sight(self.program)

    @LockedProperty
    def listed_decisions(self) -> frozenset[int]:
        """The decisions at which no handful is chosen, in so many ways that nobody lists them unasked."""
        return frozenset(
            node.number
            for node in self.program.nodes
            if isinstance(node, Decide)
            and not any(parameter.form == "some" for option in node.options for parameter in option.parameters)
        )

    @LockedProperty
    def open_decisions(self) -> frozenset[int]:
        """Those of them at which everybody sees what may be chosen, however the game stands."""
        listed = (self.program.nodes[number] for number in self.listed_decisions)
        return frozenset(one.number for one in listed if isinstance(one, Decide) and not self.naming.may_be_blind(one))

    @LockedProperty
    def parts(self) -> StepParts:
        """Whose what happens is, while all decide at the same time."""
        return StepParts(self.program)

    @LockedProperty
    def exchange(self) -> Exchange:
        """Where states speak of pieces: for bringing pieces into each other's place."""
        return Exchange(self.program, self.sight)

    @LockedProperty
    def naming(self) -> Naming:
        """What moves are called by those who see them."""
        return Naming(self.program, self.sight)

    @LockedProperty
    def course(self) -> Course:
        """What plays steps again to tell what came of them."""
        return Course(self.program)

    def blindness(self, cells: Sequence[int], node: Decide, seat: int) -> Callable[[Move], bool]:
        """The question whether a move chooses something of which the one who decides sees only the back; `sees_all`
        where nothing unseen can be chosen. Where handfuls make thousands of moves, that is found out beforehand."""
        found = self.naming.blindness(cells, node, seat)
        if found is sees_all or node.number in self.listed_decisions or self._offers_unseen(list(cells), node, seat):
            return found
        return sees_all

    def _offers_unseen(self, state: Cells, node: Decide, seat: int) -> bool:
        """May anything be unseen that is chosen first, or is something chosen behind it?"""
        unseen = self.sight.hidden_pieces(state, seat)
        for option, shape in zip(node.options, self.naming.shapes(node), strict=True):
            if any(shape):
                domain = option.parameters[0].domain
                if shape[0] == "token" or any(shape[1:]) or not isinstance(domain, Members):
                    return True
                try:
                    if self.executor.evaluate(state, domain.set) & unseen:
                        return True
                except Fault:
                    return True
        return False

    @property
    def has_secrets(self) -> bool:
        """Is there anything in the game that not every player knows?"""
        return self.naming.has_secrets

    def secretly(self, cells: Sequence[int]) -> int:
        """Whose way through decisions that all make at the same time a state belongs to; -1 for none."""
        node = self.program.nodes[cells[self.node_cell]]
        if isinstance(node, Decide):
            return self.executor.actor(list(cells)) if node.secret else -1
        if isinstance(node, ChanceNode) and node.secretly is not None:
            return self.executor.evaluate(list(cells), node.secretly)
        return -1

    def keys(self, cells: Sequence[int], moves: Iterable[Move]) -> list[Key]:
        """What the one who decides calls some moves, for comparing moves of different imagined worlds."""
        node = self.executor.node(list(cells))
        assert isinstance(node, Decide)
        return self.naming.own(cells, node, moves, self.executor.actor(list(cells)))
