"""Where in the rulebook something comes from."""

from __future__ import annotations

from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """Where in the rulebook something comes from: text, heading path, citation."""

    span: Span | None
    heading: tuple[str, ...] = ()
    cite: str = ""
