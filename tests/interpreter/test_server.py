"""`examples/server.py` is what people copy: no line ends it, and nobody speaks for somebody else."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

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
    b'{"secret": ' + b"9" * 3_000 + b"}",
    b"\xff\xfe",
    b'{"secret": "' + b"x" * 100_000 + b'"}',
]


class Serving:
    """The server, and the secrets it gave out."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "examples" / "server.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        self.secrets = {told["to"]: told["secret"] for told in (self.read(), self.read())}

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        return dict(json.loads(self.process.stdout.readline()))

    def send(self, line: bytes) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return self.read()

    def say(self, player: str, **message: object) -> dict[str, Any]:
        return self.send(json.dumps({"secret": self.secrets[player], **message}).encode())


@pytest.fixture
def serving() -> Iterator[Serving]:
    serving = Serving()
    yield serving
    serving.process.communicate(timeout=20)
    assert serving.process.returncode == 0


def test_no_line_ends_the_server_and_nobody_speaks_for_another(serving: Serving) -> None:
    for line in HOSTILE:
        assert list(serving.send(line)) == ["error"], line[:40]
    assert list(serving.say("Ann", move=5)) == ["error"]
    assert list(serving.say("Ann", move=[0])) == ["error"]
    assert list(serving.say("Ann", undo="yes")) == ["error"]
    assert list(serving.say("Ann", by="Ben")) == ["error"]
    assert "it is Ann who decides now" in serving.say("Ben", move="Bet")["refused"]
    assert serving.say("Ann")["moves"] == ["Check", "Bet"]


def test_a_move_is_told_to_all_and_only_who_made_it_takes_it_back(serving: Serving) -> None:
    assert len(set(serving.secrets.values())) == 2
    news = serving.say("Ann", move="Bet")
    assert (news["to"], serving.read()["to"]) == ("Ann", "Ben")
    assert news["happened"][0] == "Ann: Bet"
    assert serving.say("Ben", undo=True)["moves"] == ["Fold", "Call"]
    # `false` is not a wish to take the move back.
    assert serving.say("Ann", undo=False)["moves"] == []
    assert serving.say("Ann", undo=True)["moves"] == ["Check", "Bet"]
    assert serving.read()["to"] == "Ben"
