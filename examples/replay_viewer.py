"""Look at a saved game step by step, in any language of the rulebook, as everybody or as one player saw it.

python examples/replay_viewer.py RULEBOOK SAVE [--player NAME] [--language de]
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from interpreter import load
from interpreter.sight.observation import observe


def main() -> int:
    """Print every step with what was seen after it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook")
    parser.add_argument("save")
    parser.add_argument("--player")
    parser.add_argument("--language", default="en")
    asked = parser.parse_args()
    text = Path(asked.save).read_text(encoding="utf-8")
    saved = json.loads(text)
    game = load(asked.rulebook).game(saved["players"], saved["variants"])
    session = game.resume(text)
    if not session:
        print(session)
        return 1
    viewer = None if asked.player is None else game.seat(asked.player)
    for number, event in enumerate(session.events(viewer), 1):
        print(f"{number}. {event.text(asked.language)}")
        print(observe(game, event.after, viewer).text(asked.language))
    print(session.result or "the game goes on")
    return 0


if __name__ == "__main__":
    sys.exit(main())
