"""Everything that names a player, and two whole games that one player cannot tell apart.

The second game is played beside the first: whatever the player sees is the same at every step, and whatever the player
does not see may be otherwise. What counts as the same is said by the declarations of sight alone (the state with what
is hidden left out, and what others' moves are called), never by any of the outputs. What is imagined with the same luck
is an output, too, number for number, and so is what bots choose with the same seed.
"""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout, suppress
from functools import cache
from io import StringIO
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from interpreter import Game, Session
from interpreter.bots import bot
from interpreter.cli.board import Board
from interpreter.cli.replay import _record
from interpreter.cli.table import GameTable, LeftTable
from interpreter.engine.executor import Fault, Outcome
from interpreter.engine.steps import Step
from interpreter.engine.tracer import Wrote
from interpreter.visibility.secrecy import chance_audience, glimpsed, secret_steps, shown_pieces
from rulelang.graph.program import ChanceNode, Decide
from rulelang.graph.terms import MovePiece
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text
from rulelang.tuning.fast_dataclass import replace

_TRIES = 12


@cache
def server_example() -> dict[str, Any]:
    return runpy.run_path(str(Path(__file__).parents[2] / "examples" / "server.py"))


def outputs(session: Session, seat: int) -> Iterator[tuple[str, str]]:
    """Every output for one player, by its name, as text."""
    game, player = session.game, session.game.players[seat]
    own = session.seat(seat)
    yield "observe", repr((own.observation.cells, own.observation.unseen, own.observation.remembered))
    yield "marked", repr(own.observation.marked)
    for language in game.languages:
        yield f"picture {language}", own.observation.text(language)
        yield f"events {language}", repr([(event.text(language), event.concealed) for event in own.events])
        yield f"transcript {language}", session.transcript(seat, language)
        for positions in (False, True):
            record = _record(session, seat, language, positions=positions)
            yield f"replay {language} {positions}", json.dumps(record, ensure_ascii=False)
    yield "save", session.save(seat)
    yield "clock", str(own.clock)
    for number in range(max(0, len(session.history) - 6), len(session.history)):
        yield f"why {number}", str(own.why(number))
    yield "server", repr(_answers(session, player))
    yield "screen", _screen(session, seat)
    luck = Random(7)
    yield "imagine", repr([own.imagine(luck).state.cells for _ in range(3)])
    decision = own.decision
    yield "undo", str(session.can_undo and session.history[-1].seat == seat)
    if decision is None:
        yield "why not", str(own.why_not("anything"))
        return
    options = decision.options[:40]
    yield "options", repr([(option.notation, option.key) for option in options])
    yield "steps", repr([(one.label, [two.label for two in decision.steps(one)]) for one in decision.steps()[:6]])
    for language in game.languages:
        yield f"labels {language}", repr([option.label(language) for option in options])
    for text in _refusable(session, seat):
        yield f"why not {text}", str(own.why_not(text))


def choices(
    session: Session, seat: int, bots: Iterable[str] = ("random", "greedy", "mcts")
) -> Iterator[tuple[str, str]]:
    """What bots choose for one player, from what they imagine."""
    own = session.seat(seat)
    for name in bots if own.decision is not None else ():
        yield f"bot {name}", bot(name, 5, iterations=8).choose(own).notation


def _answers(session: Session, player: str) -> list[dict[str, str]]:
    """What the server says to a player who asks, undoes what is not to be undone, or moves where that cannot be."""
    server, found = server_example(), []
    actions = [option.name for node in session.game.program.nodes for option in getattr(node, "options", ())]
    moves = ["Nonsense", *(actions[:3] if session.seat(player).decision is None else ())]
    asked: list[dict[str, str]] = [{}, *({"move": move} for move in moves)]
    for more in asked:
        after, told = server["answered"](session, player, server["Message"](secret="", **more))
        assert after is session
        found.append(told)
    return found


@cache
def _board(game: Game) -> Board:
    texts = {path: source_from_text(path, text) for path, text in game.rulebook.texts}
    written, _ = load(next(iter(texts.values())), texts.get)
    return Board(written, len(game.players), game.variants)


def _screen(session: Session, seat: int) -> str:
    """What stands on the screen of `rulelang play` for a player who looks at everything there is."""
    game = session.game
    table = GameTable(session.clone(), _board(game), {}, game.languages[-1])
    things = {piece.name for piece in game.program.layout.pieces} | {place.name for place in game.program.layout.places}
    asked = [*(f"where {name}" for name in sorted(things)[:8]), "why", "log", "why-not Nonsense", "quit"]
    asked.reverse()
    with redirect_stdout(StringIO()) as screen, patch.object(table, "_read", lambda _: asked.pop()):
        if session.seat(seat).decision is None:
            table._show(seat)
        else:
            with suppress(LeftTable):
                table.play()
    return screen.getvalue()


def _refusable(session: Session, seat: int) -> list[str]:
    """What the player could do earlier, and what the player has seen lie anywhere."""
    names = [piece.name for piece in session.game.program.layout.pieces]
    decision = session.decision
    assert decision is not None
    actions = [option.name for option in decision.node.options if option.name]
    return [f"{actions[0]}, {name}" for name in dict.fromkeys(names)][:4] if actions else []


def twin_of(session: Session, seat: int, random: Random) -> Session | None:
    """Another game that the player cannot tell from this one; None if none was found soon."""
    unseen, steps = _never_seen(session, seat), session.history
    known = len(steps) - secret_steps(session.game, session.state.cells, steps)
    for _ in range(_TRIES):
        twin = session.game.start(session.seed, chance="asked")
        steps_seen = zip(steps, unseen, strict=True)
        if all(_again(twin, step, seat, random, never, n < known) for n, (step, never) in enumerate(steps_seen)):
            return twin
    return None


