"""What faults say: C gives the number of a message, Python has the text."""

from __future__ import annotations

from typing import Final


class Messages:
    """The messages of one printed game, each a template for the value of the fault."""

    def __init__(self) -> None:
        self._numbers: Final[dict[str, int]] = {}

    def number(self, message: str, *, stuck: bool) -> int:
        """The number of a message; that of somebody who is stuck has no place for a value."""
        template = message.replace("{", "{{").replace("}", "}}") if stuck else message
        return self._numbers.setdefault(template, len(self._numbers))

    @property
    def templates(self) -> tuple[str, ...]:
        """All messages by their numbers."""
        return tuple(self._numbers)
