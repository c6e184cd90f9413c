"""Worked examples of a rulebook, played and judged."""
