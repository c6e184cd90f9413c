"""What `rulelang facts` tells, as a record for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rulelang.mutation.statements import Held
from rulelang.rulebook.provenance import Provenance, TableRecord
from rulelang.rulebook.statements import SourceRecord, StandInRecord, StatementFacts, StatementHome
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class HomeRecord:
    """A sentence of the rulebook that cites a statement: its first line, where it stands, and where it comes from."""

    what: str
    place: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class StatementRecord:
    """One numbered statement of the printed rules, with the sentences and examples that cite it. `aside` is the reason
    why it is no rule of play. `noticed` and `missed` count the mutants where it is cited, if mutants were asked for."""

    number: str
    status: Literal["covered", "shown", "aside", "uncovered"]
    constructs: tuple[HomeRecord, ...]
    examples: tuple[HomeRecord, ...]
    aside: str
    noticed: int | None
    missed: int | None


@dataclass(frozen=True, slots=True)
class FactsRecord:
    """One rulebook. `undeclared` statements are cited, but not announced by `statements`."""

    title: str
    statements: tuple[StatementRecord, ...]
    stand_ins: tuple[StandInRecord, ...]
    undeclared: tuple[str, ...]
    sources: tuple[SourceRecord, ...]
    tables: tuple[TableRecord, ...]


def facts_record(facts: StatementFacts, held: Mapping[str, Held] | None = None) -> FactsRecord:
    """The facts without the sentences' inner parts, with what mutants say about them."""
    statements = tuple(
        StatementRecord(
            record.number,
            _status(record.status),
            _homes(record.constructs),
            _homes(record.examples),
            record.aside,
            None if held is None else held.get(record.number, Held()).noticed,
            None if held is None else held.get(record.number, Held()).missed,
        )
        for record in facts.statements
    )
    return FactsRecord(facts.title, statements, facts.stand_ins, facts.undeclared, facts.sources, facts.tables)


def _homes(homes: tuple[StatementHome, ...]) -> tuple[HomeRecord, ...]:
    return tuple(HomeRecord(home.what, home.place, home.provenance) for home in homes)


def _status(status: str) -> Literal["covered", "shown", "aside", "uncovered"]:
    match status:
        case "covered" | "shown" | "aside":
            return status
        case _:
            return "uncovered"
