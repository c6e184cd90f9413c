"""`examples/server.py` is what people copy: nobody ends it, nobody keeps it from the others, and nobody speaks for
somebody else."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

#: The server with shorter times, smaller numbers and next to no room in the system, so that nobody waits for it.
IMPATIENT = """
import asyncio, server, socket
server.SECONDS, server.MOST_STRANGERS, server.MOST_UNREAD = 2.0, 20, 20_000
listen = asyncio.start_server
def narrow(serve, host, port, limit):
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    door.bind((host, port))
    return listen(serve, sock=door, limit=limit)
asyncio.start_server = narrow
asyncio.run(server.main())
"""

HOSTILE = [
    b"not JSON",
    b"",
    b"[]",
    b"5",
    b"null",
    b"{}",
    b'{"secret": null}',
    b'{"secret": ["a"]}',
    b'{"secret": "guessed"}',
    b'{"secret": "\\ud800"}',
    b'{"from": "Ann", "move": "Bet"}',
    b"[" * 3_000,
    b'{"secret": ' + b'{"a":' * 600 + b"}",
    b'{"secret": ' + b"9" * 3_000 + b"}",
    b"\xff\xfe",
    b"\0",
    b'{"secret": "' + b"x" * 100_000 + b'"}',
]


class Screen:
    """One connection."""

    def __init__(self, port: int, secret: str = "") -> None:
        self.secret = secret
        self.socket = socket.socket()
        self.socket.settimeout(60)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        self.socket.connect(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")

    def read(self) -> dict[str, Any]:
        """The next line; nothing where the server has closed the connection."""
        try:
            return dict(json.loads(self.file.readline() or b"{}"))
        except ConnectionError:
            return {}

    def send(self, line: bytes) -> dict[str, Any]:
        self.socket.sendall(line + b"\n")
        return self.read()

    def is_cut_off(self, line: bytes) -> bool:
        """Say the same again and again, and read nothing, until nobody listens any more."""
        try:
            for _ in range(3_000):
                self.socket.sendall(line)
                time.sleep(0.02)
        except ConnectionError:
            return True
        return False

    def say(self, **message: object) -> dict[str, Any]:
        return self.send(json.dumps({"secret": self.secret, **message}).encode())


class Serving:
    """The server, and the secrets it gave out."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", IMPATIENT], stdout=subprocess.PIPE, cwd=EXAMPLES)
        self.screens: list[Screen] = []
        self.port = self.read()["port"]
        self.secrets = {told["to"]: told["secret"] for told in (self.read(), self.read())}

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        return dict(json.loads(self.process.stdout.readline()))

    def screen(self, player: str = "") -> Screen:
        self.screens.append(Screen(self.port, self.secrets.get(player, "")))
        return self.screens[-1]


@pytest.fixture
def serving() -> Iterator[Serving]:
    serving = Serving()
    yield serving
    for screen in serving.screens:
        screen.file.close()
        screen.socket.close()
    assert serving.process.poll() is None, "the server has ended"
    serving.process.kill()
    serving.process.communicate()


def test_no_line_ends_the_server_and_nobody_speaks_for_another(serving: Serving) -> None:
    for line in HOSTILE:
        stranger = serving.screen()
        assert list(stranger.send(line)) in (["error"], []), line[:40]
        assert stranger.read() == {}
    for wrong in ({"move": 5}, {"move": [0]}, {"undo": "yes"}, {"by": "Ben"}):
        assert list(serving.screen("Ann").say(**wrong)) == ["error"]
    ben = serving.screen("Ben")
    assert "it is Ann who decides now" in ben.say(move="Bet")["refused"]
    assert ben.send(json.dumps({"secret": serving.secrets["Ann"]}).encode()) == {
        "error": "this is the connection of somebody else"
    }
    assert serving.screen("Ann").say()["moves"] == ["Check", "Bet"]


def test_a_move_is_told_to_all_and_only_who_made_it_takes_it_back(serving: Serving) -> None:
    assert len(set(serving.secrets.values())) == 2
    ann, ben = serving.screen("Ann"), serving.screen("Ben")
    assert (ann.say()["moves"], ben.say()["moves"]) == (["Check", "Bet"], [])
    assert ann.say(move="Bet")["happened"][0] == "Ann: Bet"
    assert ben.read()["to"] == "Ben"
    assert ben.say(undo=True)["moves"] == ["Fold", "Call"]
    # `false` is not a wish to take the move back.
    assert ann.say(undo=False)["moves"] == []
    assert ann.say(undo=True)["moves"] == ["Check", "Bet"]
    assert ben.read()["moves"] == []
    assert ben.say()["to"] == "Ben"


def test_one_who_never_reads_is_cut_off(serving: Serving) -> None:
    deaf = serving.screen("Ben")
    asked = json.dumps({"secret": deaf.secret}).encode() + b"\n"
    assert deaf.is_cut_off(asked * 20)
    assert serving.screen("Ben").say()["to"] == "Ben"


def test_the_slow_and_the_many_keep_nobody_out(serving: Serving) -> None:
    """Half a line and silence, a byte now and then, and more strangers than are let in."""
    half, slow = serving.screen(), serving.screen()
    half.socket.sendall(b'{"secret": ')
    assert slow.is_cut_off(b"{")
    assert half.read() in ({"error": "this takes too long"}, {})
    crowd = [serving.screen() for _ in range(100)]
    ann = serving.screen("Ann")
    assert ann.say()["moves"] == ["Check", "Bet"]
    # Whoever is known stays, however many strangers come after.
    crowd += [serving.screen() for _ in range(100)]
    assert serving.screen("Ben").say()["to"] == "Ben"
    assert ann.say()["to"] == "Ann"
    # The first strangers were sent away when others came, and the last after their time.
    assert all(stranger.read() in ({}, {"error": "this takes too long"}) for stranger in crowd)
