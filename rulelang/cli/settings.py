"""Settings from `rulelang.toml`, or the table `[tool.rulelang]` of `pyproject.toml`, in the nearest folder upwards."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from rulelang.tuning.fast_dataclass import dataclass

FORMATS = ("text", "plain", "concise", "json", "sarif", "github", "junit")
FAIL_LEVELS = ("error", "warning", "note", "unproved")


@dataclass(frozen=True, slots=True)
class Settings:
    """What an author may set once for a folder; the same names without dashes as on the command line."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    format: str = "text"
    fail_level: str = "warning"
    coverage: float | None = None


def read_settings(start: Path, file: str | None = None) -> Settings:
    """The settings that hold in a folder, or those of a file."""
    if file is not None:
        return _parsed(Path(file))
    for folder in (start, *start.parents):
        own, project = folder / "rulelang.toml", folder / "pyproject.toml"
        if own.is_file():
            return _parsed(own)
        if project.is_file() and "rulelang" in _toml(project).get("tool", {}):
            return _parsed(project)
    return Settings()


def _parsed(path: Path) -> Settings:
    table = _toml(path)
    if path.name == "pyproject.toml":
        table = table.get("tool", {}).get("rulelang", {})
    if not isinstance(table, dict):
        raise click.ClickException(f"{path}: `rulelang` must be a table of settings.")
    known = {"select", "ignore", "format", "fail-level", "coverage"}
    if unknown := sorted(set(table) - known):
        raise click.ClickException(
            f"{path}: there is no setting `{unknown[0]}`. The settings are {', '.join(sorted(known))}."
        )
    return Settings(
        select=_codes(path, table, "select"),
        ignore=_codes(path, table, "ignore"),
        format=_word(path, table, "format", FORMATS, "text"),
        fail_level=_word(path, table, "fail-level", FAIL_LEVELS, "warning"),
        coverage=_percent(path, table, "coverage"),
    )


def _toml(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.ClickException(f"The settings {path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise click.ClickException(f"The settings {path} cannot be read: {error}.") from error


def _codes(path: Path, table: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = table.get(name, [])
    if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
        raise click.ClickException(f'{path}: `{name}` must be a list of codes, for example ["RL07", "RL0203"].')
    return tuple(value)


def _word(path: Path, table: Mapping[str, Any], name: str, choices: tuple[str, ...], default: str) -> str:
    value = table.get(name, default)
    if value not in choices:
        raise click.ClickException(f"{path}: `{name}` must be one of {', '.join(choices)}.")
    return str(value)


def _percent(path: Path, table: Mapping[str, Any], name: str) -> float | None:
    value = table.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        raise click.ClickException(f"{path}: `{name}` must be a number from 0 to 100.")
    return float(value)
