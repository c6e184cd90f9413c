"""A game being played: who decides, what may be done, what happened, and back again."""

from __future__ import annotations

from fractions import Fraction
from operator import methodcaller
from typing import TYPE_CHECKING, Final

from interpreter.api.chance import Chance, Happening, lent_stream
from interpreter.api.decision import Decision, Option
from interpreter.api.position import State
from interpreter.api.result import Result, Score, result, scores
from interpreter.api.seat import Seat
from interpreter.engine.executor import Cells, Fault, Move, Outcome, Told
from interpreter.engine.plain_faults import plainly
from interpreter.engine.steps import Step, new_step
from interpreter.explain.refusal import Clause, Refusal
from interpreter.visibility.determinise.imagine import Memories
from interpreter.visibility.secrecy import reveals, secret_steps
from interpreter.wording.events import Event, Luck, outcome_text
from interpreter.wording.narrative import Passage, told_to
from interpreter.wording.observation import Observation
from rulelang.graph.program import ChanceNode, Decide, End, Node

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.explain.trace import Trace


#: So often chance acts before it counts as endless that nobody decides.
LONGEST_CHANCE: Final = 10_000


def without_end(node: ChanceNode) -> Fault:
    """Nobody could wait for this."""
    fault = Fault(f"chance acts {LONGEST_CHANCE:,} times, and nobody decides anything", node.number)
    fault.said = node.origin
    return fault


