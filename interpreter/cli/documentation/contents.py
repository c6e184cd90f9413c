"""Which pages there are, in which order, and where their text comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from interpreter.cli.documentation.references import api_reference, command_reference, findings_reference
from rulelang.tuning.fast_dataclass import dataclass

#: Where the Markdown lies that ships with the packages.
REFERENCE: Final = Path(__file__).parents[3] / "rulelang" / "reference"

#: Pages that stand at the top of the project; in an installed package they lie among the others.
_AT_THE_TOP: Final = {"architecture": "ARCHITECTURE.md", "contributing": "CONTRIBUTING.md", "changelog": "CHANGELOG.md"}

_MADE: Final[dict[str, Callable[[], str]]] = {
    "command_reference": command_reference,
    "findings": findings_reference,
    "api_reference": api_reference,
}

_SECTIONS: Final = {
    "Begin here": "index tutorial first_half_hour",
    "How to": "how_to/first_game how_to/hidden_hands how_to/boards how_to/together how_to/examples how_to/balance "
    "how_to/embedding how_to/server",
    "Reference": "language findings commands command_reference api api_reference strangers",
    "How it is made": "architecture performance testing new_games contributing changelog",
}

_TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its section, its path without ending, its Markdown."""

    section: str
    slug: str
    text: str

    @property
    def title(self) -> str:
        """Its heading."""
        found = _TITLE.search(self.text)
        return found[1] if found is not None else self.slug


def pages() -> tuple[Page, ...]:
    """All pages in reading order; those that no section names come last."""
    section_of = {slug: section for section, slugs in _SECTIONS.items() for slug in slugs.split()}
    others = sorted(set(_stored()) - set(section_of))
    return tuple(Page(section_of.get(slug, "More"), slug, _text(slug)) for slug in (*section_of, *others))


def _stored() -> Iterator[str]:
    for path in REFERENCE.rglob("*.md"):
        yield path.relative_to(REFERENCE).with_suffix("").as_posix()


def _text(slug: str) -> str:
    if slug in _MADE:
        return _MADE[slug]()
    path = REFERENCE / f"{slug}.md"
    if not path.exists() and slug in _AT_THE_TOP:
        path = REFERENCE.parents[1] / _AT_THE_TOP[slug]
    return path.read_text(encoding="utf-8")