def _never_seen(session: Session, seat: int) -> list[set[int]]:
    """For each step, the pieces that the player has not seen from then on."""
    game, found = session.game, list[set[int]]()
    left = set(range(len(game.program.layout.pieces)))
    for step in reversed(session.history):
        left &= set(game.sight.unseen_pieces(step.after, seat))
        left -= glimpsed(game, step, seat)
        left -= {piece for one in step.told if one.audience >> seat & 1 for piece in shown_pieces(game, one)}
        found.insert(0, set(left))
    return found


def _again(twin: Session, step: Step, seat: int, random: Random, never: set[int], known: bool) -> bool:
    """One more step of the twin that looks like the real one; any of them. `known`: what was chosen in secret has been
    told since."""
    game = twin.game
    if twin.node.number != game.executor.node(list(step.before)).number:
        return False
    ways = _moves(twin, step, seat) if step.kind == "move" else _outcomes(twin, step, seat, random, never)
    random.shuffle(ways)
    for way in ways[:20]:
        cells = list(twin.state.cells)
        told: list[Any] = []
        try:
            game.executor.play(cells, way, told) if step.kind == "move" else game.executor.happen(cells, way, told)
        except Fault:
            continue
        if _view(game, cells, seat) != _view(game, step.after, seat):
            continue
        if _heard(game, told, cells, seat) != _heard(game, step.told, step.after, seat):
            continue
        if step.kind == "move":
            decision = twin.decision
            assert decision is not None
            if decision.seat != seat and _watched(game, twin.state.cells, way, cells, seat, known) != _watched(
                game, step.before, step.move, step.after, seat, known
            ):
                continue
            made = twin._make(decision, decision.node, way)
        else:
            node = twin.node
            assert isinstance(node, ChanceNode)
            made = twin._happened(node, list(twin.state.cells), way)
            twin.settle()
        if _glimpsed(game, made, seat) == _glimpsed(game, step, seat):
            return True
        twin._back_to(len(twin.history) - 1)
    return False


def _moves(twin: Session, step: Step, seat: int) -> list[Any]:
    decision = twin.decision
    if decision is None or decision.seat != step.seat:
        return []
    position = twin.game.position(twin.state)
    moves = list(position.moves())
    if step.seat != seat:
        return moves
    real = twin.game.position(step.before)
    return [move for move in moves if position.key(move) == real.key(step.move)]


def _outcomes(twin: Session, step: Step, seat: int, random: Random, never: set[int]) -> list[Any]:
    game, executor = twin.game, twin.game.executor
    cells = list(twin.state.cells)
    if isinstance(step.outcome, tuple):
        if sorted(step.outcome) != sorted(executor.shuffled(cells)):
            return []
        covered = set(game.sight.unseen_pieces(step.after, seat))
        return [_mixed(game, step, random, never, covered) for _ in range(6)]
    node = executor.node(cells)
    assert isinstance(node, ChanceNode)
    possible = [value for value, _ in executor.outcomes(cells) or ()]
    if chance_audience(game, step.before, step.after, node, step.outcome) >> seat & 1:
        return [value for value in possible if value == step.outcome]
    return possible


def _mixed(game: Game, step: Step, random: Random, never: set[int], covered: set[int]) -> Outcome:
    """The order of a shuffle with things exchanged that the player never sees after it, and copies of one card that
    are all covered when it is over, whether their look was seen in between or not."""
    assert isinstance(step.outcome, tuple)
    order = list(step.outcome)
    free = [number for number, piece in enumerate(order) if piece in never]
    for last in range(len(free) - 1, 0, -1):
        one, other = free[last], free[random.randrange(last + 1)]
        if game.sight.back(order[one]) == game.sight.back(order[other]):
            order[one], order[other] = order[other], order[one]
    pieces = game.program.layout.pieces
    for one, other in combinations([number for number, piece in enumerate(order) if piece in covered], 2):
        if pieces[order[one]].look == pieces[order[other]].look and random.random() < 0.5:
            order[one], order[other] = order[other], order[one]
    return tuple(order)


def _glimpsed(game: Game, step: Step, seat: int) -> list[tuple[int, int, int]]:
    """What moved while the player could see it, before or after: its look, and from where to where."""
    at, pieces, found = game.sight.at, game.program.layout.pieces, list[tuple[int, int, int]]()
    for note in game.course.noted(step):
        if isinstance(note, Wrote) and isinstance(note.effect, MovePiece):
            piece = game.course.evaluate(list(note.before), note.effect.piece, note.values)
            audience = game.sight.piece_audience(note.before, piece) | game.sight.piece_audience(note.after, piece)
            if audience >> seat & 1:
                found.append((pieces[piece].look, note.before[at + piece], note.after[at + piece]))
    return sorted(found)


def _heard(game: Game, told: Any, cells: Any, seat: int) -> object:
    """What the player was shown, and what shown dice show."""
    faces = game.sight.faces
    return [
        (one.event, one.values, [cells[faces[piece]] for piece in shown_pieces(game, one) if piece in faces])
        for one in told
        if one.audience >> seat & 1
    ]


def _view(game: Game, cells: Any, seat: int) -> object:
    sight = game.sight
    return sight.blank(cells, seat, deciding=False), sight.unseen(cells, seat), sight.marks_on_unseen(cells, seat)


def _watched(game: Game, before: Any, move: Any, after: Any, seat: int, known: bool) -> object:
    node = game.executor.node(list(before))
    assert isinstance(node, Decide)
    return game.naming.watched(before, after, replace(node, secret=False) if known else node, move, seat)
