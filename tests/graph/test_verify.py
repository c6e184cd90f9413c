"""Files that were damaged, or made to do damage, are refused with a word about what is wrong and where."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from rulelang.graph import node_link
from rulelang.graph.program import Program
from rulelang.graph.verify.problems import Problems
from tests.graph.test_text import compiled

Record = dict[str, Any]

TEXT = node_link.write(compiled("pig"))
GOOD: Record = json.loads(TEXT)
DECIDE = next(node["id"] for node in GOOD["nodes"] if node["kind"] == "decide")


def refused(text: str) -> str:
    found = node_link.read(text)
    assert isinstance(found, Problems)
    assert found.found
    return str(found)


def damaged(change: Callable[[Record], None]) -> str:
    record = json.loads(TEXT)
    change(record)
    return refused(json.dumps(record))


def term(record: Record) -> Record:
    """The actor of the decision: a term in the middle of a graph."""
    found: Record = record["nodes"][DECIDE]
    return found


def put(**values: Any) -> Callable[[Record], None]:
    return lambda record: term(record).update(values)


def whole(**values: Any) -> Callable[[Record], None]:
    return lambda record: record["graph"].update(values)


CONST = {"is": "Const", "value": 0}
HUGE = {"is": "Const", "value": 10**9}
MANY = {"is": "Between", "low": {"is": "Const", "value": 1}, "high": HUGE}
LAYOUT = GOOD["graph"]["layout"]
REGIONS = LAYOUT["regions"]


def region(name: str, **values: Any) -> Callable[[Record], None]:
    return whole(layout={**LAYOUT, "regions": {**REGIONS, name: {**REGIONS[name], **values}}})


def edge(**values: Any) -> Callable[[Record], None]:
    return lambda record: record["edges"][0].update(values)


def always_back(record: Record) -> None:
    """The loop of a turn that goes round whatever is so."""
    first, second = record["edges"][10], record["edges"][12]
    assert (first["source"], first["target"], second["source"]) == (9, 10, 10)
    first.update(condition={"is": "Const", "value": 1})
    second.update(target=9)


FUNCTION = {"name": "Loop", "parameters": [], "kind": "number", "origin": {"span": None}}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (put(actor={"is": "Cell", "region": "Nowhere", "index": CONST}), "no region 'Nowhere'"),
        (put(actor={"is": "Cell", "region": "node", "index": {"is": "Const", "value": 7}}), "no cell 7"),
        (put(actor={"is": "Entry", "table": "none", "index": CONST}), "no table 'none'"),
        (put(actor={"is": "Local", "name": "stranger"}), "'stranger' has no value here"),
        (put(actor={"is": "Apply", "function": "none", "arguments": []}), "no function 'none'"),
        (put(actor={"is": "Apply", "function": "Ready", "arguments": [CONST]}), "Ready takes 2 arguments"),
        (put(actor={"is": "Possible", "node": 9999, "fill": []}), "no node 9999"),
        (put(actor={"is": "Possible", "node": 1.5, "fill": []}), "valid integer"),
        (put(actor={"is": "Import", "name": "os"}), "nodes.11.decide.actor"),
        (put(actor={"is": "Const", "value": "0x" + "f" * 4000}), "should match pattern"),
        (put(actor={"is": "Const", "value": 1 << 60}), "less than"),
        (put(title="one\n__import__('os').system('true')"), "title"),
        (put(kind="wizard"), "nodes.11"),
        (put(id=4), "node 4"),
        (region("winners", base=3), "region"),
        (region("player's Points", length=3), "region"),
        (region("player's Points", start=[0]), "starts with 1 values"),
        (region("player's Points", start=[-5, 0]), "outside"),
        (whole(entry=400), "node 400"),
        (whole(players=3), "seats"),
        (whole(players=10**9), "players"),
        (whole(seats=["Ann", "Ann"]), "same name"),
        (whole(tables={**GOOD["graph"]["tables"], "player after": []}), "no entry"),
        (whole(lists={**GOOD["graph"]["lists"], "beside": [[1, -1]]}), "no such number"),
        (whole(functions={"Loop": {**FUNCTION, "body": {"is": "Apply", "function": "Loop", "arguments": []}}}), "Loop"),
        (put(actor={"is": "SumIn", "name": "x", "domain": MANY, "body": CONST}), "1,000,000,000 numbers or more"),
        (put(actor={"is": "Lowest", "set": {"is": "Single", "element": HUGE}}), "the element 1,000,000,000"),
        (whole(events=7), "graph.events"),
        (whole(more="of it"), "graph.more"),
        (edge(target=4000), "a node that is not there"),
        (edge(role="magic"), "edges.0"),
        (edge(target=0), "node 0: from here it goes on for ever"),
        (always_back, "node 9: from here it goes on for ever"),
        (lambda record: record.update(format="rulelang graph 0"), "format"),
        (lambda record: record.pop("edges"), "edges"),
        (lambda record: record["edges"].append(record["edges"][0]), "more than one edge"),
    ],
)
def test_damage_is_told(change: Callable[[Record], None], told: str) -> None:
    assert told in damaged(change)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        '{"format": "rulelang graph 1"}',
        "[" * 100_000,
        '{"a":' * 100_000,
        TEXT[: len(TEXT) // 2],
        TEXT.replace('"order": 0', '"order": NaN'),
        TEXT.replace('"is": "Const"', '"is": "Const", "extra": 1', 1),
        '{"format": 1' + "0" * 5000 + "}",
        "\ud800{}",
    ],
)
def test_texts_that_are_no_graph_are_refused(text: str) -> None:
    assert refused(text)


def test_deep_terms_are_refused_and_nothing_breaks() -> None:
    deep = CONST
    for _ in range(150):
        deep = {"is": "Not", "inside": deep}
    assert damaged(put(actor=deep))


def places_in(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in a record but the record itself."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield (*way, name)
        yield from places_in(part, (*way, name))


ODD: tuple[Any, ...] = (None, -1, 0, 7, 10**6, 1 << 70, "x", "", [], {}, True, 1.5, "0xff")


@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_changed_in_a_file_nothing_breaks(seed: int) -> None:
    """It is refused with words, or it is a graph."""
    random, ways = Random(seed), list(places_in(GOOD))
    told = 0
    for _ in range(12):
        record = json.loads(TEXT)
        *way, last = random.choice(ways)
        at = record
        for name in way:
            at = at[name]
        if random.random() < 0.3:
            del at[last]
        else:
            at[last] = random.choice(ODD)
        found = node_link.read(json.dumps(record))
        assert isinstance(found, Program | Problems)
        told += isinstance(found, Problems) and bool(str(found))
    assert told
