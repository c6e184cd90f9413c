"""What embedders get from `interpreter`: rulebooks, games, sessions, decisions, seats, positions and results."""
