"""The records of `--format json` have the shape that the schemas in `rulelang/reference/schemas` promise.

`RULELANG_WRITE_SCHEMAS=1 pytest tests/cli/test_schemas.py` writes the files anew, to be read in the diff.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from interpreter import load
from tests.cli.conftest import ROOT, Command
from tests.cli.schemas import SCHEMAS

FOLDER = ROOT / "rulelang" / "reference" / "schemas"
RULEBOOKS = Path("tests/cli/rulebooks")
TIDES, SECOND, BROKEN = (RULEBOOKS / name for name in ("tides.rules", "tides_second_edition.rules", "broken.rules"))
SAVED, STORE = "saved.json", "some.games"
ARGUMENTS = {
    "check": ("check", BROKEN),
    "cover": ("cover", TIDES),
    "diff": ("diff", TIDES, SECOND, "-g", "2"),
    "experiment": ("experiment", TIDES, "-g", "6", "-p", "1", "--store", STORE),
    "facts": ("facts", TIDES),
    "graph": ("graph", TIDES),
    "mutate": ("mutate", TIDES, "--operators", "number-up", "--jobs", "1"),
    "read": ("read", TIDES),
    "sim": ("sim", TIDES, "-g", "5", "-p", "1", "--expect", "length 1..2"),
    "replay": ("replay", TIDES, SAVED, "--positions"),
    "test": ("test", SECOND),
    "why": ("why", TIDES, SAVED, "--step", "3"),
    "why-not": ("why-not", TIDES, "Land, b1"),
}


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_the_schema_is_written_down(name: str) -> None:
    path, schema = FOLDER / f"{name}.json", SCHEMAS[name]()
    if os.environ.get("RULELANG_WRITE_SCHEMAS"):
        path.write_text(json.dumps(schema, indent=2) + "\n", encoding="utf-8")
    assert json.loads(path.read_text(encoding="utf-8")) == schema


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_the_record_keeps_to_the_schema(rulelang: Command, name: str, tmp_path: Path) -> None:
    schema = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    saved = tmp_path / SAVED
    session = load(ROOT / TIDES).game().start(seed=3)
    session.apply("Land, b1")
    session.apply("Dive")
    session.apply("Rest")
    saved.write_text(session.save(), encoding="utf-8")
    files = {SAVED: saved, STORE: tmp_path / STORE}
    arguments = [files.get(str(part), part) for part in ARGUMENTS[name]]
    record = json.loads(rulelang(*arguments, "--format", "json").out)
    assert record
    assert list(wrong(record, schema, schema, "record")) == []


@pytest.mark.parametrize(("name", "value"), [("sim", {"games": 3}), ("check", [{"code": 7}]), ("test", "nothing")])
def test_other_records_do_not(name: str, value: object) -> None:
    schema = SCHEMAS[name]()
    assert list(wrong(value, schema, schema, "record"))


_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def wrong(value: Any, schema: dict[str, Any], root: dict[str, Any], where: str) -> list[str]:
    """Where a value does not keep to a schema: as much of JSON Schema as ours use, and nothing unknown."""
    if "$ref" in schema:
        return wrong(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, where)
    if "discriminator" in schema:
        told_by, meant = schema["discriminator"]["propertyName"], schema["discriminator"]["mapping"]
        if not isinstance(value, dict) or value.get(told_by) not in meant:
            return [f"{where}: no {told_by} of {list(meant)}"]
        return wrong(value, {"$ref": meant[value[told_by]]}, root, where)
    if "anyOf" in schema:
        tried = [wrong(value, one, root, where) for one in schema["anyOf"]]
        return [] if [] in tried else [f"{where}: fits none"]
    if "const" in schema and value != schema["const"]:
        return [f"{where}: {value!r} is not {schema['const']!r}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{where}: {value!r} is none of {schema['enum']}"]
    if "type" in schema and not isinstance(value, _TYPES[schema["type"]]):
        return [f"{where}: {value!r} is no {schema['type']}"]
    found: list[str] = []
    if isinstance(value, dict):
        found += [f"{where}: no {name}" for name in schema.get("required", ()) if name not in value]
        properties, others = schema.get("properties", {}), schema.get("additionalProperties", False)
        for names, one in schema.get("patternProperties", {}).items():
            properties = properties | {name: one for name in value if re.search(names, name)}
        for name, part in value.items():
            if name not in properties and not isinstance(others, dict):
                found.append(f"{where}: unknown {name}")
            else:
                found += wrong(part, properties.get(name, others), root, f"{where}.{name}")
    if isinstance(value, list):
        ahead = schema.get("prefixItems", [])
        for number, part in enumerate(value):
            inner = ahead[number] if number < len(ahead) else schema["items"]
            found += wrong(part, inner, root, f"{where}[{number}]")
    return found
