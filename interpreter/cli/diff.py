"""`rulelang diff`"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from interpreter.api.game import Game
from interpreter.api.resume import resume
from interpreter.cli.comparing import Comparison, GameDifference, settings_changed
from interpreter.cli.loading import Loaded, game_of, load_playable, read_text, setting_options
from interpreter.saves.parse import Rejected
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE
from rulelang.cli.reporting import REPORTS, Case, finding, junit
from rulelang.cli.showing import counted, painted, progress
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.diagnostics.render import FORMATS
from rulelang.tuning.fast_dataclass import dataclass

_SHOWN_MOVES = 6
_REPLAYS = "still replays"
_COLOURS = {"not possible any more": "red", "became possible": "green"}


@dataclass(frozen=True, slots=True)
class DiffRecord:
    """Everything about a comparison. `settings` differ before anything is played; `saves` tells of each saved game
    whether it still replays."""

    games: int
    settings: tuple[str, ...]
    differences: tuple[GameDifference, ...]
    saves: dict[str, str]

    @property
    def changed(self) -> bool:
        """Is anything different?"""
        return bool(self.settings or self.differences or any(answer != _REPLAYS for answer in self.saves.values()))


@click.command("diff")
@click.argument("before", type=FILE, metavar="OLD")
@click.argument("after", type=FILE, metavar="NEW")
@setting_options
@click.option("--games", "-g", type=click.IntRange(1), default=20, help="Games to look for differences in. [20]")
@click.option("--limit", type=click.IntRange(1), default=20, help="Stop after this many differences. [20]")
@click.option("--saved", multiple=True, type=FILE, metavar="SAVE", help="Does this save (or folder) still replay?")
@click.option("--format", "form", type=click.Choice(REPORTS), default="text", help="How to print it. [text]")
def command(
    before: str,
    after: str,
    players: int | None,
    variants: tuple[str, ...],
    games: int,
    limit: int,
    saved: tuple[str, ...],
    form: str,
) -> int:
    """Compare two rulebooks by playing both side by side: what became possible, and what no longer is.

    Each kind of difference is shown once, with a position in which it can be seen. Exit code 1 if there are any.

    \b
    rulelang diff old.rules new.rules
    rulelang diff old.rules new.rules --saved evening.json --saved our_games
    """
    old, new = load_playable(before), load_playable(after)
    seats = players if players is not None else _fewest(old, new)
    comparison = Comparison(game_of(old, seats, variants), game_of(new, seats, variants), limit)
    with progress("Comparing", games) as done:
        for seed in range(games):
            comparison.play(seed)
            done(1)
    replays = {path: _replays(comparison.new, path) for path in _saves(saved)}
    settings = tuple(settings_changed(old.written, new.written))
    found = DiffRecord(games, settings, tuple(comparison.found.values()), replays)
    click.echo(_printed(found, new, form), nl=False)
    return Exit.FINDINGS if found.changed else Exit.CLEAN


def _fewest(old: Loaded, new: Loaded) -> int:
    shared = [seats for seats in old.written.seats if seats in new.written.seats]
    if not shared:
        raise click.UsageError("There is no number of players that both rulebooks are for.")
    return shared[0]


def _saves(paths: Sequence[str]) -> Iterator[str]:
    """Files as given, folders with every saved game in them."""
    for path in paths:
        if Path(path).is_dir():
            yield from map(str, sorted(Path(path).glob("*.json")))
        else:
            yield path


def _replays(game: Game, path: str) -> str:
    answer = resume(game, read_text(path), other_versions=True)
    return str(answer) if isinstance(answer, Rejected) else _REPLAYS


# ----------------------------------------------------------------------------------------------------------- words


def _printed(found: DiffRecord, new: Loaded, form: str) -> str:
    match form:
        case "text":
            return "".join(f"{line}\n" for line in _lines(found))
        case "json":
            return json.dumps(_record(found), indent=2, ensure_ascii=False) + "\n"
        case "junit":
            return junit("rulelang diff", list(_cases(found)))
        case "plain":
            return "\n".join(filter(None, (FORMATS["plain"](_findings(found, new)), f"{_summary(found)}\n")))
        case _:
            return FORMATS[form](_findings(found, new))


def _lines(found: DiffRecord) -> Iterator[str]:
    yield from found.settings
    for one in found.differences:
        change = painted(one.change, _COLOURS.get(one.change, "yellow"))
        yield f"{change}: {_which(one)} ({one.player} decides)"
        if one.place:
            yield f"    --> {one.place}"
        moves = one.moves[-_SHOWN_MOVES:]
        left_out = f"{counted(len(one.moves) - len(moves), 'move')}, then " if len(one.moves) > len(moves) else ""
        yield f"    after: {left_out}{'; '.join(moves) or 'the beginning'} (luck of seed {one.seed})"
        yield from (f"    {line}" for line in one.position.splitlines())
    for path, answer in found.saves.items():
        yield f"{path}: {answer}"
    yield _summary(found)


def _summary(found: DiffRecord) -> str:
    return f"{counted(len(found.settings) + len(found.differences), 'difference')} in {counted(found.games, 'game')}."


def diff_schema() -> dict[str, Any]:
    """The JSON Schema of `rulelang diff --format json`."""
    record = {"type": "string"}
    names = ("change", "what", "move", "player", "place", "position")
    difference = {
        "type": "object",
        "properties": {
            **dict.fromkeys(names, record),
            "seed": {"type": "integer"},
            "moves": {"type": "array", "items": record},
        },
        "required": [*names, "seed", "moves"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {
            "games": {"type": "integer"},
            "settings": {"type": "array", "items": record},
            "differences": {"type": "array", "items": difference},
            "saves": {"type": "object", "additionalProperties": record},
        },
        "required": ["games", "settings", "differences", "saves"],
        "additionalProperties": False,
    }


def _record(found: DiffRecord) -> dict[str, Any]:
    names = diff_schema()["properties"]["differences"]["items"]["required"]
    return {
        "games": found.games,
        "settings": list(found.settings),
        "differences": [{name: getattr(one, name) for name in names} for one in found.differences],
        "saves": found.saves,
    }


def _which(one: GameDifference) -> str:
    """What differs, and in which move. One that is called as its option is needs no example; behind it may stand what
    comes of it."""
    if one.move.partition(" (")[0] == one.what:
        return one.move
    return f"{one.what}, for example {one.move}" if one.move else one.what


def _findings(found: DiffRecord, new: Loaded) -> list[Diagnostic]:
    assert new.written.header is not None
    header = new.written.header.span
    told = [finding("rules-differ", Severity.WARNING, words, header.first_line) for words in found.settings]
    for one in found.differences:
        notes = (f"{one.player} decides, after: {'; '.join(one.moves) or 'the beginning'}",)
        message = f"{one.change}: {_which(one)}"
        told.append(finding("rules-differ", Severity.WARNING, message, (one.span or header).first_line, notes))
    for path, answer in found.saves.items():
        if answer != _REPLAYS:
            told.append(finding("save-differs", Severity.WARNING, f"{path}: {answer}", header.first_line))
    return told


def _cases(found: DiffRecord) -> Iterator[Case]:
    for words in found.settings:
        yield Case("settings", "rulelang diff", failure=words)
    for one in found.differences:
        yield Case(one.what, one.place, failure=f"{one.change}: {one.move}", details=one.position)
    for path, answer in found.saves.items():
        yield Case(path, "saved games", failure="" if answer == _REPLAYS else answer)
    if not found.differences:
        yield Case(f"{found.games} games side by side", "rulelang diff")
