"""The game as data: state layout, typed terms, nodes and edges, and their exports."""
