"""JSON, for programs; its shape is `json_schema()`."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from rulelang.graph.edges import Drawing


def write(drawing: Drawing) -> str:
    """The drawing as one JSON object."""
    return json.dumps(asdict(drawing), indent=2, ensure_ascii=False) + "\n"


def json_schema() -> dict[str, Any]:
    """The JSON Schema of what `write` gives."""
    from pydantic import TypeAdapter

    return TypeAdapter(Drawing).json_schema(mode="serialization")