class Session:
    """One game from its beginning. Stands at a `decision`, at a `chance` (if chance is asked), or is over."""

    def __init__(self, game: Game, seed: int, *, sampled: bool = True) -> None:
        self.game: Final = game
        self.seed: Final = seed
        self.sampled = sampled
        self._steps: list[Step] = []
        #: How often each source of chance has brought something.
        self._brought: dict[str, int] = {}
        self._nodes: Final = game.program.nodes
        self._node_cell: Final = game.node_cell
        self._open: Final = game.open_decisions
        self._actors: Final = game.actors
        self._play: Final = game.executor.play
        self._seats: dict[int, Seat] = {}
        self._memories: Memories | None = None
        try:
            state = list(game.executor.start())
        except Fault as fault:
            raise plainly(game, fault, methodcaller("start")) from None
        self._cells = tuple(state)
        #: Whose decision it is and what may be chosen; None at a chance and at the end.
        self.decision: Decision | None
        self._settle(state)

    # ------------------------------------------------------------------------------------------------- looking

    @property
    def state(self) -> State:
        """Everything that counts about this moment."""
        return State(self.game, self._cells)

    @property
    def node(self) -> Node:
        """Where in the graph the game stands."""
        return self._nodes[self._cells[self._node_cell]]

    @property
    def is_over(self) -> bool:
        """Is the game at its end?"""
        return isinstance(self.node, End)

    def _stand_at(self, cells: tuple[int, ...]) -> None:
        """Come to a state, whoever decides in it."""
        self._cells = cells
        node = self.node
        self.decision = Decision(self.game, cells, node) if isinstance(node, Decide) else None

    @property
    def chance(self) -> Chance | None:
        """What chance may bring now; None when it is not chance that decides."""
        node = self.node
        if not isinstance(node, ChanceNode):
            return None
        names = self.game.names()
        title = Luck(self.game, self._cells, node, None, names).title()
        weighed = self.game.executor.outcomes(list(self._cells))
        if weighed is None:
            return Chance(title, node.stream, True, ())
        total = sum(weight for _, weight in weighed)
        found = [
            Happening(value, weight, Fraction(weight, total), outcome_text(self.game, node, value, names))
            for value, weight in weighed
        ]
        return Chance(title, node.stream, False, tuple(found))

    @property
    def result(self) -> Result | None:
        """How the game ended, once it is over."""
        return result(self.game, list(self._cells)) if self.is_over else None

    def scores(self) -> tuple[Score, ...]:
        """What the criteria of the ranking give for each player now."""
        return scores(self.game, list(self._cells))

    def seat(self, player: int | str) -> Seat:
        """The game as one player may know it: what bots and screens of players get."""
        number = self.game.seat(player)
        return self._seats.get(number) or self._seats.setdefault(number, Seat(self, number))

    @property
    def memories(self) -> Memories:
        """What the players remember of how things lay."""
        if self._memories is None:
            self._memories = Memories(self.game, self._steps[0].before if self._steps else self._cells)
        return self._memories

    def observe(self, player: int | str) -> Observation:
        """What a player sees now."""
        return self.seat(player).observation

    # ------------------------------------------------------------------------------------------------- playing

    def apply(self, move: Option | Move | str, by: int | str | None = None) -> Step | Refusal:
        """Make a move: an option, a move, or words (`"c4, d5"`). Nothing changes when it is refused.

        `by` is the player who asks for it, if you know: only the one who decides now may. An option of another moment
        is refused, even where a move of the same numbers could be made: it would be another one."""
        decision = self.decision
        if decision is None:
            return self._nobody_decides(_text(move))
        if isinstance(move, Option) and move.decision is decision and by is None:
            chosen = move.move
        else:
            meant = self._meant(decision, move, by)
            if isinstance(meant, Refusal):
                return meant
            chosen = meant
        node = decision.node
        if node.number not in self._open:
            chosen = self._lucky(decision, chosen)
        return self._make(decision, node, chosen)

    def _meant(self, decision: Decision, move: Option | Move | str, by: int | str | None) -> Move | Refusal:
        """The legal move that somebody asks for."""
        misplaced = self._misplaced(decision, move, by)
        if misplaced is not None:
            return misplaced
        if isinstance(move, str):
            found = decision.read(move)
            return found[0].move if len(found) == 1 else self._not_understood(move, found)
        chosen = move.move if isinstance(move, Option) else move
        objection = self._objection(decision, chosen)
        return chosen if objection is None else objection

    def happen(self, outcome: Happening | Outcome | str | None = None) -> Step | Refusal:
        """Let chance happen: this outcome (or the one of this name), or without one whatever the session's stream
        brings."""
        chance, node, cells = self.chance, self.node, list(self._cells)
        if chance is None or not isinstance(node, ChanceNode):
            return Refusal(str(outcome), "chance", (Clause("it is not chance that decides now"),))
        if isinstance(outcome, Happening):
            outcome = outcome.outcome
        if isinstance(outcome, str):
            named = [found.outcome for found in chance.outcomes if found.notation.casefold() == outcome.casefold()]
            if not named:
                return self._not_among(outcome, chance)
            outcome = named[0]
        elif outcome is not None and not self._may_happen(chance, outcome):
            return self._not_among(str(outcome), chance)
        step = self._happened(node, cells, outcome)
        self._settle(cells)
        return step

    def _make(self, decision: Decision, node: Decide, move: Move) -> Step:
        told: list[Told] = []
        before, state = decision.cells, decision.take_state()
        seat = self._actors[node.number](state)
        try:
            self._play(state, move, told)
        except Fault as fault:
            raise plainly(self.game, fault, methodcaller("play", list(before), move)) from None
        self._cells = after = tuple(state)
        secretly = seat if node.secret else -1
        step = new_step(Step, ("move", seat, move, -1, before, after, tuple(told) if told else (), secretly, ""))
        self._steps.append(step)
        self._settle(state)
        return step

    def _happened(self, node: ChanceNode, state: Cells, outcome: Outcome | None = None) -> Step:
        """Let an outcome happen in a state, which is a list of the cells, or what the session's stream brings."""
        told: list[Told] = []
        executor, before, source = self.game.executor, self._cells, node.stream
        number = self._brought.get(source, 0)
        if outcome is None:
            outcome = executor.draw(state, lent_stream(self.seed, source, number))
        try:
            executor.happen(state, outcome, told)
        except Fault as fault:
            raise plainly(self.game, fault, methodcaller("happen", list(before), outcome)) from None
        self._brought[source] = number + 1
        whose = -1 if node.secretly is None else self.game.secretly(before)
        self._cells = after = tuple(state)
        step = new_step(Step, ("chance", -1, (), outcome, before, after, tuple(told) if told else (), whose, source))
        self._steps.append(step)
        return step

    def settle(self) -> None:
        """Let chance happen until somebody decides or the game is over; does nothing if chance is asked for."""
        if self.decision is None:
            self._settle(list(self._cells))

    def _settle(self, state: Cells) -> None:
        """Come to the decision behind a step that led to this state; the list belongs to it from now on."""
        nodes, cell, left = self._nodes, self._node_cell, LONGEST_CHANCE
        while not isinstance(node := nodes[state[cell]], Decide):
            self.decision = None
            if not self.sampled or not isinstance(node, ChanceNode):
                return
            if not left:
                raise without_end(node)
            self._happened(node, state)
            left -= 1
        self.decision = Decision(self.game, self._cells, node, state)

    def _may_happen(self, chance: Chance, outcome: Outcome) -> bool:
        if not chance.is_shuffle:
            return any(found.outcome == outcome for found in chance.outcomes)
        return isinstance(outcome, tuple) and sorted(outcome) == sorted(self.game.executor.shuffled(list(self._cells)))

    def _lucky(self, decision: Decision, move: Move) -> Move:
        """Of things that look alike from behind, luck takes one."""
        if not decision.blindness(move):
            return move
        listed = decision.every
        if listed is not None and len(listed) == len(decision.moves):
            return move
        every = self.game.executor.each_option(decision.state) if listed is None else listed
        blind, notation = decision.blindness, decision.scene.notation
        wanted = notation(move)
        alike = [found for found in every if blind(found) and notation(found) == wanted]
        random = lent_stream(self.seed, "unseen", len(self._steps))
        return alike[int(random.random() * len(alike))]

    # ------------------------------------------------------------------------------------------------ refusals

    def why_not(self, move: Option | Move | str, by: int | str | None = None) -> Refusal | None:
        """Why a move cannot be made now (by a player, if one is named): the clauses that refuse it, with what of their
        values the player who decides knows. None: it can."""
        from interpreter.explain.why_not import refused

        decision, wanted = self.decision, move.move if isinstance(move, Option) else move
        if decision is None:
            return self._nobody_decides(str(wanted))
        misplaced = self._misplaced(decision, move, by)
        return misplaced if misplaced is not None else refused(decision.scene, wanted)

    def _misplaced(self, decision: Decision, move: Option | Move | str, by: int | str | None) -> Refusal | None:
        """Is it not this player, or not this option, that is asked for now?"""
        if by is not None and self.game.seat(by) != decision.seat:
            return Refusal(_text(move), "turn", (Clause(f"it is {decision.player} who decides now"),))
        if isinstance(move, Option) and not move.is_of(decision):
            return Refusal(_text(move), "past", (Clause("this could be chosen at another moment", move.origin),))
        return None

    def _objection(self, decision: Decision, move: Move) -> Refusal | None:
        """Why a move is not legal; None if it is. Of what is chosen unseen it does not count what it is."""
        from interpreter.explain.why_not import is_well_formed

        executor, scene = self.game.executor, decision.scene
        blind = self.game.sight.hides and is_well_formed(decision.node, move) and scene.blindness(move)
        if not blind and executor.is_legal(scene.cells, move):
            return None
        refusal = self.why_not(move)
        return refusal if refusal is not None or blind else self._nobody_decides(str(move))

    def why(self, step: int = -1, player: int | str | None = None) -> Trace:
        """What the rules did in a step of the history (the last one): nodes passed, conditions met, values written;
        for a player, as far as that player may know it."""
        from interpreter.explain.trace import Trace, trace, why_seen

        if player is None:
            return trace(self.game, self._steps[step])
        seat, number = self.game.seat(player), range(len(self._steps))[step]
        hidden = (
            number >= len(self._steps) - secret_steps(self.game, self._cells, self._steps)
            and self._steps[number].secretly != seat
        )
        return Trace(()) if hidden else why_seen(self.game, self._steps[number], seat)

    def _nobody_decides(self, move: str) -> Refusal:
        if self.is_over:
            return Refusal(move, "over", (Clause("the game is over"),))
        return Refusal(move, "chance", (Clause("chance decides now"),))

    def _not_understood(self, text: str, found: list[Option]) -> Refusal:
        if found:
            clause = Clause("this can mean several moves; say which")
            return Refusal(text, "ambiguous", (clause,), tuple(option.notation for option in found[:8]))
        refusal = self.why_not(text)
        assert refusal is not None
        return refusal

    def _not_among(self, outcome: str, chance: Chance) -> Refusal:
        names = tuple(found.notation for found in chance.outcomes[:8])
        return Refusal(outcome, "chance", (Clause(f"chance cannot bring this at: {chance.title}"),), names)

    # ------------------------------------------------------------------------------------------------- history

    @property
    def history(self) -> tuple[Step, ...]:
        """All moves and chance events so far."""
        return tuple(self._steps)

    def events(self, player: int | str | None = None) -> tuple[Event, ...]:
        """What happened, as one player may know it; without a player, everything."""
        return tuple(event for passage in self.narrative(player) for event in passage.events)

    def narrative(self, player: int | str | None = None) -> tuple[Passage, ...]:
        """The same step by step, with the results of each step."""
        return told_to(self.game, self._steps, self._cells, None if player is None else self.game.seat(player))

    def transcript(self, player: int | str | None = None, language: str = "en") -> str:
        """The events as lines of text, with the results of each indented below it."""
        return "".join(f"{line}\n" for passage in self.narrative(player) for line in passage.lines(language))

    def at(self, steps: int) -> Session:
        """The game as it was after this many steps (of the whole `history`), on its own from now on: for replays."""
        past = self.clone()
        past._back_to(range(len(self._steps) + 1)[steps])
        return past

    def undo(self, *, beyond: bool = False) -> bool:
        """Take the last move back. Stops (False) at the beginning, and at what cannot be unlearned: a random event, or
        something that was revealed; with `beyond`, not at those."""
        last = self._last_move()
        if last is None or (not beyond and not self.can_undo):
            return False
        self._back_to(last)
        return True

    def _back_to(self, steps: int) -> None:
        if steps < len(self._steps):
            self._stand_at(self._steps[steps].before)
            for step in self._steps[steps:]:
                if step.kind == "chance":
                    self._brought[step.source] -= 1
            del self._steps[steps:]

    @property
    def can_undo(self) -> bool:
        """Can the last move be taken back without anybody having learned something from it?"""
        last = self._last_move()
        return last is not None and not any(reveals(self.game, step) for step in self._steps[last:])

    def _last_move(self) -> int | None:
        return next((n for n in reversed(range(len(self._steps))) if self._steps[n].kind == "move"), None)

    def clone(self) -> Session:
        """The same game, on its own from now on."""
        twin = object.__new__(Session)
        twin.__dict__.update(self.__dict__)
        twin._steps = list(self._steps)
        twin._brought = self._brought.copy()
        twin._seats = {}
        twin._memories = None
        twin._stand_at(self._cells)
        return twin

    def __copy__(self) -> Session:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Session:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        """With its whole history; what can be found out again is left behind."""
        return _sent, (self.game, self.seed, self.sampled, self.history, self._brought, self._cells)

    def save(self, player: int | str | None = None) -> str:
        """The game as JSON, to be continued with `Game.resume`; for a player, only what that player may know."""
        from interpreter.saves.save import save_view, save_whole

        if player is None:
            files = self.game.rulebook.file_digests
            return save_whole(self.game, files, self.seed, self.sampled, self._steps, self._cells)
        seat = self.seat(player)
        return save_view(self.game, seat.player, [event.text() for event in seat.events], seat.observation)

    def __repr__(self) -> str:
        return f"<Session of {self.game.title}: {len(self._steps)} steps>"


def _text(move: Option | Move | str) -> str:
    return move.notation if isinstance(move, Option) else str(move)


def _sent(
    game: Game, seed: int, sampled: bool, steps: tuple[Step, ...], brought: dict[str, int], cells: tuple[int, ...]
) -> Session:
    session = Session(game, seed, sampled=False)
    session.sampled = sampled
    session._steps.extend(steps)
    session._brought.update(brought)
    session._stand_at(cells)
    return session
