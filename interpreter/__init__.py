"""Plays checked rulebooks: executes the graph that `rulelang` builds, and never parses."""

DISTRIBUTION = "rulelang"
"""Marks this package as RuleLang's own; see `rulelang.installation`."""
