"""Mutants told to people and to other tools: as text, as findings, as cases, as a page with the marked source."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from html import escape

from interpreter.cli.mutation_report import STATUSES, MutantRecord, MutationRecord, brief
from interpreter.cli.plots import page
from rulelang.cli.reporting import Case, finding, junit
from rulelang.cli.showing import counted, rendered
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.mutation.mutant import Mutant
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.source import SourceFile
from rulelang.tuning.fast_dataclass import dataclass

CODE = "mutant-survived"


@dataclass(frozen=True, slots=True)
class ShownMutant:
    """What is told, and the rulebook and mutants it is about."""

    record: MutationRecord
    written: WrittenRulebook
    mutants: Mapping[str, Mutant]


def render(shown: Sequence[ShownMutant], form: str) -> str:
    """In one of the formats."""
    match form:
        case "json":
            return json.dumps([asdict(one.record) for one in shown], indent=2, ensure_ascii=False) + "\n"
        case "brief":
            found = [brief(one.record).model_dump() for one in shown]
            return json.dumps(found, indent=1, ensure_ascii=False) + "\n"
        case "html":
            return page("Mutants", [part for one in shown for part in _page(one)])
        case "junit":
            return junit("rulelang mutate", [case for one in shown for case in _cases(one.record)])
        case "text" | "plain":
            parts = [part for one in shown for part in (rendered(findings(one), form), _totals(one.record))]
            return "\n".join(filter(None, parts))
        case _:
            return rendered([found for one in shown for found in findings(one)], form)


def summary(record: MutationRecord) -> str:
    """One line."""
    counts = ", ".join(f"{record.counted(status)} {status}" for status in STATUSES)
    left = f"; {record.untried} not tried" if record.untried else ""
    tried = counted(len(record.mutants), "mutant")
    return (
        f"{record.title}: {record.score:.1%} of the mutants that make another game noticed ({tried}: {counts}{left})."
    )


def findings(shown: ShownMutant) -> list[Diagnostic]:
    """A warning for each mutant that nothing noticed, at what it changes."""
    found = []
    for record in shown.record.mutants:
        if record.status == "survived":
            mutant = shown.mutants[record.key]
            span = mutant.edits[0].span
            place = (span if span.text.strip() else mutant.span).first_line
            found.append(finding(CODE, Severity.WARNING, survivor(record), place, _notes(record)))
    return found


def survivor(record: MutantRecord) -> str:
    """A mutant that nothing noticed, as a sentence."""
    return f"nothing notices if {record.told}"


def _notes(record: MutantRecord) -> Iterator[str]:
    if record.reached:
        yield f"{counted(record.reached, 'example')} {'comes' if record.reached == 1 else 'come'} through here"
    else:
        yield "no example comes through here"
    yield f"mutant {record.key} of {record.operator}"


def _totals(record: MutationRecord) -> str:
    width = max((len(section.heading) for section in record.sections), default=0)
    lines = [
        f"{section.heading:<{width}}  {section.score:>6.1%}  {section.killed} killed, {section.survived} survived"
        for section in record.sections
        if section.killed or section.survived
    ]
    return "\n".join([*lines, summary(record)]) + "\n"


def _cases(record: MutationRecord) -> Iterator[Case]:
    for mutant in record.mutants:
        name = f"{mutant.path}:{mutant.line}: {mutant.told} ({mutant.key})"
        failure = survivor(mutant) if mutant.status == "survived" else ""
        skipped = mutant.status if mutant.status in ("equivalent", "invalid") else ""
        yield Case(name, record.title, failure=failure, skipped=skipped)


# ----------------------------------------------------------------------------------------------------------- HTML


def _page(shown: ShownMutant) -> Iterator[str]:
    record = shown.record
    yield f"<h2>{escape(record.title)}</h2><p>{escape(summary(record))}</p>"
    rows = "".join(
        f"<tr><td>{escape(section.heading)}</td><td class=number>{section.score:.1%}</td>"
        f"<td class=number>{section.killed}</td><td class=number>{section.survived}</td></tr>"
        for section in record.sections
    )
    yield f"<table><tr><th>Section</th><th>Noticed</th><th>Killed</th><th>Survived</th></tr>{rows}</table>"
    by_line: dict[tuple[str, int], list[MutantRecord]] = {}
    for mutant in record.mutants:
        if mutant.status not in ("equivalent", "invalid"):
            by_line.setdefault((mutant.path, mutant.line), []).append(mutant)
    for file in shown.written.files:
        lines = [_line(file, number, by_line.get((file.path, number), [])) for number in range(1, file.line_count + 1)]
        yield f"<h3>{escape(file.path)}</h3><pre>{''.join(lines)}</pre>"


def _line(file: SourceFile, number: int, mutants: Sequence[MutantRecord]) -> str:
    survived = [mutant for mutant in mutants if mutant.status == "survived"]
    state = "" if not mutants else "used" if not survived else "half" if len(survived) < len(mutants) else "never"
    said = "\n".join(map(survivor, survived)) or (f"{counted(len(mutants), 'mutant')} noticed" if mutants else "")
    title = f' title="{escape(said)}"' if said else ""
    return f'<span class="{state}"{title}>{number:>5}  {escape(file.line_text(number))}</span>\n'
