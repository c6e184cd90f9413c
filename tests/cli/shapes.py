"""The shapes of JSON records, as JSON Schema."""

from __future__ import annotations

from typing import Any

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "integer"}
YES_OR_NO: dict[str, Any] = {"type": "boolean"}
TEXTS: dict[str, Any] = {"type": "array", "items": TEXT}
TEXT_OF_NAME: dict[str, Any] = {"type": "object", "additionalProperties": TEXT}


def shape(optional: dict[str, Any] | None = None, /, **parts: dict[str, Any]) -> dict[str, Any]:
    """A record of these parts and no others; all but the optional ones must be there."""
    return {
        "type": "object",
        "properties": {**parts, **(optional or {})},
        "required": list(parts),
        "additionalProperties": False,
    }


def listed(items: dict[str, Any]) -> dict[str, Any]:
    """A list of such records."""
    return {"type": "array", "items": items}
