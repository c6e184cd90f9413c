"""A program as somebody else may write it: it uses all that is public, and is checked as strictly as can be."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

from interpreter import (
    BrokenRulebook,
    Game,
    Move,
    Option,
    Rejected,
    Seat,
    Session,
    SubChoice,
    Together,
    View,
    load,
    stream,
)
from interpreter.bots import Bot, bot, play


def opened(path: Path) -> Game | str:
    """A game, or what is wrong with its rulebook."""
    rulebook = load(path)
    try:
        return rulebook.game(players=rulebook.players[0], variants=rulebook.variants[:1], executor="python")
    except BrokenRulebook as broken:
        return "; ".join(diagnostic.message for diagnostic in broken.diagnostics)


def staged(session: Session) -> Option | None:
    """A joint choice made part by part."""
    decision = session.decision
    if decision is None:
        return None
    chosen: SubChoice | None = None
    while chosen is None or chosen.complete is None:
        chosen = decision.steps(chosen)[0]
    return chosen.complete


def refused(session: Session, words: str, player: str) -> list[tuple[str, str, str]]:
    """Why a player cannot do something, for a screen."""
    refusal = session.seat(player).why_not(words)
    return [] if refusal is None else [(clause.text, clause.where, clause.cite) for clause in refusal.clauses]


def happened(session: Session, player: str, language: str) -> list[str]:
    """What one player is told."""
    told = [line for passage in session.narrative(player) for line in passage.lines(language)]
    told += [event.text(language) for event in session.events(player)]
    return [*told, *(fired.text for fired in session.seat(player).why().fired)]


def likely(session: Session) -> dict[str, Fraction]:
    """What chance may bring."""
    return {} if session.chance is None else {one.notation: one.probability for one in session.chance.outcomes}


def counted(game: Game, depth: int) -> int:
    """How many ways the game can go on."""
    position, moves = game.position(), 0
    position.settle(Random(1))
    first: Move = position.moves()[0]
    position.play(first)
    moves += position.playout(stream(1, "embedder"), most_moves=depth)
    return moves + len(position.shares()) + sum(score.total for score in position.scores())


class Cautious:
    """A bot."""

    def choose(self, seat: Seat) -> Option:
        """The first option, after a look around."""
        assert seat.decision is not None
        seen = [place.size for place in seat.observation.places]
        return seat.decision.options[min(seen, default=0) and 0]


def back_again(game: Game, saved: str, player: str) -> Session | str:
    """Continue, or look at what is left."""
    found = game.resume(saved, other_versions=True)
    if isinstance(found, Rejected):
        view: View | Rejected = game.view(saved)
        return view.player if isinstance(view, View) else found.reason
    return found.at(0) if found.can_undo and found.undo() else found


def main() -> str:
    """All of it."""
    game = opened(Path(__file__).parents[2] / "examples" / "kuhn_poker.rules")
    assert isinstance(game, Game)
    bots: list[Bot] = [Cautious(), bot("mcts", seed=1, iterations=10)]
    session = play(game.start(seed=1), bots)
    assert session.result is not None
    told = [*happened(session, "Ann", "de"), *(score.text("de") for score in session.scores())]
    told += [str(likely(session)), str(refused(session, "Bet", "Ann")), str(counted(game, 3))]
    told += [str(back_again(game, session.save("Ann"), "Ann")), str(back_again(game, session.save(), "Ann"))]
    chosen = staged(game.start(seed=2))
    told.append(f"{chosen.label('de')} {chosen.notation}" if chosen is not None else "over")
    decision = game.start(seed=1).decision
    if decision is not None and decision.secret:
        told.append(str(Together(session).waiting))
    return "\n".join([*told, session.result.text("de")])
