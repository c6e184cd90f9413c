"""A server for one game: every line it reads is a message from a player, every line it writes is for one player.

python examples/server.py [RULEBOOK]

First it writes one secret for each player, for you to hand out: {"to": "Ann", "secret": "..."}. Who sends it back is
that player; a name alone proves nothing.

{"secret": "..."}                     what the player sees and may do now; also for a player who comes back
{"secret": "...", "move": "Bet"}      the player moves; all players are told
{"secret": "...", "undo": true}       the player takes the last move back, if nobody has learned anything from it

Whatever else comes is answered with {"error": "..."}: no message ends the server, and none keeps it busy for long.
"""

from __future__ import annotations

import json
import secrets
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from interpreter import Session, load

#: A longer line is not read to its end, and a move that takes longer is not made.
LONGEST_LINE = 4_096
SECONDS = 5.0


class Message(BaseModel):
    """What a player may send, and nothing else."""

    model_config = ConfigDict(strict=True, extra="forbid")

    secret: str = Field(max_length=100)
    move: str | None = Field(default=None, max_length=1_000)
    undo: bool = False


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


def answered(session: Session, player: str, message: Message) -> tuple[Session, list[str]]:
    """The session after a message, and what is written to whom. The old one stays as it is."""
    since, after = len(session.history), session.clone()
    if message.move is not None:
        done = after.apply(message.move, by=player)
        if not done:
            return session, [news(session, player, since, refused=done)]
    elif not message.undo or not takes_back(after, player):
        return session, [news(session, player, 0)]
    return after, [news(after, other, min(since, len(after.history))) for other in after.game.players]


def sender(given: Mapping[str, str], secret: str) -> str | None:
    """Whose secret it is. All are compared, so that the time this takes tells nothing."""
    found = [player for player, own in given.items() if secrets.compare_digest(own.encode(), secret.encode())]
    return found[0] if found else None


def lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long."""
    while line := stream.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield None
        else:
            yield line


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises `TimeoutError` in what takes longer, where the system has timers."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def too_long(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def main() -> None:
    """Read and answer until there is nothing more to read."""
    path = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent / "kuhn_poker.rules"
    session = load(path).game().start()
    given = {player: secrets.token_urlsafe() for player in session.game.players}
    for player, secret in given.items():
        print(json.dumps({"to": player, "secret": secret}), flush=True)
    for line in lines(sys.stdin.buffer):
        try:
            if line is None:
                raise ValueError("this message is too long")
            message = Message.model_validate_json(line)
            who = sender(given, message.secret)
            if who is None:
                raise ValueError("nobody has this secret")
            with at_most(SECONDS):
                session, told = answered(session, who, message)
        except ValidationError as wrong:
            told = [json.dumps({"error": f"not a message: {wrong.errors()[0]['msg']}"})]
        except (ValueError, TimeoutError) as wrong:
            told = [json.dumps({"error": str(wrong) or "this takes too long"})]
        print(*told, sep="\n", flush=True)


if __name__ == "__main__":
    main()
