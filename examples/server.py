"""A server for one game: every line it reads is a message from a player, every line it writes is for one player.

python examples/server.py [RULEBOOK [PORT]]

First it prints where it listens, {"port": ...}, and one secret for each player, for you to hand out: {"to": "Ann",
"secret": "..."}. Who sends it back is that player; a name alone proves nothing.

{"secret": "..."}                     what the player sees and may do now; also for a player who comes back
{"secret": "...", "move": "Bet"}      the player moves; all players are told
{"secret": "...", "undo": true}       the player takes the last move back, if nobody has learned anything from it

Whatever else comes is answered with {"error": "..."}, and its connection is closed. Nobody ends the server, and nobody
keeps it busy for long: lines have a longest length and a longest time, moves too, and so have connections on which
nobody says who they are, or nobody reads.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import signal
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from interpreter import Fault, Session, load

#: Put something that encrypts in front of it before others than you can reach it.
HOST = "127.0.0.1"
#: A longer line is not read to its end.
LONGEST_LINE = 4_096
#: A line that takes longer to come is not waited for, nor a stranger who says nothing; a move that takes longer to make
#: is not made.
SECONDS = 5.0
#: So long a player may think.
PATIENCE = 24 * 3600.0
#: What a player has not read yet, in bytes; more, and nobody reads there.
MOST_UNREAD = 1_000_000
#: Connections of people who have not said who they are, and of one player. With more, the oldest one is closed.
MOST_STRANGERS = 100
MOST_SCREENS = 4


class Message(BaseModel):
    """What a player may send, and nothing else."""

    model_config = ConfigDict(strict=True, extra="forbid")

    secret: str = Field(max_length=100)
    move: str | None = Field(default=None, max_length=1_000)
    undo: bool = False


def known(session: Session, player: str) -> frozenset[int]:
    """The steps of which a player has been told everything."""
    return frozenset(passage.number for passage in session.narrative(player) if not passage.concealed)


def news(session: Session, player: str, told: frozenset[int] = frozenset(), refused: object = None) -> str:
    """What one player may know, as JSON; of what happened, what the player has not been told of."""
    seat, passages = session.seat(player), session.narrative(player)
    new = [passage for passage in passages if passage.number not in told]
    found: dict[str, object] = {
        "to": player,
        "sees": str(seat.observation),
        "happened": [line for passage in new for line in passage.lines()],
        "moves": [option.notation for option in seat.decision.options] if seat.decision else [],
        "result": str(session.result) if session.is_over else None,
    }
    return json.dumps({**found, "refused": str(refused)} if refused is not None else found, ensure_ascii=False)


def takes_back(session: Session, player: str) -> bool:
    """Undo the last move, if it was this player's."""
    return session.can_undo and session.history[-1].seat == session.game.seat(player) and session.undo()


def answered(session: Session, player: str, message: Message) -> tuple[Session, dict[str, str]]:
    """The session after a message, and what is written to whom. The old one stays as it is."""
    after = session.clone()
    if message.move is not None:
        done = after.apply(message.move, by=player)
        if not done:
            return session, {player: news(session, player, known(session, player), refused=done)}
    elif not message.undo or not takes_back(after, player):
        return session, {player: news(session, player)}
    decision, told = after.decision, dict[str, str]()
    goes_on = decision is not None and decision.secret and decision.player == player
    for other in after.game.players:
        before = known(session, other)
        # Who chooses in secret, and has more to choose, is named once: how often may tell what was chosen.
        if other == player or not goes_on or known(after, other) != before:
            told[other] = news(after, other, before)
    return after, told


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises `TimeoutError` in what takes longer, where the system has timers."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def too_long(*_: object) -> None:
        raise TimeoutError("this takes too long")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


async def next_line(reader: StreamReader, patience: float) -> bytes:
    """What somebody says next; nothing from somebody who has left. Once begun, it has to be said soon."""
    async with asyncio.timeout(patience):
        begun = await reader.read(1)
    async with asyncio.timeout(SECONDS):
        return begun and begun + await reader.readuntil(b"\n")


def join(group: list[StreamWriter], writer: StreamWriter, most: int) -> None:
    """One more of a group that is kept small. Whoever comes is let in: those who stay could keep all others out."""
    group.append(writer)
    while len(group) > most:
        group.pop(0).transport.abort()


class Table:
    """One game, and who is connected."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.secrets = {player: secrets.token_urlsafe() for player in session.game.players}
        self.strangers: list[StreamWriter] = []
        self.screens: dict[str, list[StreamWriter]] = {player: [] for player in session.game.players}

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """One connection, to its end."""
        join(self.strangers, writer, MOST_STRANGERS)
        try:
            while line := await next_line(reader, SECONDS if writer in self.strangers else PATIENCE):
                self.hear(line, writer)
                # Whoever says much at once is not heard before the others.
                await asyncio.sleep(0)
        except ValidationError as wrong:
            self.refuse(writer, f"not a message: {wrong.errors()[0]['msg']}")
        except asyncio.LimitOverrunError:
            self.refuse(writer, "this message is too long")
        except (Fault, RecursionError, MemoryError, TimeoutError, ValueError) as wrong:
            self.refuse(writer, str(wrong) or "this takes too long")
        except (EOFError, ConnectionError):
            pass
        finally:
            for group in (self.strangers, *self.screens.values()):
                if writer in group:
                    group.remove(writer)
            writer.close()
            # What nobody reads is not waited for.
            asyncio.get_running_loop().call_later(SECONDS, writer.transport.abort)

    def hear(self, line: bytes, writer: StreamWriter) -> None:
        """Do what a message says, and tell everybody whom it concerns."""
        message = Message.model_validate_json(line)
        player = self.sender(message.secret)
        if writer not in self.screens[player]:
            if writer not in self.strangers:
                raise ValueError("this is the connection of somebody else")
            self.strangers.remove(writer)
            join(self.screens[player], writer, MOST_SCREENS)
        with at_most(SECONDS):
            self.session, told = answered(self.session, player, message)
        for other, text in told.items():
            for screen in self.screens[other]:
                self.tell(screen, text)

    def sender(self, secret: str) -> str:
        """Whose secret it is. All are compared, so that the time this takes tells nothing."""
        given = self.secrets.items()
        found = [player for player, own in given if secrets.compare_digest(own.encode(), secret.encode())]
        if not found:
            raise ValueError("nobody has this secret")
        return found[0]

    def refuse(self, writer: StreamWriter, reason: str) -> None:
        """Tell somebody why nothing is done."""
        self.tell(writer, json.dumps({"error": reason}))

    def tell(self, writer: StreamWriter, text: str) -> None:
        """Write a line, unless nobody reads what was written before."""
        if writer.transport.get_write_buffer_size() > MOST_UNREAD:
            writer.transport.abort()
        elif not writer.is_closing():
            writer.write(text.encode() + b"\n")


async def main() -> None:
    """Listen until the process is ended."""
    path = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent / "kuhn_poker.rules"
    table = Table(load(path).game().start())
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    server = await asyncio.start_server(table.serve, HOST, port, limit=LONGEST_LINE)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    for player, secret in table.secrets.items():
        print(json.dumps({"to": player, "secret": secret}), flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
