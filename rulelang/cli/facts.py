"""`rulelang facts`"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import click

from rulelang.cli.compiling import each_usable, load_rulebook
from rulelang.cli.exits import Exit
from rulelang.cli.facts_mutants import Proof, proofs
from rulelang.cli.facts_record import facts_record
from rulelang.cli.pages import as_text
from rulelang.cli.reading import FILE, rulebook_files
from rulelang.cli.reporting import REPORTS, Case, CommandReport, finding
from rulelang.cli.showing import counted, listed
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.rulebook.statements import PrintedStatement, StatementFacts, StatementHome, collect_facts

_FORMATS = (*REPORTS, "markdown")


@click.command("facts")
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", help="How to print it. [text]")
@click.option(
    "--uncovered", is_flag=True, help="Only statements that nothing carries out; exit code 1 if there are any."
)
@click.option("--mutants", type=FILE, metavar="FILE", help="From `rulelang mutate --format brief`: what is held.")
def command(paths: tuple[str, ...], form: str, uncovered: bool, mutants: str | None) -> int:
    """Show where each numbered statement of the printed rules is carried out, and where all data come from.

    A statement is covered when a construct cites it, shown when only an example does, aside when the rulebook says why
    it is no rule of play. With --mutants, it is held when a mutant was noticed where it is cited. For every table
    it tells row by row what is printed, what further sources confirm, and what is assumed.

    \b
    rulelang facts my_game.rules
    rulelang facts my_game.rules --format markdown > coverage.md
    rulelang facts rulebooks --uncovered
    rulelang facts my_game.rules --mutants mutants.json
    """
    rulebooks, unusable = each_usable(rulebook_files(paths), load_rulebook)
    found = [collect_facts(rulebook) for rulebook in rulebooks]
    proved = proofs(rulebooks, found, mutants) if mutants is not None else [None] * len(found)
    told = list(zip(found, proved, strict=True))
    lines = _uncovered if uncovered else _markdown if form == "markdown" else _text
    looked = (one for book, facts in zip(rulebooks, told, strict=True) for one in _findings(book, *facts, uncovered))
    report = CommandReport(
        "rulelang facts",
        text=lambda: "\n".join(line for one in told for line in lines(*one)) + "\n",
        record=lambda: [asdict(facts_record(facts, proof.held if proof else None)) for facts, proof in told],
        findings=lambda: [*looked, *(error for one in unusable for error in one.errors)],
        cases=lambda: [*(case for one in told for case in _cases(*one)), *(one.case() for one in unusable)],
    )
    click.echo(report.text() if form == "markdown" else report.printed(form), nl=False)
    homeless = uncovered and any(facts.counted("uncovered") or (proof and proof.unheld) for facts, proof in told)
    return Exit.FINDINGS if unusable or homeless else Exit.CLEAN


def _findings(
    rulebook: WrittenRulebook, facts: StatementFacts, proof: Proof | None, uncovered: bool
) -> Iterator[Diagnostic]:
    """Statements without a home, or that no mutant holds, as warnings, stand-ins as notes."""
    assert rulebook.header is not None
    unheld = proof.unheld if proof else ()
    for record in facts.statements:
        if record.status == "uncovered":
            message = f"statement {record.number} has no home"
            yield finding("statement-uncovered", Severity.WARNING, message, rulebook.header.span.first_line)
        elif record.number in unheld:
            message = f"nothing that was said otherwise where {record.number} is cited was noticed"
            yield finding("statement-unheld", Severity.WARNING, message, record.constructs[0].node.span.first_line)
    for stand_in in () if uncovered else facts.stand_ins:
        path, _, line = stand_in.place.rpartition(":")
        span = next(file.line_span(int(line)) for file in rulebook.files if file.path == path)
        reason = f": {stand_in.reason}" if stand_in.reason else ""
        yield finding("stand-in", Severity.NOTE, f"a value that no source gives{reason}", span)


def _cases(facts: StatementFacts, proof: Proof | None) -> Iterator[Case]:
    unheld = proof.unheld if proof else ()
    for record in facts.statements:
        failure = "no home" if record.status == "uncovered" else "not held" if record.number in unheld else ""
        yield Case(record.number, facts.title, failure=failure, skipped=record.aside)


def _uncovered(facts: StatementFacts, proof: Proof | None) -> Iterator[str]:
    missing = [record.number for record in facts.statements if record.status == "uncovered"]
    yield f"No home: {listed(missing)}." if missing else f"All {len(facts.statements)} statements have a home."
    if proof:
        yield "".join(f"{line}.\n" for line in proof.summary()).rstrip()


def _totals(facts: StatementFacts) -> str:
    played = sum(bool(record.examples) for record in facts.statements)
    counts = ", ".join(f"{facts.counted(status)} {status}" for status in ("covered", "shown", "aside", "uncovered"))
    return f"{counted(len(facts.statements), 'statement')}: {counts}; {played} played in examples"


def _text(facts: StatementFacts, proof: Proof | None) -> Iterator[str]:
    yield facts.title
    if facts.statements:
        yield f"\n{_totals(facts)}\n"
        yield from (f"{line}\n" for line in proof.summary()) if proof else ()
        for record in facts.statements:
            yield f"{record.number:<5} {_status(record)}{proof.of(record.number) if proof else ''}"
            yield from (f"        {home.place}  {home.what}{_unprinted(home)}" for home in record.constructs)
            yield from (f"        {home.place}  {home.what}" for home in record.examples)
    yield from _text_of_tables(facts)
    if facts.undeclared:
        yield f"\nCited, but not announced by `statements`: {listed(facts.undeclared)}"
    yield f"\n{counted(len(facts.stand_ins), 'stand-in')}" + (":" if facts.stand_ins else ".")
    for stand_in in facts.stand_ins:
        reason = f" ({stand_in.reason})" if stand_in.reason else ""
        yield f"    {stand_in.place}  {stand_in.what}{reason}"


def _markdown(facts: StatementFacts, proof: Proof | None) -> Iterator[str]:
    yield f"# {as_text(facts.title)}"
    if facts.statements:
        yield f"\n{_totals(facts)}.\n"
        yield "| Statement | Status | Constructs | Examples |"
        yield "| --- | --- | --- | --- |"
        for record in facts.statements:
            status = f"{_status(record)}{proof.of(record.number) if proof else ''}"
            cells = (record.number, status, _cell(record.constructs), _cell(record.examples))
            yield f"| {' | '.join(cells)} |"
    yield from _markdown_of_tables(facts)
    yield f"\n## Stand-ins\n\n{counted(len(facts.stand_ins), 'value')} that no source gives.\n"
    if facts.stand_ins:
        yield "| Value | Reason | Place |"
        yield "| --- | --- | --- |"
        for stand_in in facts.stand_ins:
            yield f"| {as_text(stand_in.what)} | {as_text(stand_in.reason)} | {stand_in.place} |"


def _unprinted(home: StatementHome) -> str:
    """What is to be known of a sentence that does more than carry out what is printed."""
    told = home.provenance
    return "" if told.standing == "printed" and not told.confirmed_by else f"  ({told.text()})"


def _text_of_tables(facts: StatementFacts) -> Iterator[str]:
    if any(source.name for source in facts.sources):
        yield "\nFurther sources:"
        yield from (f"    {source.name}: {source.title}" for source in facts.sources if source.name)
    for table in facts.tables:
        yield f"\n{table.place}  {table.what}, {counted(len(table.rows), 'row')}"
        for first, last, provenance in table.runs():
            names = " to ".join(dict.fromkeys((table.rows[first - 1].what, table.rows[last - 1].what)))
            yield f"    {names}: {provenance.text()}"


def _markdown_of_tables(facts: StatementFacts) -> Iterator[str]:
    if not facts.tables:
        return
    yield "\n## Tables\n"
    yield "| Table | Rows | Where it comes from | Place |"
    yield "| --- | --- | --- | --- |"
    for table in facts.tables:
        for first, last, provenance in table.runs():
            names = " to ".join(dict.fromkeys((table.rows[first - 1].what, table.rows[last - 1].what)))
            place = table.rows[first - 1].place
            yield f"| {as_text(table.what)} | {as_text(names)} | {as_text(provenance.text())} | {place} |"


def _status(record: PrintedStatement) -> str:
    if record.status == "shown":
        return "covered by its example"
    return f"aside: {record.aside}" if record.status == "aside" else record.status


def _cell(homes: tuple[StatementHome, ...]) -> str:
    return "<br>".join(f"{as_text(home.what)} ({home.place})" for home in homes)
