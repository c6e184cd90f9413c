"""Look at a saved game step by step, in any language of the rulebook, as everybody or as one player saw it.

python examples/replay_viewer.py RULEBOOK SAVE [--player NAME] [--language de]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from interpreter import load


def main() -> int:
    """Print every step with what was seen after it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook")
    parser.add_argument("save")
    parser.add_argument("--player")
    parser.add_argument("--language", default="en")
    asked = parser.parse_args()
    session = load(asked.rulebook).resume(Path(asked.save).read_text(encoding="utf-8"))
    if not session:
        print(session)
        return 1
    for number, passage in enumerate(session.narrative(asked.player), 1):
        then = session.at(passage.number + 1)
        print(f"{number}. ", "\n".join(passage.lines(asked.language)), sep="")
        print((then.observe(asked.player) if asked.player else then.state).text(asked.language))
    print(session.result.text(asked.language) if session.result else "the game goes on")
    return 0


if __name__ == "__main__":
    sys.exit(main())
