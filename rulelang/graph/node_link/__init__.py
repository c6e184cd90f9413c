"""A whole program as JSON: nodes and links, as networkx and other tools exchange graphs. Its shape is `json_schema()`.

Files may be damaged, and anybody may have written them: all that is in them is looked at before it is used, and nothing
in them is ever run as code.
"""

from __future__ import annotations

import json

from rulelang.graph.node_link.codec import parts_from, parts_record
from rulelang.graph.parts import GraphParts, put_together, take_apart
from rulelang.graph.program import Program
from rulelang.graph.verify.problems import Problems

__all__ = ["is_graph", "parts_text", "read", "write"]


def write(program: Program) -> str:
    """The program as JSON, a line for each node and edge."""
    return parts_text(take_apart(program))


def parts_text(parts: GraphParts) -> str:
    """The same of a program taken apart. What JSON cannot hold, because a tool has put it there, is told in words."""
    record = parts_record(parts)
    several = {name: record.pop(name) for name in ("nodes", "edges")}
    start = json.dumps(record, indent=1, ensure_ascii=False, default=repr).removesuffix("\n}")
    lines = [start]
    for name, records in several.items():
        inside = ",\n  ".join(json.dumps(one, ensure_ascii=False, default=repr) for one in records)
        lines.append(f' "{name}": [\n  {inside}\n ]')
    return ",\n".join(lines) + "\n}\n"


def read(text: str) -> Program | Problems:
    """The program that a text holds, ready to be played, or all that is wrong with it."""
    from rulelang.graph.node_link.shapes import misshaped
    from rulelang.graph.verify import verify

    problems = misshaped(text)
    if problems is not None:
        return problems
    found = put_together(parts_from(json.loads(text)))
    return found if isinstance(found, Problems) else verify(found) or found


def is_graph(text: str) -> bool:
    """Is a text a graph as JSON? No rulebook begins like that."""
    return text.lstrip().startswith("{")
