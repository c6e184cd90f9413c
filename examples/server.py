"""A server for one game: every line it reads is a message from a player, every line it writes is for one player.

python examples/server.py [RULEBOOK]

{"from": "Ann"}                     what Ann sees and may do now; also when Ann comes back
{"from": "Ann", "move": "Bet"}      Ann moves; all players are told
{"from": "Ann", "undo": true}       Ann takes her last move back, if nobody has learned anything from it
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from interpreter import Session, load


def news(session: Session, player: str, since: int, refused: object = None) -> str:
    """What one player may know, as JSON."""
    seat, passages = session.seat(player), session.narrative(player)
    told: dict[str, object] = {
        "to": player,
        "sees": str(seat.observation),
        "happened": [line for passage in passages[since:] for line in passage.lines()],
        "moves": [option.notation for option in seat.decision.options] if seat.decision else [],
        "result": str(session.result) if session.is_over else None,
    }
    return json.dumps({**told, "refused": str(refused)} if refused is not None else told, ensure_ascii=False)


def takes_back(session: Session, player: str) -> bool:
    """Undo the last move, if it was this player's."""
    return session.can_undo and session.history[-1].seat == session.game.seat(player) and session.undo()


def main() -> None:
    """Read and answer until there is nothing more to read."""
    path = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent / "kuhn_poker.rules"
    session = load(path).game().start(seed=1)
    for line in sys.stdin:
        message, since = json.loads(line), len(session.history)
        player = message["from"]
        if "move" in message:
            done = session.apply(message["move"], by=player)
            if not done:
                print(news(session, player, since, refused=done))
                continue
        elif "undo" not in message or not takes_back(session, player):
            print(news(session, player, 0))
            continue
        for other in session.game.players:
            print(news(session, other, min(since, len(session.history))))


if __name__ == "__main__":
    main()
