"""What files were at a commit, and which of their lines changed since: what git says."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

_HUNK: Final = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def changed_lines(since: str, paths: Sequence[str]) -> dict[str, frozenset[int]]:
    """For each file the numbers of the lines that are new or other than they were; all lines of a file that git does
    not know yet."""
    return {path: _changed(since, Path(path)) for path in paths}


def text_at(since: str, path: Path) -> str | None:
    """What stood in a file at a commit; None if there was no such file."""
    _check(path, since)
    return _git(path, "show", f"{since}:./{path.name}", may_fail=True)


def _check(path: Path, since: str) -> None:
    wrong = f"`{since}` is no commit, tag or branch."
    if not since or since.startswith("-"):
        raise click.UsageError(wrong)
    if _git(path, "rev-parse", "--git-dir", may_fail=True) is None:
        raise click.ClickException(f"{path} does not lie in a git repository, so nothing is known about `{since}`.")
    if _git(path, "rev-parse", "--verify", "--quiet", f"{since}^{{commit}}", may_fail=True) is None:
        raise click.UsageError(wrong)


def _changed(since: str, path: Path) -> frozenset[int]:
    if not since or since.startswith("-"):
        raise click.UsageError(f"`{since}` is no commit, tag or branch.")
    if _git(path, "ls-files", "--error-unmatch", "--", path.name, may_fail=True) is None:
        return frozenset(range(1, path.read_text(encoding="utf-8").count("\n") + 2))
    said = _git(path, "diff", "--unified=0", "--no-color", "--no-ext-diff", since, "--", path.name)
    found: set[int] = set()
    for first, count in _HUNK.findall(said or ""):
        found.update(range(int(first), int(first) + (int(count) if count else 1)))
    return frozenset(found)


def _git(path: Path, *arguments: str, may_fail: bool = False) -> str | None:
    """What git answers, in the folder of a file."""
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=path.resolve().parent, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise click.ClickException("--since asks git what changed, but there is no git here.") from error
    if done.returncode and not may_fail:
        reason = (done.stderr.strip().splitlines() or ["it gives no reason."])[0]
        raise click.ClickException(f"git cannot say what changed: {reason}")
    return None if done.returncode else done.stdout
