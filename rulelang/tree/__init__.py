"""The sentences of a rulebook as a tree of frozen nodes."""
