"""What is offered under numbers: whole moves, the next part of a joint choice, or the members of a handful."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

from interpreter.api.decision import Decision, Option, SubChoice
from interpreter.engine.executor import Move, option_of
from interpreter.wording.names import phrase
from rulelang.tuning.fast_dataclass import dataclass, field, replace

# A handful put together at the table: its members in any order, by number or by name.


#: Of more handfuls than this the members are asked for one by one, in their order.
_MOST_LISTED: Final = 20_000


@dataclass(frozen=True, slots=True)
class Handful:
    """What may be taken together, what has been taken so far, and what may come after it."""

    decision: Decision = field(repr=False)
    before: Move
    #: What each way to choose holds in words, and its members.
    ways: tuple[tuple[Counter[str], tuple[int, ...]], ...] = field(repr=False)
    labels: tuple[str, ...]
    picked: tuple[str, ...] = ()

    def members(self) -> list[str]:
        """What may still be taken, in the order of the rulebook."""
        taken = Counter(self.picked)
        left = Counter[str]()
        for way in self._fitting():
            left |= way - taken
        return [label for label in self.labels if left[label]]

    def missing(self) -> tuple[int, int]:
        """How many more have to be taken at least, and may be at most."""
        sizes = [way.total() - len(self.picked) for way in self._fitting()]
        return min(sizes), max(sizes)

    def with_more(self, label: str) -> Handful:
        """One member more."""
        return replace(self, picked=(*self.picked, label))

    def closed(self) -> SubChoice | None:
        """The choice with this handful made, if it may end here."""
        taken = Counter(self.picked)
        for way, members in self.ways:
            if way == taken:
                move = (*self.before, members)
                is_whole = len(move) - 1 == len(option_of(self.decision.node, move).parameters)
                return SubChoice("", move, (), Option(self.decision, move) if is_whole else None)
        return None

    def _fitting(self) -> Iterator[Counter[str]]:
        taken = Counter(self.picked)
        return (way for way, _ in self.ways if taken <= way)


def handful_after(decision: Decision, after: SubChoice, language: str) -> Handful | None:
    """The handful that is chosen next, unless there are too many, or some of its members are not seen: what luck
    decides is asked for one by one."""
    scene, before = decision.scene, after.chosen
    option = option_of(scene.node, before)
    if after.inside or len(before) > len(option.parameters) or option.parameters[len(before) - 1].form != "some":
        return None
    parameter, names = option.parameters[len(before) - 1], scene.game.names(language)
    moves = list(islice(scene.game.executor.each_option(scene.cells), _MOST_LISTED + 1))
    handfuls = dict.fromkeys(_values(move[len(before)]) for move in moves if move[: len(before)] == before)
    values = sorted({value for handful in handfuls for value in handful})
    if len(moves) > _MOST_LISTED or any(scene.is_unseen(parameter, value) for value in values):
        return None
    said = {value: scene.element(option, before[1:], parameter, value, names) for value in values}
    ways = tuple((Counter(said[value] for value in handful), handful) for handful in handfuls)
    return Handful(decision, before, ways, tuple(dict.fromkeys(said.values())))


def _values(value: object) -> tuple[int, ...]:
    assert isinstance(value, tuple)
    return value


#: Of more moves than this the parts are asked for one after the other.
_MANY: Final = 24
#: `1 4 7 9 12`, with or without commas.
_NUMBERS: Final = re.compile(r"\d+(?:[\s,;]+\d+)+")


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One line of a menu, and what it stands for."""

    label: str
    leads: Option | SubChoice | Handful


