"""What is still understood though it has another name now. `CONTRIBUTING.md` says for how long."""

from __future__ import annotations

import warnings


def deprecated(what: str, instead: str, until: str) -> None:
    """Warn whoever calls the caller that something goes with a version, and say what to use."""
    message = f"{what} is deprecated and will be gone in {until}; use {instead}."
    warnings.warn(message, DeprecationWarning, stacklevel=3)
