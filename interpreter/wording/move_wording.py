"""A decision in words: every move named so that it can be told from the others, and read back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from interpreter.engine.executor import Move, Value, option_of
from interpreter.visibility.name_moves import sees_all
from interpreter.wording.names import Names
from interpreter.wording.value_wording import ValueWording
from rulelang.graph.layout import Region
from rulelang.graph.origin import first_line
from rulelang.graph.program import Decide, OptionEdge
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import Local, Put

if TYPE_CHECKING:
    from interpreter.wording.worded_game import WordedGame


#: The gaps in an author's form of words.
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


def has_title(node: Decide) -> bool:
    """Has the rulebook a name for what is decided?"""
    return node.role not in (NodeRole.WINDOWS, NodeRole.UNTITLED)


class MoveWording(ValueWording):
    """The words for the moves of one decision."""

    @cached_property
    def _forced(self) -> dict[Move, bool]:
        return {}

    @cached_property
    def _notations(self) -> dict[Move, str]:
        return {}

    @cached_property
    def _backs(self) -> dict[int, str]:
        return {}

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.game, self.cells, self.node.number, self.viewer, self._later, self._glimpsed, self._plain)

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

    @cached_property
    def blindness(self) -> Callable[[Move], bool]:
        """Does the viewer choose something of which only the back is seen? `sees_all` where nothing unseen can be."""
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
        if found.length == 1:
            return self._kept(found, self.cells[found.base], names)
        first, is_piece = found.base + 1, self.game.sight.is_piece(found.elements)
        members = self.cells[first : first + self.cells[found.base]]
        # What is not seen comes last: between the others it would tell by its place what it is.
        in_order = sorted(members, key=lambda one: is_piece and self.is_unseen_piece(one))
        return names.several(Counter(self._kept(found, one, names) for one in in_order))

    def _kept(self, frame: Region, value: int, names: Names) -> str:
        """Something that stands in a frame."""
        if not self.game.sight.is_piece(frame.elements) or value < 0:
            return names.element(frame.elements, value)
        if self.is_unseen_piece(value):
            return names.back(*self.game.sight.back(value))
        return names.piece(value, self.actor)


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
