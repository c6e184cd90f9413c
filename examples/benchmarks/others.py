"""Peers that take part where they are installed: PettingZoo, python-chess, and boardgame.io through Node."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

from .figures import Play, Tally, over_and_over

PETTINGZOO = {
    "tic_tac_toe": "tictactoe_v3",
    "connect_four": "connect_four_v3",
    "chess": "chess_v6",
    "go_9x9": "go_v5",
    "leduc_poker": "leduc_holdem_v4",
}
BOARDGAMEIO = ("tic_tac_toe", "connect_four", "breakthrough")

SCRIPT = Path(__file__).with_name("boardgameio.cjs")
#: Where to look for `node_modules/boardgame.io`, before the present folder and those of Node itself.
FOLDER = "BOARDGAMEIO"


def ways(game: str) -> dict[str, Play]:
    """The peers that know the game and are installed."""
    found: dict[str, Play] = {}
    if game in PETTINGZOO and _is_there(f"pettingzoo.classic.{PETTINGZOO[game]}"):
        found["PettingZoo"] = _pettingzoo(PETTINGZOO[game], game)
    if game == "chess" and _is_there("chess"):
        found["python-chess"] = over_and_over(_python_chess)
    folder = boardgameio()
    if game in BOARDGAMEIO and folder is not None:
        found["boardgame.io"] = _through_node(folder, game)
    return found


def missing() -> list[str]:
    """What is not installed, in words."""
    lines = []
    if not _is_there("pyspiel"):
        lines.append("OpenSpiel is not installed (pip install open_spiel).")
    if not _is_there("pettingzoo.classic"):
        lines.append("PettingZoo is not installed (pip install 'pettingzoo[classic]').")
    if not _is_there("chess"):
        lines.append("python-chess is not installed (pip install chess).")
    if shutil.which("node") is None:
        lines.append("Node is not installed, so that boardgame.io cannot take part.")
    elif boardgameio() is None:
        lines.append(f"boardgame.io is not installed (npm install boardgame.io; {FOLDER}=FOLDER says where).")
    return lines


def _is_there(module: str) -> bool:
    """Can it be imported? Looking for it is not enough: what it needs itself may be missing."""
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


def _pettingzoo(module: str, game: str) -> Play:
    environment: Any = importlib.import_module(f"pettingzoo.classic.{module}")
    table = environment.raw_env(board_size=9) if game == "go_9x9" else environment.raw_env()

    def playout(random: Random) -> int:
        table.reset(seed=random.randrange(1 << 30))
        made = 0
        while True:
            observation, _, over, cut, info = table.last()
            if over or cut:
                return made
            mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
            legal = mask.nonzero()[0]
            table.step(int(legal[int(random.random() * len(legal))]))
            made += 1

    return over_and_over(playout)


def _python_chess(random: Random) -> int:
    chess = importlib.import_module("chess")
    board, made = chess.Board(), 0
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[int(random.random() * len(moves))])
        made += 1
    return made


def boardgameio() -> Path | None:
    """The folder boardgame.io is installed in, if Node is there too."""
    if shutil.which("node") is None:
        return None
    folders = [Path(os.environ[FOLDER])] if FOLDER in os.environ else []
    for folder in [*folders, Path.cwd(), *Path.cwd().parents, Path("/usr/local/lib"), Path("/usr/lib")]:
        if (folder / "node_modules" / "boardgame.io").is_dir():
            return folder
    return None


def _through_node(folder: Path, game: str) -> Play:
    def play(seconds: float) -> Tally:
        if not seconds:
            return Tally(0, 0, 0)
        asked = ["node", str(SCRIPT), str(folder), game, str(seconds)]
        environment = {**os.environ, "NODE_ENV": "production"}
        done = subprocess.run(asked, capture_output=True, text=True, check=True, env=environment)
        told = json.loads(done.stdout)
        return Tally(told["playouts"], told["moves"], told["seconds"])

    return play
