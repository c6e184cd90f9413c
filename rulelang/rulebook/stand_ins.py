"""Data that no source confirms: what an item marks as `assumed`."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.rulebook.loading import Placed
from rulelang.rulebook.world import StandIn


def stand_ins_of(placed: Placed) -> Iterator[StandIn]:
    """The item itself, or what it holds, if it is marked."""
    cite = getattr(placed.item, "cite", None)
    held = getattr(placed.item, "held", None)
    for mark in (cite, getattr(held, "cite", None)):
        if mark is not None and mark.assumed:
            what = placed.item.span.text.split("\n", 1)[0]
            yield StandIn(what.split("[", 1)[0].strip(" :"), mark.reason or "", mark.span)
