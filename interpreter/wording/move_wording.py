"""A decision in words: every value of every option named so that it can be told from the others, and read back.

A token is called by its variety, or by its place when the place tells more (`c4`), or by both (`Buddha on Nara`); a
piece by its name, with its place or a number where several pieces share the name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from interpreter.engine.executor import Move, Value, option_of
from interpreter.visibility.name_moves import sees_all
from interpreter.visibility.sight import back_of
from interpreter.wording.names import Names
from rulelang.graph.bit_sets import members
from rulelang.graph.layout import Region
from rulelang.graph.origin import first_line
from rulelang.graph.program import Decide, OptionEdge, Parameter
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import Local, Members, Put, Tokens
from rulelang.tuning.fast_dataclass import dataclass

if TYPE_CHECKING:
    from interpreter.wording.worded_game import WordedGame


# The gaps in an author's form of words, and what fills them.


PLACEHOLDER: Final = re.compile(r"\{([^{}]+)\}")


def slots_of(option: OptionEdge, regions: Mapping[str, Region]) -> dict[str, int]:
    """Which parameter fills which placeholder of the author's form of words."""
    found: dict[str, int] = {}
    numbers = {parameter.name: position for position, parameter in enumerate(option.parameters)}
    for effect in option.effects:
        if isinstance(effect, Put) and isinstance(effect.value, Local) and effect.value.name in numbers:
            found.setdefault(regions[effect.region].called, numbers[effect.value.name])
    for name, region in option.handfuls.items():
        if name in numbers:
            found.setdefault(regions[region].called, numbers[name])
    for slot in PLACEHOLDER.findall(option.written):
        for name, position in numbers.items():
            if slot not in found and name.rstrip("0123456789").casefold() == slot.casefold():
                found[slot] = position
    return found


#: Squares of a grid are called by their coordinates, and so are the pieces on them.
_SQUARE: Final = re.compile("[a-z][0-9]+")


def has_title(node: Decide) -> bool:
    """Has the rulebook a name for what is decided?"""
    return node.role not in (NodeRole.WINDOWS, NodeRole.UNTITLED)


@dataclass(frozen=True, slots=True)
class JointChoice:
    """A joint choice so far: the cells with its handfuls written, and the locals of its values."""

    cells: list[int]
    values: dict[str, int]


