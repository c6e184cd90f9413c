"""Every line of play of a small game, listed by brute force; and what a player has perceived along a line, told in the
plainest way: for laws of hidden information. Nothing here asks the code that is under test what is possible."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import TypeAlias

from interpreter import Game, Session
from interpreter.engine.executor import Move, Outcome, Told
from interpreter.engine.steps import Step
from interpreter.engine.tracer import Wrote
from interpreter.visibility.secrecy import secret_steps
from interpreter.wording.observation import observe
from rulelang.graph.program import ChanceNode, Decide
from rulelang.graph.roles import Shown

Perception: TypeAlias = tuple[object, ...]
World: TypeAlias = tuple[object, ...]


def lines(game: Game, most: int, deepest: int) -> Iterator[Session]:
    """Sessions after each way things can go in so many moves; of very many, some by chance: `most` at each depth."""
    random = Random(f"{game.title} {most} {deepest}")
    level = list(_settled(game.start(seed=1, chance="asked")))
    for _ in range(deepest):
        yield from level
        level = [after for before in level for after in _followed(before)]
        if len(level) > most:
            level = random.sample(level, most)
    yield from level


def levels(game: Game, most: int) -> Iterator[list[Session]]:
    """All sessions after so many moves, for every number of moves after which there are at most so many."""
    level = list(_settled(game.start(seed=1, chance="asked")))
    while level and len(level) <= most:
        yield level
        level = [after for before in level for after in _followed(before)]


def _followed(session: Session) -> Iterator[Session]:
    decision = session.decision
    if decision is not None:
        for move in session.game.executor.options(list(session.state.cells)):
            yield from _settled(moved(session, move))


def moved(session: Session, move: Move) -> Session:
    """A copy in which just this move was made, even where it is luck that takes a thing unseen."""
    twin = session.clone()
    assert twin.decision is not None
    twin._make(twin.decision, twin.decision.node, move)
    return twin


def _settled(session: Session) -> Iterator[Session]:
    """The same after everything that chance can bring."""
    if session.chance is None:
        yield session
        return
    for outcome in _outcomes(session):
        twin = session.clone()
        twin.happen(outcome)
        yield from _settled(twin)


def _outcomes(session: Session) -> Iterator[Outcome]:
    chance = session.chance
    assert chance is not None
    if chance.is_shuffle:
        yield from permutations(session.game.executor.shuffled(list(session.state.cells)))
    else:
        yield from (happening.outcome for happening in chance.outcomes)


def moments(session: Session) -> Iterator[Session]:
    """The session at each of its moments, from the beginning."""
    twin = session.clone()
    steps = session.history
    for count in range(len(steps) + 1):
        moment = twin.clone()
        moment._steps = list(steps[:count])
        moment._stand_at(steps[count].before if count < len(steps) else session.state.cells)
        yield moment


def world(game: Game, cells: tuple[int, ...]) -> World:
    """What a state is, on the table: of pieces that look alike, only the look."""
    layout = game.program.layout
    seen = observe(game, cells, None)
    look = [(piece.kind, piece.owner, piece.look) for piece in layout.pieces]
    values = {piece: _marks(game, cells, piece) for piece in range(len(layout.pieces))}
    places = []
    for place in seen.places:
        things = [(look[piece], values[piece]) for piece in place.pieces if piece is not None]
        ordered = bool(layout.places[place.place].order)
        places.append((tuple(things if ordered else sorted(things)), place.tokens))
    return tuple(places)


def _marks(game: Game, cells: tuple[int, ...], piece: int) -> tuple[int, ...]:
    found = [cells[cell] for cell, marked in sorted(game.sight.marked.items()) if marked == piece]
    for region in game.program.layout.regions.values():
        if region.kind == "set" and region.role == "flag" and game.sight.holds_pieces(region):
            found.append(cells[region.base] >> piece & 1)
        if region.name == "face-down":
            found.append(cells[region.base] >> piece & 1)
    return tuple(found)


def perceived(session: Session, player: int) -> Perception:
    """Everything that has come to a player's eyes, moment by moment, in the plainest form."""
    found: list[object] = []
    steps = session.history
    all_moments = list(moments(session))
    for number, moment in enumerate(all_moments):
        running = secret_steps(moment.game, moment.state.cells, moment.history)
        decision = moment.decision
        mine = decision is not None and decision.seat == player
        if running and not mine:
            continue
        found.append(_eyes(moment, player))
        if number < len(steps):
            step = steps[number]
            if mine and step.kind == "move":
                position = session.game.position(step.before)
                found.append(("I", position.key(step.move)))
    known = len(steps) - secret_steps(session.game, session.state.cells, session.history)
    found.append(frozenset(step.seat for step in steps[known:] if step.kind == "move"))
    for number, step in enumerate(steps):
        if number < known or step.secretly == player:
            found.append(_step(session, number, player))
    return tuple(found)


