"""The explain pages of all findings as one page, made from the catalogue."""

from __future__ import annotations

import re
from typing import Final

from rulelang.diagnostics.catalogue import AREAS, all_entries

#: A broken line of prose that begins like a list would be one.
_FENCE: Final = re.compile(r"^```rules$", re.MULTILINE)


def findings_reference() -> str:
    """Every code: what is wrong, why it matters, and what to write instead."""
    parts = [
        "# Every finding",
        "",
        "Everything `rulelang check` can find, by code. `rulelang explain RL0201` prints one entry.",
    ]
    for area in AREAS:
        inside = [one for one in all_entries() if one.code.startswith(f"RL{area.digits}")]
        if not inside:
            continue
        parts += ["", f"## {area.title}"]
        for one in inside:
            parts += ["", f"### {one.code}: {one.title}", "", f"_{one.severity.value}_", ""]
            parts.append(_FENCE.sub("```rules fragment", one.page.strip()))
    return "\n".join(parts) + "\n"
