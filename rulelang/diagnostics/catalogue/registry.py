"""How an entry of the catalogue is registered, found and explained."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from textwrap import dedent
from typing import ParamSpec

from rulelang.diagnostics.model import Diagnostic, Severity
from rulelang.diagnostics.wording import Wording
from rulelang.tuning.fast_dataclass import dataclass

Arguments = ParamSpec("Arguments")


@dataclass(frozen=True, slots=True)
class Area:
    """A family of codes: RL01xx lives in the module `syntax`, and so on; a large family in several."""

    digits: str
    modules: tuple[str, ...]
    title: str


AREAS = (
    Area("01", ("syntax", "single_signs"), "Writing and layout"),
    Area("02", ("names", "references", "board", "things", "changes", "positions", "actions"), "Names and references"),
    Area("03", ("numbers",), "Kinds of things and numbers"),
    Area("04", ("exceptions",), "Exceptions and which one wins"),
    Area("05", ("flow", "course", "without_effect"), "Course of play and endings"),
    Area("06", ("hidden",), "Hidden information"),
    Area("07", ("components", "unions", "tables", "supply", "dormant", "bounds"), "Components and their numbers"),
    Area("08", ("citations",), "Labels and citations"),
    Area("09", ("examples",), "Worked examples"),
    Area("10", ("words",), "Words and signs from elsewhere"),
    Area("11", ("sentences", "openings"), "Forms of sentences"),
)

_CODE = re.compile(r"RL\d{4}")
_EXAMPLE = r"^{heading}:\n\n?```rules\n(.*?)^```$"


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """What the catalogue knows about a code."""

    code: str
    severity: Severity
    title: str
    page: str
    module: str

    @property
    def wrong(self) -> str:
        """The example that causes this finding, as `surrogateescape` decodes its file.

        A tab and a damaged byte cannot be seen on a page, so pages show them as `<tab>` and `<damaged>`.
        """
        return self._example("Wrong").replace("<tab>", "\t").replace("<damaged>", "\udce9")

    @property
    def right(self) -> str:
        """The same example, mended."""
        return self._example("Right")

    def explain(self) -> str:
        """The explain page, in Markdown."""
        return f"# {self.code}: {self.title} ({self.severity.value})\n\n{self.page}\n"

    def _example(self, heading: str) -> str:
        found = re.search(_EXAMPLE.format(heading=heading), self.page, re.MULTILINE | re.DOTALL)
        return found.group(1) if found else ""


_ENTRIES: dict[str, CatalogueEntry] = {}


def diagnostic(
    code: str, *, severity: Severity = Severity.ERROR, title: str
) -> Callable[[Callable[Arguments, Wording]], Callable[Arguments, Diagnostic]]:
    """Register an entry. Its docstring is the explain page; its body is the only place that words the finding."""
    if not _CODE.fullmatch(code):
        raise ValueError(f"{code} is not a code: write RL and four digits")
    if code in _ENTRIES:
        raise ValueError(f"{code} is taken by `{_ENTRIES[code].title}`; codes are never used twice")

    def register(words: Callable[Arguments, Wording]) -> Callable[Arguments, Diagnostic]:
        _ENTRIES[code] = CatalogueEntry(code, severity, title, _page(words.__doc__ or ""), words.__module__)

        @wraps(words)
        def build(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Diagnostic:
            said = words(*args, **kwargs)
            return Diagnostic(
                code, severity, said.message, said.primary, said.labels(), said.notes(), said.helps(), said.fixes()
            )

        return build

    return register


def _page(docstring: str) -> str:
    first, *rest = docstring.split("\n")
    return "\n".join([first.strip(), dedent("\n".join(rest))]).strip()


def all_entries() -> tuple[CatalogueEntry, ...]:
    """Every entry, sorted by code. Loads all areas."""
    for module in (module for area in AREAS for module in area.modules):
        import_module(f"{__package__}.{module}")
    return tuple(_ENTRIES[code] for code in sorted(_ENTRIES))


def all_codes() -> tuple[str, ...]:
    """Every code there is, sorted."""
    return tuple(entry.code for entry in all_entries())


def entry(code: str) -> CatalogueEntry | None:
    """The entry of a code, in any capitals; `None` for a code that does not exist."""
    return {known.code: known for known in all_entries()}.get(code.strip().upper())


def explain(code: str) -> str | None:
    """The explain page of a code in Markdown; `None` for a code that does not exist."""
    found = entry(code)
    return found.explain() if found else None
