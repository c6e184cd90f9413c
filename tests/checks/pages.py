"""The example of an explain page, put where it can be played."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import CatalogueEntry, entry
from tests.checks.finding import checked


def page(code: str) -> CatalogueEntry:
    """The page of a code that exists."""
    found = entry(code)
    assert found is not None
    return found


def findings(code: str, around: tuple[str, str], example: str) -> list[Diagnostic]:
    """The findings of the code, with these sentences before and after the example. There are no other errors."""
    before, after = around
    everything = checked(before + example + after)
    assert [one.message for one in everything if one.severity.name == "ERROR" and one.code != code] == []
    return [one for one in everything if one.code == code]
