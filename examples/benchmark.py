"""How fast are random games of each rulebook, and how fast are the same games elsewhere in the same minute?

    python examples/benchmark.py                              every game, one second for each way of playing it
    python examples/benchmark.py --games hex chess --json figures.json
    python examples/benchmark.py --compare                    has a ratio changed by more than 15% since the baseline?
    python examples/benchmark.py --usage                      listing, playing, sessions, beside the same work elsewhere
    python examples/benchmark.py --native                     the same games as C, beside the same work elsewhere
    python examples/benchmark.py --language                   how long reading and checking take

What is measured and how is told in `benchmarks/`.
"""

import sys

from benchmarks.command import main

if __name__ == "__main__":
    sys.exit(main())
