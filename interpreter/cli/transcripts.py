"""Transcripts: what happened in a game, line by line, as text that people read and `rulelang replay` plays again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import click

from interpreter.api.decision import Decision, Option
from interpreter.api.session import Session
from interpreter.cli.loading import Loaded, begin, game_of, read_text, resume_game, rules_hold
from interpreter.engine.executor import Fault
from interpreter.explain.refusal import Refusal
from interpreter.wording.move_wording import MoveWording

_HEADER: Final = re.compile(r"(?P<title>.+): (?P<players>\d+) players(?P<variants>(?:, [^,]+)*), seed (?P<seed>-?\d+)")


class _Line(NamedTuple):
    """A line of a transcript."""

    number: int
    text: str


def transcript(session: Session, seat: int | None, language: str) -> str:
    """The game in words, with what is needed to play it again: players, variants, and the seed of its luck."""
    game = session.game
    variants = "".join(f", {name}" for name in game.variants)
    lines = [f"{game.title}: {len(game.players)} players{variants}, seed {session.seed}"]
    lines += session.transcript(seat, language).splitlines()
    if session.result is not None:
        lines.append(session.result.text(language))
    return "\n".join(lines) + "\n"


def is_transcript(text: str) -> bool:
    """Does a text begin as a transcript does?"""
    return _HEADER.fullmatch(text.partition("\n")[0].strip()) is not None


def session_of(loaded: Loaded, path: str) -> Session:
    """The game of a file: a saved game, or a transcript of one."""
    text = read_text(path)
    return replay(loaded, text, path) if is_transcript(text) else resume_game(loaded, path)


def replay(loaded: Loaded, text: str, path: str) -> Session:
    """The game of a transcript that tells everything. Ends the command where it cannot have happened."""
    head, *lines = _told(text)
    header = _HEADER.fullmatch(head.text)
    assert header is not None
    if header["title"] != loaded.rulebook.title:
        raise click.ClickException(f"{path} tells of {header['title']}, not of {loaded.rulebook.title}.")
    variants = tuple(filter(None, header["variants"].split(", ")))
    session = begin(game_of(loaded, int(header["players"]), variants), int(header["seed"]))
    told = 0
    while (decision := session.decision) is not None:
        told += _agreed(session, told, lines, path)
        if told >= len(lines):
            return session
        line = lines[told]
        option = _meant(decision, line.text)
        with rules_hold(session.game):
            done = None if option is None else session.apply(option)
        if done is None or isinstance(done, Refusal):
            raise click.ClickException(f"{path}, line {line.number}: `{line.text}` cannot happen here.")
    _agreed(session, told, lines, path)
    return session


def _told(text: str) -> Iterator[_Line]:
    """The lines that tell events. What came of a move stands indented below it: it follows from the moves."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith(" "):
            yield _Line(number, line.strip())


def _agreed(session: Session, told: int, lines: Sequence[_Line], path: str) -> int:
    """How many lines have been told by now that were not before; each must say what the game says."""
    events = session.events()[told:]
    for event, line in zip(events, lines[told:], strict=False):
        if line.text not in {event.text(language) for language in session.game.languages}:
            said = f"`{line.text}`, where the game says `{event.text()}`"
            raise click.ClickException(f"{path}, line {line.number}: {said}.")
    return len(events)


def _meant(decision: Decision, line: str) -> Option | None:
    """The option that is told by a line; what the rules do not report is taken where nothing else can be."""
    for option in decision.options:
        if line in _tellings(decision, option):
            return option
    silent = [option for option in decision.options if option.symbolic.silent]
    return silent[0] if len(silent) == 1 else None


def _tellings(decision: Decision, option: Option) -> Iterator[str]:
    game, scene = decision.game, decision.scene
    cells = list(scene.cells)
    try:
        game.executor.play(cells, option.move)
    except Fault:
        # Nothing comes of it; whoever makes it is told so.
        cells = list(scene.cells)
    told = MoveWording(game, scene.cells, decision.node, None, later=cells, plain=True)
    for language in game.languages:
        names = game.names(language)
        yield f"{names.player(decision.seat)}: {told.told(option.move, names)}"
