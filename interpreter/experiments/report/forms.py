"""How figures are written."""

from __future__ import annotations

from interpreter.experiments.metrics import Unit
from interpreter.statistics.intervals import ERROR


def share(value: float) -> str:
    """A part of something."""
    return f"{value:.1%}"


def number(value: float) -> str:
    """A plain number."""
    return f"{value:,.1f}" if abs(value) >= 10 else f"{value:.2f}"


def told(value: float, unit: Unit | str) -> str:
    """A figure in its unit."""
    return number(value) if unit == "number" else share(value)


def p_value(p: float) -> str:
    """How likely so much is by luck."""
    return "below 0.001" if p < 0.001 else f"{p:.3f}" if p < ERROR else f"{p:.2f}"
