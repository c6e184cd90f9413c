"""How the moves of an example are made: what somebody is told to choose, what takes itself, and what chance brings."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from interpreter.engine.executor import Cells, Move, Outcome, Told, option_of
from interpreter.examples.answers import are_alike, is_left_open, outcome_called, readings
from interpreter.examples.claims import ClaimJudge
from interpreter.examples.set_up import MadeAgain
from interpreter.explain.refusal import Clause, Refusal
from interpreter.wording.move_wording import MoveWording
from rulelang.graph.example_steps import ANYTHING
from rulelang.graph.program import ChanceNode, Decide, End
from rulelang.graph.roles import NodeRole

if TYPE_CHECKING:
    from interpreter.api.game import Game

#: So many decisions and chances after each other are no end.
LONGEST: Final = 500


class Choosing:
    """Makes moves on cells that it is given, and keeps what is to be known of the last one."""

    def __init__(self, game: Game, judge: ClaimJudge, random: Random, *, setting_up: bool) -> None:
        self.game: Final = game
        self.executor: Final = game.executor
        self._judge: Final = judge
        self._random: Final = random
        self._playing: Final = game.program.layout.regions["playing"].base
        #: Are the first choices of a new game still to be made? They may be anything.
        self.setting_up = setting_up
        #: What was done last in the setup, and how the game stood before.
        self.last_of_setup: tuple[Cells, MadeAgain] | None = None
        #: What was to be chosen when it turned out not to be possible.
        self.impossible: tuple[Cells, str] | None = None
        self.part_of_move = 0
        #: Was what the last choice ends with left out, as there was only one way?
        self._left_open = False
        #: Can what was to be chosen mean several moves?
        self.is_unclear = False
        #: Was anything left to whoever plays the example, or to chance?
        self.is_open = False

    def play(self, cells: Cells, move: Move) -> None:
        """Make a move; who sees what of it is noted."""
        told: list[Told] = []
        self._note(cells, lambda executor, before: executor.play(before, move))
        self.executor.play(cells, move, told)
        self._judge.hear(told)

    def draw(self, cells: Cells, outcome: Outcome | None = None) -> None:
        """Chance brings this, or anything."""
        told: list[Told] = []
        brought = self.executor.draw(cells, self._random) if outcome is None else outcome
        if isinstance(brought, tuple):
            self._judge.shuffled(brought)
        self._note(cells, lambda executor, before: executor.happen(before, brought))
        self.executor.happen(cells, brought, told)
        self._judge.hear(told)

    def _note(self, cells: Cells, again: MadeAgain) -> None:
        if self.setting_up and not cells[self._playing]:
            self.last_of_setup = list(cells), again

    def play_anything(self, cells: Cells) -> None:
        self.is_open = True
        moves = self.executor.options(cells)
        self.play(cells, moves[int(self._random.random() * len(moves))])

    def choose(self, cells: Cells, player: int, parts: list[str], *, partly: bool = False) -> str | None:
        """Let somebody (or chance, -1) choose; what is the matter, if it cannot be."""
        self.impossible = None
        own, self._left_open = False, False
        for _ in range(LONGEST):
            if not parts:
                return None
            node = self.executor.node(cells)
            if isinstance(node, End):
                return f"nothing is left to choose here, but `{parts[0]}` is still to be chosen"
            if isinstance(node, ChanceNode):
                if (problem := self._happen(cells, node, player, parts)) is not None:
                    return problem
                continue
            assert isinstance(node, Decide)
            acting = self.executor.actor(cells)
            if partly and own and acting != player:
                # What is offered now is asked about, not what is offered when the others have moved.
                return f"`{parts[0]}` is not possible"
            own = own or acting == player
            used = self._decide(cells, node, player, parts, partly=partly)
            if isinstance(used, str):
                return used
            del parts[:used]
        return "this goes on without end"

    def _happen(self, cells: Cells, node: ChanceNode, player: int, parts: list[str]) -> str | None:
        """Chance brings what the example says, otherwise anything."""
        weighed = self.executor.outcomes(cells)
        setting_up = self.setting_up and not cells[self._playing]
        told = player < 0 and weighed is not None
        if told and parts[0] != ANYTHING:
            found = outcome_called(self.game, node, weighed or (), parts[0])
            if found is not None:
                del parts[0]
                self.draw(cells, found)
                return None
            if not setting_up and len(weighed or ()) > 1:
                return f"chance cannot choose `{parts[0]}`"
        elif told:
            del parts[0]
        self.is_open = self.is_open or not (setting_up or (weighed is not None and len(weighed) == 1))
        self.draw(cells)
        return None

    def _decide(self, cells: Cells, node: Decide, player: int, parts: list[str], *, partly: bool) -> int | str:
        """How many parts a decision used up (0: it took itself), or what is the matter."""
        scene = MoveWording(self.game, cells, node)
        if player < 0 and self.setting_up and not cells[self._playing]:
            self.play(cells, next(iter(self.executor.each_option(cells))))
            return 0
        own = player == scene.actor
        if own and parts[0] == ANYTHING:
            self.play_anything(cells)
            return 1
        moves, used, whole = (
            readings(scene, parts, partly=partly, closed=not self._left_open) if own else ([], 0, False)
        )
        if partly and moves and used == len(parts):
            self.part_of_move = used
            return used
        if whole:
            anyhow = ANYTHING in parts[:used]
            if len(moves) > 1 and not anyhow and not are_alike(scene, moves):
                self.is_unclear = True
                return f"this can mean several moves: {'; '.join(scene.notation(move) for move in moves[:4])}"
            self.is_open = self.is_open or anyhow
            self._left_open = is_left_open(scene, moves[0], parts[used - 1])
            self.play(cells, moves[int(self._random.random() * len(moves))] if anyhow else moves[0])
            return used
        if own and not self.impossible:
            self.impossible = (list(cells), ", ".join(parts))
        forced = self.forced(cells, node, own=own)
        if forced is not None:
            self.play(cells, forced)
            return 0
        if not own:
            seats = self.game.players
            return f"{seats[scene.actor]} decides now, not {seats[player] if player >= 0 else 'chance'}"
        return f"`{parts[0]}` is not possible"

    def why_not(self, cells: Cells) -> Refusal:
        """The clauses against what was not possible just now."""
        if self.impossible is not None:
            cells, text = self.impossible
            refusal = self.game.position(cells).why_not(text)
            if refusal is not None:
                return refusal
        node = self.executor.node(cells)
        if isinstance(node, Decide):
            clause = Clause(f"{self.game.players[self.executor.actor(cells)]} decides now", node.origin)
        else:
            clause = Clause("the game is over" if isinstance(node, End) else "chance decides now", node.origin)
        return Refusal("", "turn", (clause,))

    def forced(self, cells: Cells, node: Decide, *, own: bool) -> Move | None:
        """The move that takes itself: the only one. Whoever is told to choose something else declines the own
        windows."""
        moves = []
        for move in self.executor.each_option(cells):
            if own and node.role is NodeRole.WINDOWS and option_of(node, move).role == "pass":
                return move
            moves.append(move)
            if len(moves) > 1 and not (own and node.role is NodeRole.WINDOWS):
                return None
        return moves[0] if len(moves) == 1 else None