class MoveWording:
    """The words for the moves of one decision. With a viewer, pieces the viewer does not see are not named."""

    def __init__(
        self,
        game: WordedGame,
        cells: Sequence[int],
        node: Decide,
        viewer: int | None = None,
        later: Sequence[int] | None = None,
        glimpsed: frozenset[int] = frozenset(),
        *,
        plain: bool = False,
    ) -> None:
        """`later` is the state after the move: what the viewer sees then may be named, too, and what was `glimpsed`
        while it was made. `plain`: no piece is told from its namesakes, because that could give away what the viewer
        does not see."""
        self.game: Final = game
        self.cells: Final = list(cells)
        self.actor: Final = game.actors[node.number](self.cells)
        self.node: Final = node
        self.viewer: Final = viewer
        self._later: Final = later
        self._glimpsed: Final = glimpsed
        self._plain: Final = plain
        self._pools: Final[dict[tuple[object, ...], tuple[int, int]]] = {}
        self._forced: Final[dict[Move, bool]] = {}
        self._notations: Final[dict[Move, str]] = {}
        self._backs: Final[dict[int, str]] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.game, self.cells, self.node.number, self.viewer, self._later, self._glimpsed, self._plain)

    # ------------------------------------------------------------------------------------------------- moves

    def notation(self, move: Move) -> str:
        """The compact form, in the words of the rulebook: `Bid, 2, 3`. `reading` reads it back."""
        found = self._notations.get(move)
        if found is None:
            found = self._behind(move)
            if found is None:
                option, values = self._parts(move)
                names = self.game.names()
                texts = [self.value(option, values, position, names, counted=True) for position in range(len(values))]
                found = ", ".join([option.name, *texts] if self.says_name(option) else texts)
            self._notations[move] = found
        return found

    def _behind(self, move: Move) -> str | None:
        """What is mostly chosen where not all is seen: one piece that shows its back. Several moves are about it."""
        option, *values = move
        before = self._before_backs[option] if isinstance(option, int) else None
        if before is None or not values or isinstance(piece := values[0], tuple) or not self.is_unseen_piece(piece):
            return None
        found = self._backs.get(piece)
        if found is None:
            found = self._backs[piece] = self.game.names().back_in_place(self.game.sight, self.cells, piece)
        return before + found

    @cached_property
    def _before_backs(self) -> tuple[str | None, ...]:
        """What the notation of each option begins with where it takes one piece; None for others."""
        known, node = self.game.before_backs, self.node
        if node.number not in known:
            known[node.number] = tuple(
                (f"{option.name}, " if self.says_name(option) else "") if shape == ("piece",) else None
                for option, shape in zip(node.options, self.game.naming.shapes(node), strict=True)
            )
        return known[node.number]

    def label(self, move: Move, names: Names) -> str:
        """The move as a person would say it in a language."""
        option, values = self._parts(move)
        texts = [self.value(option, values, position, names) for position in range(len(values))]
        if option.written:
            return self._fill(move, option, texts, names)
        name = names.nothing if option.role == "pass" and option.name == "nothing" else names.term(option.name)
        if not texts:
            return name
        return f"{name}: {', '.join(texts)}" if self.says_name(option) else ", ".join(texts)

    def told(self, move: Move, names: Names) -> str:
        """The move in a report, where nobody sees the title of the decision: bare values and "nothing" get it in
        front."""
        option, values = self._parts(move)
        label = self.label(move, names)
        if option.role == "pass" and label == names.nothing:
            return ": ".join(filter(None, (self._forgone(names), label)))
        if option.written or not values or self.says_name(option):
            return label
        title = self._named(names)
        return label if label.startswith(title) else f"{title}: {label}"

    def _forgone(self, names: Names) -> str:
        """What somebody decided against; what may be done at other times, too, is not given up."""
        nodes = self.game.program.nodes
        windows = [node for node in nodes if isinstance(node, Decide) and node.role is NodeRole.WINDOWS]
        kept = {option.name for node in windows for option in node.options}
        return _offered((option for option in self.node.options if option.name not in kept), names)

    @property
    def title(self) -> str:
        """What is decided, in the words of the rulebook."""
        return self.heading(self.game.names())

    def heading(self, names: Names) -> str:
        """The same in a language of the rulebook; without a name of its own, what can be chosen between, or else the
        words of the sentence that asks."""
        return self._named(names) or first_line(self.node.origin.span).partition(", then ")[0]

    def _named(self, names: Names) -> str:
        if has_title(self.node):
            return names.term(self.node.title)
        options = self.node.options
        if len(options) > 2:
            options = tuple(options[number] for number in self.game.executor.stage(self.cells).values)
        return _offered(options, names)

    def moves(self) -> Iterator[Move]:
        """The legal moves in canonical order. Things of which the decider sees only the back are one move: which of
        them it is, luck decides. They come last, by their words: where their numbers would put them tells what they
        are."""
        moves = self.game.executor.each_option(self.cells)
        return moves if self.blindness is sees_all else self.distinct(moves)

    def distinct(self, moves: Iterable[Move]) -> Iterator[Move]:
        """Of all legal moves, those that are more than one to the decider, in this order."""
        blind = self.blindness
        unseen: list[Move] = []
        for move in moves:
            if blind(move):
                unseen.append(move)
            else:
                yield move
        yield from self.told_apart(unseen)

    def told_apart(self, unseen: Iterable[Move]) -> list[Move]:
        """Of moves about what is not seen, the first of each wording, by their words."""
        notation = self.notation
        lots: dict[str, Move] = {}
        for move in unseen:
            lots.setdefault(notation(move), move)
        return [lots[words] for words in sorted(lots)]

    def is_blind(self, move: Move) -> bool:
        """Does the viewer choose something of which only the back is seen?"""
        return self.blindness(move)

    @cached_property
    def blindness(self) -> Callable[[Move], bool]:
        """The same question about many moves; `sees_all` where nothing unseen can be chosen."""
        if self.viewer is None:
            return sees_all
        return self.game.blindness(self.cells, self.node, self.viewer)

    def says_name(self, option: OptionEdge) -> bool:
        """Does the notation begin with the option's name? Only where it is needed to tell options apart."""
        return not option.parameters or sum(1 for other in self.node.options if other.role != "pass") > 1

    def _parts(self, move: Move) -> tuple[OptionEdge, tuple[Value, ...]]:
        return option_of(self.node, move), move[1:]

    def _fill(self, move: Move, option: OptionEdge, texts: list[str], names: Names) -> str:
        """The author's own form of words, with the labels of what was chosen; what it does not speak of behind it."""
        slots = slots_of(option, self.game.program.layout.regions)

        def said(match: re.Match[str]) -> str:
            slot = match[1]
            if slot in slots and slots[slot] < len(texts):
                return texts[slots[slot]]
            return self._earlier(option, slot, names) or names.term(slot)

        spoken_of = {slots[slot] for slot in PLACEHOLDER.findall(option.written) if slot in slots}
        unsaid = [
            text
            for position, text in enumerate(texts)
            if position not in spoken_of and not self._is_forced(move[: position + 1])
        ]
        form = PLACEHOLDER.sub(said, names.term(option.written))
        return f"{form} ({', '.join(unsaid)})" if unsaid else form

    def in_sight_first(self, parameter: Parameter, handful: Sequence[int]) -> Sequence[int]:
        """The members of a handful, those that the viewer does not see behind the others: between them they would tell
        by their place what they are."""
        if self.viewer is None or not self.game.sight.hides:
            return handful
        at = self.game.sight.at
        unseen = [value for value in handful if self.is_unseen(parameter, value)]
        if not isinstance(parameter.domain, Tokens):
            unseen.sort(key=lambda piece: (self.cells[at + piece], self.game.sight.back(piece)))
        return [*(value for value in handful if value not in unseen), *unseen]

    def _is_forced(self, chosen: Move) -> bool:
        """Is there only one way to go on with a joint choice?"""
        if chosen not in self._forced:
            self._forced[chosen] = len(self.offered(chosen)) < 2
        return self._forced[chosen]

    def offered(self, chosen: Move, inside: tuple[int, ...] = ()) -> list[int]:
        """The next values of a joint choice. Of those that the viewer cannot tell apart there is one; they come last,
        by their words, because where their numbers would put them tells what they are."""
        values = self.game.executor.stage(self.cells, chosen, inside).values
        option, before = self._parts(chosen) if chosen else (None, ())
        if option is None or self.viewer is None or not self.game.sight.hides or len(before) >= len(option.parameters):
            return list(values)
        parameter, names = option.parameters[len(before)], self.game.names()
        found: list[int] = []
        unseen: dict[str, int] = {}
        for value in values:
            if self.is_unseen(parameter, value):
                unseen.setdefault(self.element(option, before, parameter, value, names), value)
            else:
                found.append(value)
        return [*found, *(unseen[text] for text in sorted(unseen))]

    def _earlier(self, option: OptionEdge, slot: str, names: Names) -> str | None:
        """Something chosen or handed on before this decision: it stands in a frame named after it, in the option's own
        if there is one."""
        frames = [
            region
            for region in self.game.program.layout.regions.values()
            if region.frame is FrameRole.VALUE and region.called == slot and region.kind == "number"
        ]
        if not frames:
            return None
        found = next((region for region in frames if region.action == option.name), frames[0])
        value = self.cells[found.base]
        if not self.game.sight.is_piece(found.elements) or value < 0:
            return names.element(found.elements, value)
        if self.is_unseen_piece(value):
            return names.back(*self.game.sight.back(value))
        return names.piece(value, self.actor)

    # ------------------------------------------------------------------------------------------------ values

    def value(
        self, option: OptionEdge, values: Sequence[Value], position: int, names: Names, *, counted: bool = False
    ) -> str:
        """One chosen value in words; `counted` says of every member of a handful how many, even if it is one."""
        parameter, value = option.parameters[position], values[position]
        if isinstance(value, tuple):
            return self._handful(option, values, position, names, counted=counted)
        return self.element(option, values[:position], parameter, value, names)

    def _handful(
        self, option: OptionEdge, values: Sequence[Value], position: int, names: Names, *, counted: bool
    ) -> str:
        handful = values[position]
        assert isinstance(handful, tuple)
        counts: dict[str, int] = {}
        for value in self.in_sight_first(option.parameters[position], handful):
            text = self.element(option, values[:position], option.parameters[position], value, names)
            counts[text] = counts.get(text, 0) + 1
        if counted:
            return " and ".join(f"{count} {text}" for text, count in counts.items()) or names.nothing
        return names.joined([f"{count} {text}" if count > 1 else text for text, count in counts.items()])

    def element(
        self, option: OptionEdge, before: Sequence[Value], parameter: Parameter, value: int, names: Names
    ) -> str:
        """One element in words, told from the others that could stand in its place."""
        if isinstance(parameter.domain, Tokens):
            return self._token(option, before, parameter.domain, value, names)
        if self.game.sight.is_piece(parameter.elements) and value >= 0:
            return self._piece(option, before, parameter, value, names)
        return names.element(parameter.elements, value)

    def _token(self, option: OptionEdge, before: Sequence[Value], domain: Tokens, token: int, names: Names) -> str:
        layout = self.game.program.layout
        variety, place = token % len(layout.varieties), token // len(layout.varieties)
        if self.is_unseen_token(token):
            kind = layout.varieties[variety]
            return names.at(names.back(*back_of(kind)), place)
        varieties, places = self._token_pool(option, before, domain)
        if places.bit_count() == 1:
            return names.variety(variety, self.actor)
        if varieties.bit_count() == 1 or all(layout.places[place].limit == 1 for place in members(places)):
            return names.place(place)
        return names.at(names.variety(variety, self.actor), place)

    def _token_pool(self, option: OptionEdge, before: Sequence[Value], domain: Tokens) -> tuple[int, int]:
        key = (option, tuple(before))
        if key not in self._pools:
            bound = self.bind(option, before)
            evaluate = self.game.executor.evaluate
            self._pools[key] = (
                evaluate(bound.cells, domain.varieties, bound.values),
                evaluate(bound.cells, domain.places, bound.values),
            )
        return self._pools[key]

    def _piece(
        self, option: OptionEdge, before: Sequence[Value], parameter: Parameter, piece: int, names: Names
    ) -> str:
        layout, sight = self.game.program.layout, self.game.sight
        place = self.cells[sight.at + piece]
        if self.is_unseen_piece(piece):
            return names.back_in_place(sight, self.cells, piece)
        name = names.piece(piece, self.actor)
        if self._plain and not self._is_plain_to_see(piece):
            return name
        look = layout.pieces[piece]
        same = [
            other
            for other in self.game.alike.namesakes[look.name, look.owner]
            if not self.is_unseen_piece(other) and self._in_pool(option, before, parameter, other)
        ]
        shown = sight.faces.get(piece)
        if shown is not None and len(same) > 1:
            # Dice are told apart by what they show.
            name = f"{name} {self.cells[shown]}"
            same = [other for other in same if self.cells[sight.faces[other]] == self.cells[shown]]
        if all(self.cells[sight.at + other] == place for other in same):
            return self._numbered(name, piece, same)
        there = [other for other in same if self.cells[sight.at + other] == place]
        return self._numbered(names.at(name, place), piece, there)

    def _is_plain_to_see(self, piece: int) -> bool:
        """Does the viewer see all pieces of this name? Then telling them apart gives nothing away."""
        found, sight = self.game.program.layout.pieces[piece], self.game.sight
        return self.viewer is None or all(
            sight.sees_piece(self.cells, self.viewer, other)
            for other in self.game.alike.namesakes[found.name, found.owner]
        )

    def _in_pool(self, option: OptionEdge, before: Sequence[Value], parameter: Parameter, piece: int) -> bool:
        if not isinstance(parameter.domain, Members):
            return True
        key = (option, parameter, tuple(before))
        if key not in self._pools:
            bound = self.bind(option, before)
            self._pools[key] = (self.game.executor.evaluate(bound.cells, parameter.domain.set, bound.values), 0)
        return bool(self._pools[key][0] >> piece & 1)

    def _numbered(self, text: str, piece: int, same: list[int]) -> str:
        """Pieces of one name in one place that do not look alike are numbered, in a row by where they stand."""
        if len(same) < 2:
            return text
        if position := self.game.sight.position(self.cells, piece):
            return f"{text} #{position}"
        alike = self.game.alike
        looks = sorted({alike.key(self.cells, other) for other in same})
        return f"{text} #{looks.index(alike.key(self.cells, piece)) + 1}" if len(looks) > 1 else text

    def bind(self, option: OptionEdge, values: Sequence[Value]) -> JointChoice:
        """The cells and locals after some values of an option are chosen."""
        cells, bound = self.cells, {}
        for parameter, value in zip(option.parameters, values, strict=False):
            if isinstance(value, int):
                bound[parameter.name] = value
                continue
            is_token = isinstance(parameter.domain, Tokens)
            bound[parameter.name] = -1 if is_token else sum(1 << member for member in value)
            if parameter.name in option.handfuls:
                start = self.game.program.layout.regions[option.handfuls[parameter.name]].base
                cells = list(cells)
                cells[start : start + 1 + len(value)] = [len(value), *value]
        return JointChoice(cells, bound)

    # --------------------------------------------------------------------------------------------- readable as

    def is_unseen(self, parameter: Parameter, value: int) -> bool:
        """Is this something of which the viewer sees only the back? It cannot be called by its name."""
        if isinstance(parameter.domain, Tokens):
            return self.is_unseen_token(value)
        return self.game.sight.is_piece(parameter.elements) and self.is_unseen_piece(value)

    def is_unseen_token(self, token: int) -> bool:
        """Does the viewer see only the back of a token there?"""
        if self.viewer is None or token < 0:
            return False
        return not self.game.sight.token_audience(token) >> self.viewer & 1

    def is_unseen_piece(self, piece: int) -> bool:
        """Does the viewer see only the back of a piece, now and after the move?"""
        return piece >= 0 and bool(self._unseen >> piece & 1)

    @cached_property
    def _unseen(self) -> int:
        if self.viewer is None:
            return 0
        states = (self.cells,) if self._later is None else (self.cells, self._later)
        hidden = [self.game.sight.hidden_pieces(cells, self.viewer) for cells in states]
        return hidden[0] & hidden[-1] & ~sum(1 << piece for piece in self._glimpsed)

    def readings(self, option: OptionEdge, before: Sequence[Value], parameter: Parameter, value: int) -> Iterator[str]:
        """Every way to say a value, the canonical one first: for reading what people write."""
        yield self.element(option, before, parameter, value, self.game.names())
        if self.is_unseen(parameter, value):
            return
        layout = self.game.program.layout
        for language in self.game.languages:
            names = self.game.names(language)
            yield self.element(option, before, parameter, value, names)
            if isinstance(parameter.domain, Tokens):
                variety, place = value % len(layout.varieties), value // len(layout.varieties)
                called = (names.variety(variety), names.term(layout.varieties[variety].name))
                yield from called
                yield names.place(place)
                yield from _lying_there(names, called, place)
            elif self.game.sight.is_piece(parameter.elements) and value >= 0:
                place = self.cells[self.game.sight.at + value]
                called = (names.piece(value), names.term(layout.pieces[value].name))
                yield from called
                if layout.places[place].limit == 1 and _SQUARE.fullmatch(layout.places[place].name):
                    yield names.place(place)
                yield from _lying_there(names, called, place)


def _lying_there(names: Names, called: Iterable[str], place: int) -> Iterator[str]:
    """A thing and where it lies."""
    for thing in called:
        yield names.at(thing, place)
        yield from (f"{thing} {word} {names.place(place)}" for word in ("in", "on"))


def _again(
    game: WordedGame,
    cells: Sequence[int],
    node: int,
    viewer: int | None,
    later: Sequence[int] | None,
    glimpsed: frozenset[int],
    plain: bool,
) -> MoveWording:
    found = game.program.nodes[node]
    assert isinstance(found, Decide)
    return MoveWording(game, cells, found, viewer, later, glimpsed, plain=plain)


def _offered(options: Iterable[OptionEdge], names: Names) -> str:
    """What can be done, as far as the author has names for it."""
    named = (option for option in options if option.role != "pass" and option.is_named)
    return " / ".join(dict.fromkeys(names.term(option.name) for option in named))
