"""The cells of an experiment: each thing that a plan wants played, with the words to tell it from the others."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from interpreter.api.game import Game
from interpreter.api.rulebook import BrokenRulebook, Rulebook, load
from interpreter.api.sources import Changes, Texts
from interpreter.experiments.line_up import UnknownBot, maker
from interpreter.experiments.plan import ExperimentPlan
from interpreter.experiments.ranges import TARGET, read_range
from interpreter.experiments.setting import Looks, Setting, line_up
from interpreter.experiments.stopping import read_until
from interpreter.experiments.written_plan import Unreadable, Written
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.diagnostics.spelling import closest
from rulelang.rulebook.numbers import UnknownNumber, named
from rulelang.source import SUFFIX
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ExperimentCell:
    """One way to play, and how many games of it are wanted at most."""

    book: str
    setting: Setting
    games: int
    until: tuple[str, ...] = ()

    @property
    def bots(self) -> str:
        """`mcts:50`, or `mcts:50 against random`."""
        names = dict.fromkeys(self.setting.bots)
        return " against ".join(names)

    @property
    def changes(self) -> str:
        """`Take Income / 4 = 5`; nothing for the rulebook as it is."""
        return ", ".join(f"{name} = {value}" for name, value in self.setting.changes)

    @property
    def name(self) -> str:
        """All that tells it from other cells."""
        parts = [self.book, f"{self.setting.players} players", *self.setting.variants, self.bots, self.changes]
        return ", ".join(filter(None, parts))

    @property
    def role(self) -> tuple[object, ...]:
        """What it has in common with the same cell of another experiment, or of another version of its rulebook (which
        may have another name)."""
        setting = self.setting
        return setting.players, setting.variants, setting.bots, setting.changes


def cells_of(written: Written, other_book: str | None = None) -> list[ExperimentCell]:
    """All cells of a plan, in its order; of another version of its (first) rulebook, if that is given. Raises
    `Unreadable` with everything that is wrong with it."""
    if other_book is not None:
        written = written.with_plan(written.plan.model_copy(update={"books": (other_book,)}))
    return _cells(written, None)


def cells_with(written: Written, changes: Changes) -> list[ExperimentCell]:
    """The same with certain numbers instead of those that the plan varies."""
    return _cells(written, changes)


def _cells(written: Written, changes: Changes | None) -> list[ExperimentCell]:
    found = list(written.problems)
    books = [_book(written, name, found) for name in written.plan.books]
    _check_bots(written, found)
    cells = [cell for book in books if book is not None for cell in _of_book(written, book, changes, found)]
    if found:
        raise Unreadable(found)
    return list({cell.setting.key: cell for cell in cells}.values())


def looks_of(plan: ExperimentPlan) -> Looks:
    """How closely a plan wants games looked at."""
    measure = plan.measure
    return Looks(
        uses=measure.uses,
        probes=measure.decisions,
        options=measure.moves,
        playouts=measure.playouts,
        probed=measure.games,
    )


def path_of(written: Written, book: str) -> Path:
    """Books are named from where the plan lies."""
    return Path(written.source.path).parent / book


def _book(written: Written, name: str, found: list[Diagnostic]) -> Rulebook | None:
    try:
        rulebook = load(path_of(written, name))
    except OSError as problem:
        near = closest(Path(name).name, [one.name for one in path_of(written, name).parent.glob(f"*{SUFFIX}")])
        meant = f" Did you mean `{Path(name).with_name(near).as_posix()}`?" if near else ""
        message = f"The rulebook {name} cannot be read: {(problem.strerror or '').lower()}.{meant}"
        found.append(written.finding(message, "books", value=name))
        return None
    errors = [one for one in rulebook.diagnostics if one.severity is Severity.ERROR]
    found.extend(errors)
    if not errors and not rulebook.players:
        found.append(written.finding(f"{name} is only a part of a rulebook.", "books", value=name))
    return None if errors else rulebook


def _check_bots(written: Written, found: list[Diagnostic]) -> None:
    for table in written.plan.tables:
        for name in table.bots:
            try:
                maker(name)
            except UnknownBot as unknown:
                found.append(written.finding(str(unknown), "bots", value=name))


def _of_book(
    written: Written, rulebook: Rulebook, given: Changes | None, found: list[Diagnostic]
) -> Iterator[ExperimentCell]:
    plan = written.plan
    changes = list(_changes(written, rulebook, found)) if given is None else [_named(written, rulebook, given, found)]
    variants_there = _variants(written, rulebook, found)
    for players, variants, values in product(_players(written, rulebook, found), variants_there, changes):
        game = _game(written, rulebook, players, variants, values, found)
        if game is None:
            continue
        until = _until(written, game, found)
        for seated, games in _line_ups(written, players, found):
            setting = Setting(
                texts=_moved(rulebook.texts),
                players=players,
                variants=game.variants,
                changes=values,
                bots=seated,
                rotated=len(set(seated)) > 1,
                seed=plan.seed,
                most_moves=plan.most_moves,
                looks=looks_of(plan),
                executor=plan.executor,
            )
            yield ExperimentCell(rulebook.title, setting, games, until)


def _moved(texts: Texts) -> Texts:
    """Files by their place beside the first one: the same rulebook in another folder is the same experiment."""
    folder = os.path.dirname(texts[0][0])
    return tuple((Path(os.path.relpath(path, folder or ".")).as_posix(), text) for path, text in texts)


def _variants(written: Written, rulebook: Rulebook, found: list[Diagnostic]) -> list[tuple[str, ...]]:
    offered = ", ".join(rulebook.variants) or "none"
    for name in {name: None for variants in written.plan.variants for name in variants}:
        if name not in rulebook.variants:
            message = f"{rulebook.title} has no variant `{name}`; it has: {offered}."
            found.append(written.finding(message, "variants", value=name))
    return [tuple(name for name in variants if name in rulebook.variants) for variants in written.plan.variants]


def _players(written: Written, rulebook: Rulebook, found: list[Diagnostic]) -> Sequence[int]:
    wanted = written.plan.players
    if isinstance(wanted, str):
        return rulebook.players if wanted == "all" else rulebook.players[:1]
    for wrong in [players for players in wanted if players not in rulebook.players]:
        fewest, most = rulebook.players[0], rulebook.players[-1]
        message = f"{rulebook.title} is for {fewest} to {most} players, not for {wrong}."
        found.append(written.finding(message, "players", value=wrong))
    return [players for players in wanted if players in rulebook.players] or rulebook.players[:1]


def _line_ups(written: Written, players: int, found: list[Diagnostic]) -> Iterator[tuple[tuple[str, ...], int]]:
    for table in written.plan.tables:
        bots = table.bots
        if table.players and players not in table.players:
            continue
        if 1 < len(bots) < players:
            # Two bots at a table for four: the first plays against three of the second.
            seated: tuple[str, ...] | None = (*bots, *(bots[-1] for _ in range(players - len(bots))))
        else:
            seated = line_up(bots, players)
        if seated is None:
            tables = "give one for all seats, two, or one for each; `players = [...]` says at which tables they sit"
            told = f"{len(bots)} bots cannot sit at a table for {players} players: {tables}."
            if not any("bots cannot sit" in one.message for one in found):
                found.append(written.finding(told, "bots"))
        else:
            yield seated, table.games or written.plan.games


def _changes(written: Written, rulebook: Rulebook, found: list[Diagnostic]) -> Iterator[Changes]:
    """Numbers to play with: as printed, then each varied by itself or all combined."""
    plan = written.plan
    wanted: dict[str, tuple[int, ...]] = {}
    printed: dict[str, int] = {}
    for name, values in plan.varied.items():
        try:
            place = named(rulebook.numbers, name)
        except UnknownNumber as unknown:
            found.append(written.finding(str(unknown), "vary", name))
            continue
        wanted[place.name], printed[place.name] = values, place.value
    if plan.combined:
        for values in product(*wanted.values()):
            chosen = zip(wanted, values, strict=True)
            yield tuple(sorted((name, value) for name, value in chosen if value != printed[name]))
        return
    yield ()
    for name, values in wanted.items():
        yield from (((name, value),) for value in values if value != printed[name])


def _named(written: Written, rulebook: Rulebook, given: Changes, found: list[Diagnostic]) -> Changes:
    """Changes by the proper names of their numbers; what is as printed is no change."""
    found_ones = []
    for name, value in given:
        try:
            place = named(rulebook.numbers, name)
        except UnknownNumber as unknown:
            found.append(written.finding(str(unknown), "vary", name))
            continue
        if value != place.value:
            found_ones.append((place.name, value))
    return tuple(sorted(found_ones))


def _game(
    written: Written,
    rulebook: Rulebook,
    players: int,
    variants: Sequence[str],
    values: Changes,
    found: list[Diagnostic],
) -> Game | None:
    try:
        return (rulebook.changed(dict(values)) if values else rulebook).game(players, variants)
    except BrokenRulebook as broken:
        first = next(one for one in broken.diagnostics if one.severity is Severity.ERROR)
        if not values:
            found.append(first)
        else:
            told = ", ".join(f"{name} = {value}" for name, value in values)
            message = f"With {told} the rulebook cannot be played ({first.span}): {first.message}"
            found.append(written.finding(message, "vary", values[0][0]))
        return None


def _until(written: Written, game: Game, found: list[Diagnostic]) -> tuple[str, ...]:
    for rule in written.plan.until:
        read = read_until(rule, game.players)
        if isinstance(read, str):
            found.append(written.finding(read, "until", value=rule))
    for target in written.plan.tune.targets if written.plan.tune is not None else ():
        aimed = read_range(target, game.players, TARGET)
        if isinstance(aimed, str):
            found.append(written.finding(aimed, "tune", "targets", value=target))
    return written.plan.until
