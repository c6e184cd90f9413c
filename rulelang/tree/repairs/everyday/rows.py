"""The form of a row: what is said (`NAME` stands for any name), what to write, and why."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

Made: TypeAlias = Callable[[re.Match[str], str], str | None]
"""What to write, made from what was found and from the whole rulebook."""

Row: TypeAlias = tuple[str, str | Made, str] | tuple[str, str | Made, str, bool]


def several(name: str, rulebook: str) -> str:
    """The plural of a name, if the rulebook uses it."""
    return f"{name}s" if f"{name.rsplit(maxsplit=1)[-1]}s" in rulebook else name
