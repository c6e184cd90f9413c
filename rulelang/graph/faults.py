"""What can be wrong with rules that only shows when they are played."""

from __future__ import annotations

from rulelang.graph.origin import Origin


class Fault(Exception):
    """The rulebook is wrong: the rules lead to a state they do not allow, or nowhere. `node` is where it showed.

    The plain executor also knows the sentence (`said`) and who has to decide (`seat`)."""

    said: Origin | None = None
    seat = -1

    def __init__(self, message: str, node: int = -1) -> None:
        super().__init__(message)
        self.message = message
        self.node = node


class Stuck(Fault):
    """Somebody has to decide, nothing is legal, and the rules do not say how to go on."""


class Unable(Fault):
    """A sentence that nobody may leave out cannot be obeyed. Only the plain executor tells this from other faults."""
