"""Running the command as a user would, without a new process."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulelang.cli.running import run

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str


Command = Callable[..., Ran]


@pytest.fixture(scope="session", autouse=True)
def heard_control_c() -> None:
    """A shell that runs the tests in the background lets them ignore Ctrl-C, and every process they start would too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def rulelang(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """`rulelang("check", "x.rules", typed="...")`"""
    monkeypatch.chdir(ROOT)

    def call(*arguments: str | Path, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
        capsys.readouterr()
        try:
            code = run([str(argument) for argument in arguments])
        except SystemExit as ended:
            code = int(ended.code or 0)
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return call
