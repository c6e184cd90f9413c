"""The JSON Schemas of what commands write for programs: made from the records, or written down part by part. The files
in `rulelang/reference/schemas` are what is published."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pydantic import TypeAdapter

from interpreter.cli.cover import CoverRecord
from interpreter.cli.mutation_report import MutationRecord
from interpreter.cli.sim_report import ONLY_DRAWN, SimReport
from interpreter.cli.test_report import TestRecord
from interpreter.experiments.report.report import ExperimentReport
from rulelang.cli.facts_record import FactsRecord
from rulelang.diagnostics.render.json_records import DiagnosticRecord
from rulelang.graph.node_link.shapes import graph_model
from tests.cli.shapes import NUMBER, TEXT, TEXT_OF_NAME, TEXTS, YES_OR_NO, listed, shape


def _made_from(record: Any) -> dict[str, Any]:
    return TypeAdapter(record).json_schema(mode="serialization")


def _sim() -> dict[str, Any]:
    schema = _made_from(SimReport)
    for name in ONLY_DRAWN:
        del schema["properties"][name]
    schema["required"] = [name for name in schema["required"] if name not in ONLY_DRAWN]
    return schema


def _diff() -> dict[str, Any]:
    difference = shape(
        change=TEXT, what=TEXT, move=TEXT, player=TEXT, place=TEXT, position=TEXT, seed=NUMBER, moves=TEXTS
    )  # fmt: skip
    return shape(games=NUMBER, settings=TEXTS, differences=listed(difference), saves=TEXT_OF_NAME)


def _read() -> dict[str, Any]:
    sentence = shape(
        place=TEXT, line=NUMBER, last_line=NUMBER, depth=NUMBER, heading=TEXTS, cite=TEXT, text=TEXT,
        in_force=YES_OR_NO, says=TEXTS, refers=listed(shape(word=TEXT, meaning=TEXT)), notes=TEXTS,
    )  # fmt: skip
    return shape(title=TEXT, players=NUMBER, variants=TEXTS, sentences=listed(sentence))


def _replay() -> dict[str, Any]:
    step = shape({"position": TEXTS}, player=TEXT, events=TEXTS, effects=TEXTS)
    numbers = {"type": "object", "additionalProperties": NUMBER}
    return shape(
        {"seed": NUMBER},
        title=TEXT,
        players=TEXTS,
        variants=TEXTS,
        steps=listed(step),
        over=YES_OR_NO,
        winners=TEXTS,
        scores={"type": "object", "additionalProperties": numbers},
    )


def _why() -> dict[str, Any]:
    fired = shape(text=TEXT, values=TEXT_OF_NAME, place=TEXT, cite=TEXT)
    return shape(step=NUMBER, events=TEXTS, fired=listed(fired))


def _why_not() -> dict[str, Any]:
    clause = shape(text=TEXT, quote=TEXT, values=TEXT_OF_NAME, place=TEXT, cite=TEXT)
    return shape(move=TEXT, possible=YES_OR_NO, step=TEXT, clauses=listed(clause), suggestions=TEXTS)


SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "check": partial(_made_from, tuple[DiagnosticRecord, ...]),
    "cover": partial(_made_from, tuple[CoverRecord, ...]),
    "diff": _diff,
    "experiment": partial(_made_from, ExperimentReport),
    "facts": partial(_made_from, tuple[FactsRecord, ...]),
    "graph": lambda: graph_model().model_json_schema(),
    "mutate": partial(_made_from, tuple[MutationRecord, ...]),
    "read": _read,
    "sim": _sim,
    "replay": _replay,
    "test": partial(_made_from, tuple[TestRecord, ...]),
    "why": _why,
    "why-not": _why_not,
}
