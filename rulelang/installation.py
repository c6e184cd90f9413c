"""Is the package `interpreter` ours?

Another published distribution, open-interpreter, installs a top-level package of the same name. The check lives here
and not in `interpreter`, because ours may be the one that is hidden.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

_MARKER = "DISTRIBUTION"


class WrongInterpreterError(ImportError):
    """The package `interpreter` that Python finds does not belong to RuleLang."""


def ensure_our_interpreter() -> ModuleType:
    """RuleLang's `interpreter` package. Nothing of a foreign one is run: its text is looked at first."""
    spec = find_spec("interpreter")
    if spec is None:
        raise WrongInterpreterError(_advice("the package `interpreter`, which plays rulebooks, is not installed"))
    if spec.origin is None or not _is_ours(Path(spec.origin)):
        place = spec.origin or ", ".join(spec.submodule_search_locations or ())
        raise WrongInterpreterError(_advice(f"the package `interpreter` at {place} belongs to another program"))
    return import_module("interpreter")


def _is_ours(path: Path) -> bool:
    """An installed package is plain text, so that its marker can be read without running it."""
    try:
        return f'{_MARKER} = "rulelang"' in path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False


def _advice(problem: str) -> str:
    return (
        f"RuleLang cannot play: {problem}. "
        "Install RuleLang into a fresh virtual environment: "
        "`python -m venv rules-env`, then `rules-env/bin/pip install rulelang` "
        "(on Windows `rules-env\\Scripts\\pip install rulelang`)."
    )
