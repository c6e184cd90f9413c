"""What happened, as it may be told: to everybody who looks over the game, or to one player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from interpreter.engine.executor import Move, Outcome, Told
from interpreter.visibility.secrecy import rolled_die, shown_pieces
from interpreter.wording.move_wording import MoveWording
from interpreter.wording.names import Names, phrase
from rulelang.graph.bit_sets import members
from rulelang.graph.program import ChanceNode, Decide
from rulelang.graph.roles import NodeRole, Shown
from rulelang.graph.terms import MovePiece, MoveTokens, Name, Put, Term, Tokens
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from interpreter.wording.worded_game import WordedGame


# What chance did, in words: what is drawn, rolled or shuffled, from where, to where, and whose it is.


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


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, as `viewer` learns it (None: everything is known).

    `kind` is "move", "chance" or "told"; `concealed` means that the viewer learns only that it happened. What else the
    viewer does not learn cannot be asked.
    """

    kind: Literal["move", "chance", "told"]
    seat: int
    viewer: int | None
    concealed: bool
    _game: WordedGame = field(compare=False, repr=False)
    _before: tuple[int, ...] = field(compare=False, repr=False)
    _after: tuple[int, ...] = field(compare=False, repr=False)
    _move: Move = field(default=(), compare=False, repr=False)
    _outcome: Outcome = field(default=-1, compare=False, repr=False)
    _told: Told | None = field(default=None, compare=False, repr=False)
    _glimpsed: frozenset[int] = field(default=frozenset(), compare=False, repr=False)

    @property
    def player(self) -> str:
        """Whose move it was; "" for chance."""
        return self._game.players[self.seat] if self.seat >= 0 else ""

    def text(self, language: str = "en") -> str:
        """The event in words."""
        game = self._game
        names = game.names(language)
        if self._told is not None:
            return told_text(game, names, self._told, self.viewer, self._after)
        node = game.executor.node(list(self._before))
        if isinstance(node, ChanceNode):
            return Luck(game, self._before, node, None if self.concealed else self._outcome, names).text()
        assert isinstance(node, Decide)
        player = names.player(self.seat)
        if self.concealed:
            return f"{player}: {phrase('chooses in secret', language)}"
        plain = self.viewer != self.seat
        scene = MoveWording(game, self._before, node, self.viewer, self._after, self._glimpsed, plain=plain)
        return f"{player}: {scene.told(self._move, names)}"

    def __str__(self) -> str:
        return self.text()


def told_text(game: WordedGame, names: Names, told: Told, viewer: int | None, cells: tuple[int, ...]) -> str:
    """What the rules show somebody; of dice also what they show."""
    to = ", ".join(names.player(seat) for seat in members(told.audience & game.sight.everybody))
    shown = game.program.events[told.event]
    pieces = shown_pieces(game, told)
    things = [_with_face(game, names, piece, cells) for piece in pieces]
    if not pieces and shown is not Shown.PLACE:
        things = [names.element(shown.value, value) for value in told.values]
    sees = phrase("sees", names.language)
    if viewer is not None and not told.audience >> viewer & 1:
        return f"{to} {sees} {phrase('something', names.language)}"
    return f"{to} {sees}: {', '.join(things) or names.nothing}"


def _with_face(game: WordedGame, names: Names, piece: int, cells: tuple[int, ...]) -> str:
    cell = game.sight.faces.get(piece)
    return names.piece(piece) if cell is None else f"{names.piece(piece)} {cells[cell]}"
