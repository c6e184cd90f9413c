"""Mutants of a rulebook and what became of them, as records for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from interpreter.mutation.verdict import Status, Verdict, score
from rulelang.mutation.mutant import Mutant
from rulelang.mutation.wording import rewritten, told
from rulelang.rulebook.loading import Rulebook
from rulelang.rulebook.statements import cited
from rulelang.tuning.fast_dataclass import dataclass

#: In this order they are told.
STATUSES: tuple[Status, ...] = ("killed", "survived", "timed out", "equivalent", "invalid")


@dataclass(frozen=True, slots=True)
class MutantRecord:
    """One mutant: the lines as they are (`before`) and as they would be (`after`), what became of it, by what it was
    noticed, and how many examples use what it changes. `statements` are those that the changed sentence cites."""

    key: str
    operator: str
    status: Status
    path: str
    line: int
    heading: str
    statements: tuple[str, ...]
    told: str
    before: str
    after: str
    by: str
    reached: int


@dataclass(frozen=True, slots=True)
class SectionRecord:
    """A section of the rulebook: what became of the mutants of its sentences."""

    heading: str
    score: float
    killed: int
    survived: int
    timed_out: int
    equivalent: int
    invalid: int


@dataclass(frozen=True, slots=True)
class MutationRecord:
    """One rulebook. `score` is the part that was noticed of those mutants that make another game (0 to 1), `untried`
    how many were left when the time was over."""

    title: str
    path: str
    score: float
    total: int
    untried: int
    sections: tuple[SectionRecord, ...]
    mutants: tuple[MutantRecord, ...]

    def counted(self, status: Status) -> int:
        """How many have a status."""
        return sum(mutant.status == status for mutant in self.mutants)


def mutation_record(
    written: Rulebook, path: str, mutants: Sequence[Mutant], verdicts: Mapping[str, Verdict]
) -> MutationRecord:
    """Everything about the mutants that were tried, in reading order."""
    statements = _Statements(written)
    records = tuple(
        _mutant(written, mutant, verdicts[mutant.key], statements) for mutant in mutants if mutant.key in verdicts
    )
    return MutationRecord(
        written.title,
        path,
        round(score(list(verdicts.values())), 4),
        len(mutants),
        len(mutants) - len(records),
        tuple(_sections(records)),
        records,
    )


def _mutant(written: Rulebook, mutant: Mutant, verdict: Verdict, statements: _Statements) -> MutantRecord:
    before, after = rewritten(mutant)
    line = mutant.lines[0]
    return MutantRecord(
        mutant.key,
        mutant.operator,
        verdict.status,
        mutant.span.source.path,
        line,
        " > ".join(written.items[mutant.changes[0][0]].headings.titles) if mutant.changes else "",
        statements.at(mutant),
        told(mutant),
        before,
        after,
        verdict.by,
        verdict.reached,
    )


def _sections(records: Sequence[MutantRecord]) -> Iterator[SectionRecord]:
    for heading in dict.fromkeys(record.heading for record in records):
        inside = [record for record in records if record.heading == heading]
        counts = Counter(record.status for record in inside)
        verdicts = [Verdict(record.key, record.status) for record in inside]
        yield SectionRecord(
            heading,
            round(score(verdicts), 4),
            counts["killed"],
            counts["survived"],
            counts["timed out"],
            counts["equivalent"],
            counts["invalid"],
        )


class _Statements:
    """The statements of the printed rules that sentences cite: a mutant belongs to those of the smallest construct
    around it that cites any, and to those of what it leaves out."""

    def __init__(self, written: Rulebook) -> None:
        self._written = written
        self._cited: dict[int, list[tuple[int, int, str, tuple[str, ...]]]] = {}

    def at(self, mutant: Mutant) -> tuple[str, ...]:
        """Those of one mutant."""
        found: dict[str, None] = {}
        for place, _ in mutant.changes[:1]:
            spans = [(edit.span.start, edit.span.end) for edit in mutant.edits]
            homes = self._of(place)
            for start, end in spans:
                around = [home for home in homes if home[0] <= start and end <= home[1]]
                nearest = min(around, key=lambda home: home[1] - home[0], default=None)
                inside = [home for home in homes if start <= home[0] and home[1] <= end]
                for home in ([nearest] if nearest is not None else []) + inside:
                    found.update(dict.fromkeys(home[3]))
        return tuple(found)

    def _of(self, place: int) -> list[tuple[int, int, str, tuple[str, ...]]]:
        if place not in self._cited:
            placed = self._written.items[place]
            self._cited[place] = [
                (node.span.start, node.span.end, node.span.source.path, tuple(word.text for word in cite.statements))
                for cite, node in cited(placed)
            ]
        return self._cited[place]


def mutation_schema() -> dict[str, Any]:
    """The JSON Schema of `rulelang mutate --format json`."""
    from pydantic import TypeAdapter

    return TypeAdapter(tuple[MutationRecord, ...]).json_schema(mode="serialization")
