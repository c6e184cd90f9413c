"""Verdicts kept in a file, so that a long run can be gone on with, also after examples were written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, Final

import click

from interpreter.mutation.verdict import Verdict
from rulelang.cli.reading import unreadable
from rulelang.mutation.mutants import said_in
from rulelang.rulebook.loading import WrittenRulebook

_FORM: Final = "rulelang mutate 1"
_BEGINS: Final = f'{{"form": "{_FORM}"'


class KeptMutants:
    """The verdicts of earlier runs that still hold: those on the same rules. What an example noticed holds as long as
    that example says the same; what survived is tried again when there is any other example."""

    def __init__(self, path: Path, written: WrittenRulebook) -> None:
        self.path: Final = path
        self._rules, self._examples = _digests(written)
        self._everything: Final = _digest(*self._examples.values())
        #: What noticed each mutant when it was last tried, also where the rules were others: likely to notice it again.
        self.killers: Final[dict[str, str]] = {}
        self._is_cut = False

    def read(self) -> dict[str, Verdict]:
        """All that still hold, by their keys."""
        if not self.path.exists():
            return {}
        try:
            text = self.path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = unreadable(str(self.path), error) if isinstance(error, OSError) else "it is not text."
            raise click.ClickException(f"The kept verdicts cannot be used: {reason}") from error
        self._is_cut = not text.endswith("\n")
        return {verdict.key: verdict for verdict in self._holding(text.splitlines())}

    def _holding(self, lines: list[str]) -> Iterator[Verdict]:
        for line in lines:
            record = self._parsed(line)
            if record is None:
                continue
            if record["status"] == "killed":
                self.killers[record["key"]] = record["by"]
            if record["rules"] != self._rules:
                continue
            verdict = Verdict(record["key"], record["status"], record["by"], record["reached"], record["seconds"])
            if verdict.by in self._examples:
                holds = self._examples[verdict.by] == record["example"]
            else:
                holds = verdict.status in ("equivalent", "invalid") or self._everything == record["example"]
            if holds:
                yield verdict

    def _parsed(self, line: str) -> dict[str, Any] | None:
        try:
            record = json.loads(line)
            if record.get("form") == _FORM and {"key", "status", "by", "reached", "seconds"} <= set(record):
                found: dict[str, Any] = record
                return found
        except (ValueError, AttributeError):
            if line.startswith(_BEGINS) or _BEGINS.startswith(line):
                # A run that was stopped while it wrote.
                return None
        raise click.ClickException(f"{self.path} holds no verdicts of `rulelang mutate`. Give the name of a new file.")

    def write(self, file: IO[str], verdict: Verdict) -> None:
        """Add one."""
        example = self._examples.get(verdict.by, self._everything)
        record = {
            "form": _FORM, "rules": self._rules, "example": example, "key": verdict.key, "status": verdict.status,
            "by": verdict.by, "reached": verdict.reached, "seconds": verdict.seconds,
        }  # fmt: skip
        file.write("\n" * self._is_cut + json.dumps(record, ensure_ascii=False) + "\n")
        self._is_cut = False
        file.flush()


def _digests(written: WrittenRulebook) -> tuple[str, dict[str, str]]:
    """One for all that is no example, and one for every example by its title."""
    rules, examples = said_in(written)
    return _digest(*rules), {title: _digest(text) for title, text in examples.items()}


def _digest(*texts: str) -> str:
    return blake2b("\0".join(texts).encode(), digest_size=8).hexdigest()