def _eyes(moment: Session, player: int) -> object:
    seen = moment.observe(player)
    seat = (
        moment.decision.seat
        if moment.decision is not None and not secret_steps(moment.game, moment.state.cells, moment.history)
        else -1
    )
    return seen.cells, seen.unseen, seat


def _step(session: Session, number: int, player: int) -> object:
    """What of a step is told; what was to be seen at every moment of it; what a move looked like to others."""
    game, step = session.game, session.history[number]
    told = tuple(
        (one.event, one.values, tuple(step.after[cell] for p, cell in game.sight.faces.items() if _shows(game, one, p)))
        for one in step.told
        if one.audience >> player & 1
    )
    key: object = None
    if step.kind == "move" and step.seat != player:
        key = _watched(session, number, player)
    elif step.kind == "chance":
        key = _chanced(game, step, player)
    return step.kind, step.seat, told, _film(game, step, player), key


def _chanced(game: Game, step: Step, player: int) -> int | None:
    """The piece that chance chose, for those who see it there or then: nothing need happen to it."""
    node, outcome = game.executor.node(list(step.before)), step.outcome
    if not isinstance(node, ChanceNode) or node.parameter is None or not isinstance(outcome, int):
        return None
    if not game.sight.is_piece(node.parameter.elements):
        return None
    return outcome if any(game.sight.sees_piece(cells, player, outcome) for cells in (step.before, step.after)) else -1


def _shows(game: Game, told: Told, piece: int) -> bool:
    shown = game.program.events[told.event]
    return any(value >> piece & 1 if shown is Shown.PLACE else value == piece for value in told.values)


def _film(game: Game, step: Step, player: int) -> tuple[object, ...]:
    """What a player sees of the table after every single thing that is written."""
    known = _FILMS.setdefault(id(game), {})
    key = step.before, step.move, step.outcome, player
    if key not in known:
        sight, layout = game.sight, game.program.layout
        kept = [r for r in layout.regions.values() if r.role not in ("flow", "frame")]
        frames: list[object] = []
        for note in game.course.noted(step):
            if isinstance(note, Wrote):
                seen = sight.blank(note.after, player, deciding=False)
                frame = tuple(seen[r.base : r.base + r.length] for r in kept), sight.unseen(note.after, player)
                if not frames or frames[-1] != frame:
                    frames.append(frame)
        known[key] = tuple(frames)
    return known[key]


_FILMS: dict[int, dict[object, tuple[object, ...]]] = {}


def _watched(session: Session, number: int, player: int) -> object:
    game, step = session.game, session.history[number]
    before = game.position(step.before)
    node = game.executor.node(list(step.before))
    assert isinstance(node, Decide)
    if not node.secret:
        return before.watched(step.move, game.position(step.after), player)
    while number + 1 < len(session.history) and session.history[number + 1].secret:
        number += 1
    return node.number, _revealed(game, session.history[number].after, node, step.move, player)


def _revealed(game: Game, after: tuple[int, ...], node: Decide, move: Move, player: int) -> object:
    """A secret choice that has come to light: numbers, and the pieces that can be seen now."""
    option, *values = move
    assert isinstance(option, int)
    found: list[object] = [option]
    for parameter, value in zip(node.options[option].parameters, values, strict=True):
        handful = value if isinstance(value, tuple) else (value,)
        if game.sight.is_piece(parameter.elements):
            found += [piece if game.sight.sees_piece(after, player, piece) else -1 for piece in handful]
        else:
            found.append(value)
    return tuple(found)


def groups(sessions: list[Session], player: int) -> list[list[Session]]:
    """The sessions that a player cannot tell apart, together."""
    found: dict[Perception, list[Session]] = defaultdict(list)
    for session in sessions:
        found[perceived(session, player)].append(session)
    return list(found.values())
