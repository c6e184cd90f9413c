"""What chance did, in words: what is drawn, rolled or shuffled, from where, to where, and whose it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.executor import Outcome
from interpreter.visibility.secrecy import rolled_die
from interpreter.wording.names import Names
from interpreter.wording.phrases import phrase
from rulelang.graph.program import ChanceNode
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import MovePiece, MoveTokens, Name, Put, Term, Tokens
from rulelang.tuning.fast_dataclass import dataclass

if TYPE_CHECKING:
    from interpreter.wording.worded_game import WordedGame


@dataclass(frozen=True, slots=True)
class Luck:
    """One chance node in one state, and (unless it is kept from the viewer) what came of it."""

    game: WordedGame
    before: tuple[int, ...]
    node: ChanceNode
    outcome: Outcome | None
    names: Names

    def text(self) -> str:
        """`draw Card from the Deck to Ann's Hand: Queen`, `roll Red Die: 4`, `shuffle the Deck`"""
        title = self.title()
        if not isinstance(self.outcome, int) or self.node.parameter is None:
            return title
        return f"{title}: {outcome_text(self.game, self.node, self.outcome, self.names)}"

    def title(self) -> str:
        """The same without what came of it."""
        node, names = self.node, self.names
        if node.shuffles is not None:
            return self._filled("shuffle {}", names.the(self._value(node.shuffles)))
        if node.parameter is None:
            return phrase("chance", names.language)
        if (die := self.die()) is not None:
            return self._filled("roll {}", names.piece(die))
        if node.role is NodeRole.RANDOM_ORDER:
            return phrase(node.title, names.language)
        form = "draw {}" if node.role is NodeRole.DRAW else "chance chooses {}"
        noun = node.noun or node.parameter.elements
        what = phrase(noun, names.language) if noun in ("player", "number") else names.term(noun)
        return " ".join([self._filled(form, what), *self._way()])

    def _filled(self, form: str, what: str) -> str:
        return phrase(form, self.names.language).format(what)

    def _value(self, term: Term) -> int:
        return self.game.executor.evaluate(list(self.before), term)

    def die(self) -> int | None:
        """The die that is rolled."""
        return rolled_die(self.game, self.before, self.node)

    def _way(self) -> list[str]:
        """Where it comes from and where it goes; what is kept from the viewer could be told by its way, too."""
        ends = self._ends(self.outcome) if isinstance(self.outcome, int) else (self._pool(), self._goal())
        names = self.names
        return [
            phrase(word, names.language).format(names.the(place))
            for word, place in zip(("from {}", "to {}"), ends, strict=False)
            if place >= 0 and place != self.game.program.layout.box
        ]

    def _pool(self) -> int:
        """The one place out of which chance takes something, whatever it is."""
        weighed = self.game.executor.outcomes(list(self.before)) or []
        found = {self._source(outcome) for outcome, _ in weighed}
        return found.pop() if len(found) == 1 else -1

    def _source(self, outcome: int) -> int:
        """Where a thing lies; -1 if it is none."""
        parameter = self.node.parameter
        if outcome < 0 or parameter is None:
            return -1
        if isinstance(parameter.domain, Tokens):
            return outcome // len(self.game.program.layout.varieties)
        return self.before[self.game.sight.at + outcome] if self.game.sight.is_piece(parameter.elements) else -1

    def _goal(self) -> int:
        """Where the thing goes, whatever it is."""
        from rulelang.graph.shape import free_locals

        for effect in self.node.effects:
            if isinstance(effect, MovePiece | MoveTokens):
                goal = effect.place if isinstance(effect, MovePiece) else effect.target
                return -1 if free_locals(goal) else self._value(goal)
        return -1

    def _ends(self, outcome: int) -> tuple[int, ...]:
        """The places between which the thing is moved by the chance itself."""
        parameter = self.node.parameter
        assert parameter is not None
        cells, values = list(self.before), {parameter.name: outcome}
        executor, layout = self.game.executor, self.game.program.layout
        is_token = isinstance(parameter.domain, Tokens)
        source = self._source(outcome)
        if source < 0:
            return ()
        for effect in self.node.effects:
            match effect:
                case Name(name, value):
                    values[name] = executor.evaluate(cells, value, values)
                case MovePiece(piece, place, _) if not is_token and executor.evaluate(cells, piece, values) == outcome:
                    return source, executor.evaluate(cells, place, values)
                case MoveTokens(variety, _, target, _) if is_token and executor.evaluate(
                    cells, variety, values
                ) == outcome % len(layout.varieties):
                    return source, executor.evaluate(cells, target, values)
                case Put():
                    executor.apply(cells, (effect,), values)
                case _:
                    pass
        return (source,)


def outcome_text(game: WordedGame, node: ChanceNode, outcome: int, names: Names) -> str:
    """What chance brought, in words; tokens are called by what they are, not by where they lay."""
    if node.parameter is None:
        return str(outcome)
    if node.parameter.elements == "token" and outcome >= 0:
        return names.variety(outcome % len(game.program.layout.varieties))
    return names.element(node.parameter.elements, outcome)
