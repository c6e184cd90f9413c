"""What was offered to whom and what they took: actions, cards and other pieces, tokens, spaces, members of kinds.

Of what the decider does not see nothing is counted: it was not chosen for what it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from interpreter.api.game import Game
from interpreter.engine.executor import Move, Vector
from interpreter.experiments.measures.options import option_name
from interpreter.experiments.played import Use
from interpreter.visibility.name_moves import sees_all
from interpreter.wording.move_wording import MoveWording
from rulelang.graph.program import Decide, Parameter

#: The sort of what has a name among the options of a decision.
ACTION: Final = "action"

#: Of more moves than this, as many are looked at, spread evenly.
_MOST_MOVES: Final = 300


class UsesMeasure:
    """Knows what the values of moves are."""

    def __init__(self, game: Game) -> None:
        self.game: Final = game
        self._layout: Final = game.program.layout
        self._pieces: Final = {"piece", *(piece.kind for piece in self._layout.pieces)}
        self._places: Final = {"place", *(place.holder for place in self._layout.places)}
        self._keys: Final[dict[tuple[str, int], str]] = {}

    def watch(self) -> UsesOfGame:
        """Counts for one game."""
        return UsesOfGame(self)

    def of_move(self, node: Decide, move: Move) -> Iterator[str]:
        """The action of a move, and everything it names."""
        number = move[0]
        assert isinstance(number, int)
        option = node.options[number]
        yield f"{ACTION}/{option_name(node, option)}"
        for parameter, value in zip(option.parameters, move[1:], strict=True):
            for one in value if isinstance(value, tuple) else (value,):
                if key := self._named(parameter, one):
                    yield key

    def _named(self, parameter: Parameter, value: int) -> str:
        known = self._keys.get((parameter.elements, value))
        if known is None:
            known = self._keys[parameter.elements, value] = self._key(parameter.elements, value)
        return known

    def _key(self, elements: str, value: int) -> str:
        """`Artisan/Seamstress`; nothing for players, numbers and what has no name of its own."""
        layout = self._layout
        if value < 0 or elements in ("number", "player", "position"):
            return ""
        if elements == "token":
            variety = layout.varieties[value % len(layout.varieties)]
            return f"{variety.kind}/{variety.name}"
        if elements in self._pieces:
            piece = layout.pieces[value]
            return f"{piece.kind}/{piece.name}"
        if elements in self._places:
            place = layout.places[value]
            return f"{place.holder}/{place.name if place.owner < 0 else place.holder}"
        members = self.game.program.names.get(elements, ())
        return f"{elements}/{members[value]}" if value < len(members) else ""


class UsesOfGame:
    """The counts of one game, for each seat."""

    def __init__(self, uses: UsesMeasure) -> None:
        self._uses: Final = uses
        self._seats: Final = len(uses.game.players)
        self._counts: Final[dict[str, list[list[float]]]] = {}

    def decided(self, node: Decide, seat: int, before: Vector, moves: Sequence[Move], move: Move) -> None:
        """One decision with something to choose."""
        is_blind = MoveWording(self._uses.game, tuple(before), node, seat).blindness
        looked_at = moves if len(moves) <= _MOST_MOVES else moves[:: -(-len(moves) // _MOST_MOVES)]
        #: In how many of the moves each thing is named, and anything of its sort.
        offered: dict[str, int] = {}
        of_sort: dict[str, int] = {}
        for one in looked_at:
            if is_blind is sees_all or not is_blind(one):
                named = set(self._uses.of_move(node, one))
                for key in named:
                    offered[key] = offered.get(key, 0) + 1
                for sort in {key.partition("/")[0] for key in named}:
                    of_sort[sort] = of_sort.get(sort, 0) + 1
        unseen = is_blind is not sees_all and is_blind(move)
        taken = frozenset[str]() if unseen else frozenset(self._uses.of_move(node, move))
        for key in taken:
            offered.setdefault(key, 1)
        alike: dict[str, int] = {}
        for key in offered:
            sort = key.partition("/")[0]
            alike[sort] = alike.get(sort, 0) + 1
        sorts_taken = {key.partition("/")[0] for key in taken}
        for key, moves_with in offered.items():
            sort = key.partition("/")[0]
            if alike[sort] > 1:
                count = self._of(key)[seat]
                count[0] += 1
                count[1] += key in taken
                # Whoever chooses something else altogether has not chosen among these.
                if sort in sorts_taken:
                    count[2] += 1 / alike[sort]
                    count[3] += moves_with / of_sort.get(sort, 1)

    def _of(self, key: str) -> list[list[float]]:
        if key not in self._counts:
            self._counts[key] = [[0, 0, 0.0, 0.0] for _ in range(self._seats)]
        return self._counts[key]

    def found(self) -> dict[str, tuple[Use, ...]]:
        """What was counted, in the order of its names."""
        return {
            key: tuple(Use(int(one[0]), int(one[1]), round(one[2], 4), round(one[3], 4)) for one in counts)
            for key, counts in sorted(self._counts.items())
        }
