"""Play a rulebook from your own program, in 20 lines: two people at one keyboard.

python examples/embed_in_20_lines.py [RULEBOOK]
"""

import sys
from pathlib import Path

from interpreter import load

path = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent / "tic_tac_toe.rules"
session = load(path).game().start(seed=1)
while decision := session.decision:
    print(session.state)
    answer = input(f"{decision.player}, {decision.title}? ")
    done = session.apply(answer)
    if not done:
        print(done)
print(session.result)
