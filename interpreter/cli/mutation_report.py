"""Mutants of a rulebook and what became of them, as records for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from interpreter.mutation.verdict import Status, Verdict, score
from rulelang.mutation.brief import Brief
from rulelang.mutation.mutant import Mutant
from rulelang.mutation.statements import Homes
from rulelang.mutation.wording import rewritten, told
from rulelang.rulebook.loading import WrittenRulebook
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
    written: WrittenRulebook, path: str, mutants: Sequence[Mutant], verdicts: Mapping[str, Verdict]
) -> MutationRecord:
    """Everything about the mutants that were tried, in reading order."""
    statements = Homes(written)
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


def _mutant(written: WrittenRulebook, mutant: Mutant, verdict: Verdict, statements: Homes) -> MutantRecord:
    before, after = rewritten(mutant)
    line = mutant.lines[0]
    return MutantRecord(
        mutant.key,
        mutant.operator,
        verdict.status,
        mutant.span.source.path,
        line,
        " > ".join(written.items[mutant.changes[0][0]].headings.titles) if mutant.changes else "",
        statements.nearest(mutant),
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


def brief(record: MutationRecord) -> Brief:
    """The same in few words."""
    killed: dict[str, list[str]] = {}
    for mutant in record.mutants:
        if mutant.status == "killed":
            killed.setdefault(mutant.by, []).append(mutant.key)
    keys = {one: " ".join(sorted(each.key for each in record.mutants if each.status == one)) for one in STATUSES}
    return Brief(
        title=record.title,
        score=record.score,
        killed={by: " ".join(sorted(found)) for by, found in sorted(killed.items())},
        survived={one.key: f"{one.line}: {one.told}" for one in record.mutants if one.status == "survived"},
        timed_out=keys["timed out"],
        equivalent=keys["equivalent"],
        invalid=keys["invalid"],
    )


def mutation_schema() -> dict[str, Any]:
    """The JSON Schema of `rulelang mutate --format json`."""
    from pydantic import TypeAdapter

    return TypeAdapter(tuple[MutationRecord, ...]).json_schema(mode="serialization")
