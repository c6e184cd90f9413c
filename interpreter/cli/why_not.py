"""`rulelang why-not`; and for `why`, too: rules that answer a question about a game, as findings at their places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import click

from interpreter.cli.loading import Loaded, begin, game_of, load_playable, place_record, setting_options
from interpreter.cli.transcripts import session_of
from interpreter.explain.refusal import Refusal
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE
from rulelang.cli.reporting import REPORTS, Case, finding, json_text, junit
from rulelang.cli.showing import rendered
from rulelang.diagnostics import Severity
from rulelang.graph.program import Origin
from rulelang.source import Span


@click.command("why-not")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.argument("move", metavar="MOVE")
@click.option("--saved", type=FILE, metavar="SAVE", help="In a saved game or transcript. [the beginning]")
@setting_options
@click.option("--seed", "-s", type=int, default=1, help="The luck of the beginning. [1]")
@click.option("--format", "form", type=click.Choice(REPORTS), default="text", help="How to print it. [text]")
def command(
    path: str,
    move: str,
    saved: str | None,
    players: int | None,
    variants: tuple[str, ...],
    seed: int,
    form: str,
) -> int:
    """Say which rule forbids a move, with the values of its parts. Exit code 1 if it is forbidden, 0 if it is possible.

    \b
    rulelang why-not my_game.rules "c4, d5" --saved evening.json
    rulelang why-not my_game.rules "b2"
    """
    loaded = load_playable(path)
    session = session_of(loaded, saved) if saved is not None else begin(game_of(loaded, players, variants), seed)
    refusal = session.why_not(move)
    if form == "json":
        click.echo(json_text(_record(move, refusal)), nl=False)
    elif form not in ("text", "plain") or (form == "plain" and refusal is not None):
        clauses = refusal.clauses if refusal is not None else ()
        click.echo(clauses_report(loaded, form, "why-not", move, clauses, bad=True), nl=False)
    elif refusal is None:
        decision = session.decision
        click.echo(f"{decision.player if decision is not None else 'Nobody'} may choose {move}.")
    else:
        click.echo(str(refusal))
    return Exit.CLEAN if refusal is None else Exit.FINDINGS


def _record(move: str, refusal: Refusal | None) -> dict[str, Any]:
    """`step` tells how far the move got: "unknown", "domain", "guard", "sentence", "later" and others."""
    if refusal is None:
        return {"move": move, "possible": True, "step": "", "clauses": [], "suggestions": []}
    clauses = [
        {"text": one.text, "quote": one.quote, "values": dict(one.values), **place_record(one.origin)}
        for one in refusal.clauses
    ]
    return {
        "move": refusal.move,
        "possible": False,
        "step": refusal.step,
        "clauses": clauses,
        "suggestions": list(refusal.suggestions),
    }


class ToldClause(Protocol):
    """A rule with the values of its parts."""

    @property
    def text(self) -> str:
        """The rule in words."""

    @property
    def values(self) -> tuple[tuple[str, str], ...]:
        """Its parts, and what each came to."""

    @property
    def origin(self) -> Origin | None:
        """Where it stands."""


def clauses_report(
    loaded: Loaded, form: str, command: str, about: str, clauses: Sequence[ToldClause], *, bad: bool
) -> str:
    """One finding for each clause, in one of the formats other tools take. `bad`: they stand against something."""
    code, severity = ("not-possible", Severity.WARNING) if bad else ("at-work", Severity.NOTE)
    found = []
    for clause in clauses:
        origin = clause.origin or Origin(None)
        span = (origin.span or Span(loaded.source, 0, 0)).first_line
        notes = [f"{name} = {value}" for name, value in clause.values]
        found.append(finding(code, severity, f"{about}: {clause.text}", span, notes, origin.cite))
    if form == "junit":
        failure = found[0].message if found and bad else ""
        return junit(f"rulelang {command}", [Case(about, loaded.rulebook.title, 0, failure, rendered(found, "plain"))])
    return rendered(found, form)
