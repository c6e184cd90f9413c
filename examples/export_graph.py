"""Write the state graph of a rulebook for other tools, and look into it with networkx.

python examples/export_graph.py [RULEBOOK] [--format dot|mermaid|graphml|json|svg]

json is the whole game: `interpreter.load` plays it without the rulebook.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from interpreter import load
from rulelang.graph.edges import draw
from rulelang.graph.export import FORMATS, export
from rulelang.graph.node_link import write


def main() -> None:
    """Print the graph in a format, and some figures about it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook", nargs="?", default=Path(__file__).parent / "pig.rules")
    parser.add_argument("--format", choices=(*FORMATS, "json"), default="mermaid")
    asked = parser.parse_args()
    game = load(asked.rulebook).game()
    print(write(game.program) if asked.format == "json" else export(draw(game.program), asked.format))
    graph = game.graph
    kinds = sorted({data["kind"] for _, data in graph.nodes(data=True)})
    print(f"{graph.number_of_nodes()} nodes ({', '.join(kinds)}), {graph.number_of_edges()} edges")


if __name__ == "__main__":
    main()