@dataclass(frozen=True, slots=True)
class TerminalMenu:
    """What one may choose from, and what has been chosen of a joint choice so far."""

    decision: Decision = field(repr=False)
    language: str
    entries: tuple[MenuEntry, ...]
    so_far: tuple[str, ...] = ()

    @property
    def labels(self) -> list[str]:
        """What the entries are called."""
        return [entry.label for entry in self.entries]

    @property
    def of_numbers(self) -> bool:
        """Is it a number that is chosen? Then it is typed as it is."""
        return bool(self.entries) and all(label.isdigit() for label in self.labels)

    @property
    def missing(self) -> tuple[int, int] | None:
        """How many members a handful still needs and may have; None where something else is chosen."""
        handfuls = [entry.leads for entry in self.entries if isinstance(entry.leads, Handful)]
        sizes = [handful.missing() for handful in handfuls]
        if not sizes:
            return None
        may_end = len(handfuls) < len(self.entries)
        return 0 if may_end else min(low for low, _ in sizes) + 1, max(high for _, high in sizes) + 1

    def numbered(self, typed: str) -> MenuEntry | None:
        """What a number stands for: of numbers the one typed, else the entry so far down."""
        if self.of_numbers:
            return next((entry for entry in self.entries if entry.label == typed), None)
        number = int(typed) - 1
        return self.entries[number] if 0 <= number < len(self.entries) else None

    def narrowed(self, words: list[str]) -> TerminalMenu:
        """Only the entries with these words in them."""
        fitting = tuple(entry for entry in self.entries if all(word in entry.label.casefold() for word in words))
        return replace(self, entries=fitting)

    def taken(self, entry: MenuEntry) -> Option | TerminalMenu:
        """What comes of choosing an entry: a move, or the next menu."""
        match entry.leads:
            case Option() as option:
                return option
            case SubChoice() as step:
                return self._stepped(step, entry.label)
            case Handful() as handful:
                return self._with(handful, entry.label)

    def _stepped(self, step: SubChoice, label: str) -> Option | TerminalMenu:
        if step.complete is not None:
            return step.complete
        menu = _after(self.decision, step, self.language, (*self.so_far, label))
        only = menu.entries[0].leads if len(menu.entries) == 1 else None
        return (only.complete or menu) if isinstance(only, SubChoice) else menu

    def _with(self, handful: Handful, label: str) -> Option | TerminalMenu:
        said = (*self.so_far, label)
        members, closed = handful.members(), handful.closed()
        if closed is not None and not members:
            # The last member has been named, not the handful: nothing is added to what is said.
            return closed.complete or _after(self.decision, closed, self.language, said)
        return TerminalMenu(self.decision, self.language, tuple(_members(handful, self.language)), said)

    def several(self, typed: str) -> Option | TerminalMenu | None:
        """`1 4 7 9 12`: members of a handful by the numbers they have here, parts of another choice one after the
        other. None if it is not possible."""
        found: Option | TerminalMenu = self
        offered = self
        for number in re.findall(r"\d+", typed):
            if not isinstance(found, TerminalMenu):
                return None
            entry = offered.numbered(number) if _is_handful(offered) else found.numbered(number)
            if entry is None:
                return None
            if isinstance(entry.leads, Handful):
                entry = next((other for other in found.entries if other.label == entry.label), None)
                if entry is None:
                    return None
            found = found.taken(entry)
            if isinstance(found, TerminalMenu) and not _is_handful(found):
                offered = found
        return found


Chosen: TypeAlias = Option | TerminalMenu | None


def several_numbers(typed: str) -> bool:
    """Are several numbers typed at once?"""
    return _NUMBERS.fullmatch(typed) is not None


def opening(decision: Decision, language: str) -> TerminalMenu:
    """What is offered first: all moves if they are few, otherwise their first part."""
    if (options := decision.options.few(_MANY)) is not None:
        return of_options(decision, language, options)
    steps = decision.steps(None, language)
    if len(steps) == 1 and steps[0].complete is None:
        # There is only one kind of move: nobody is asked which.
        return _after(decision, steps[0], language, ())
    return TerminalMenu(decision, language, tuple(MenuEntry(step.label, step) for step in steps))


def of_options(decision: Decision, language: str, options: list[Option]) -> TerminalMenu:
    """Whole moves to choose from."""
    return TerminalMenu(decision, language, tuple(MenuEntry(option.label(language), option) for option in options))


def _after(decision: Decision, step: SubChoice, language: str, so_far: tuple[str, ...]) -> TerminalMenu:
    handful = handful_after(decision, step, language)
    if handful is not None:
        return TerminalMenu(decision, language, tuple(_members(handful, language)), so_far)
    entries = tuple(MenuEntry(next_step.label, next_step) for next_step in decision.steps(step, language))
    return TerminalMenu(decision, language, entries, so_far)


def _members(handful: Handful, language: str) -> Iterator[MenuEntry]:
    closed = handful.closed()
    if closed is not None:
        yield MenuEntry(phrase("done" if handful.picked else "nothing", language), closed)
    for label in handful.members():
        yield MenuEntry(label, handful.with_more(label))


def _is_handful(menu: TerminalMenu) -> bool:
    return any(isinstance(entry.leads, Handful) for entry in menu.entries)
