"""`rulelang test`"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from interpreter.chance import stream
from interpreter.command.examples import Failure, Outcome, run_example
from interpreter.command.loading import Loaded, game_of, load_playable
from interpreter.execute.interface import Fault
from interpreter.game import Game
from rulelang.command.compiling import example_settings
from rulelang.command.exits import Exit
from rulelang.command.reading import rules_files
from rulelang.command.showing import counted, spanned
from rulelang.command.watching import watch
from rulelang.graph.examples import CompiledExample
from rulelang.graph.program import Origin

_FORMATS = ("text", "json", "junit")


@dataclass(frozen=True, slots=True)
class Tested:
    """What one rulebook's examples and invariants came to."""

    path: str
    title: str
    outcomes: tuple[Outcome, ...]
    broken: tuple[Failure, ...]
    checked_invariants: int


@click.command("test")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--name", "-k", "names", multiple=True, metavar="WORDS", help="Only examples with these words in the title."
)
@click.option("--games", "-g", type=click.IntRange(0), default=5, help="Random games for the invariants. [5]")
@click.option(
    "--coverage", type=click.FloatRange(0, 100), metavar="PERCENT", help="Fail below this part of used rules."
)
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", help="How to print it. [text]")
@click.option("--verbose", "-v", is_flag=True, help="Show every example with its time.")
@click.option("--watch", "watching", is_flag=True, help="Test again whenever a rulebook changes.")
def command(
    paths: tuple[str, ...],
    names: tuple[str, ...],
    games: int,
    coverage: float | None,
    form: str,
    verbose: bool,
    watching: bool,
) -> int:
    """Run the examples of rulebooks, and look at their invariants in a few random games.

    \b
    rulelang test my_game.rules
    rulelang test rulebooks --name "ladder" --verbose
    rulelang test my_game.rules --coverage 80
    """

    def work() -> int:
        tested = [_test(load_playable(path), path, names, games) for path in _rulebooks(paths)]
        click.echo({"text": _text, "json": _json, "junit": _junit}[form](tested, verbose), nl=False)
        failed = any(one.broken or any(outcome.failure for outcome in one.outcomes) for one in tested)
        short = coverage is not None and _short(tested, coverage)
        return Exit.TESTS_FAILED if failed or short else Exit.CLEAN

    if not watching:
        return work()
    watch(paths, lambda: (work(), None)[1])
    return Exit.CLEAN


def _rulebooks(paths: Sequence[str]) -> Iterator[str]:
    """Files as given; in folders, only whole rulebooks."""
    from pathlib import Path

    for path in rules_files(paths):
        if path in paths or Path(path).read_text(encoding="utf-8", errors="replace").lstrip().startswith("rulebook"):
            yield path


def _test(loaded: Loaded, path: str, names: Sequence[str], games: int) -> Tested:
    outcomes: list[Outcome] = []
    for players, variants in example_settings(loaded.written):
        game = game_of(loaded, players, tuple(variants), examples=True)
        for example in game.program.examples:
            assert isinstance(example, CompiledExample)
            if all(name.casefold() in example.title.casefold() for name in names):
                outcomes.append(run_example(game, example))
    broken: list[Failure] = []
    if not names:
        for players in loaded.written.seats:
            game = game_of(loaded, players, ())
            for number in range(games):
                broken.extend(_invariants(game, number))
    checked = len(game_of(loaded, None, ()).program.invariants) if games and not names else 0
    return Tested(path, loaded.written.title, tuple(outcomes), tuple(broken), checked)


def _invariants(game: Game, number: int) -> Iterator[Failure]:
    """One random game; the first position in which something does not hold that always should."""
    if not game.program.invariants:
        return
    position, random = game.position(), stream(number, "invariants")
    while True:
        try:
            position.settle(random)
            cells = list(position.state.cells)
            for text, term, origin in game.program.invariants:
                if not game.executor.evaluate(cells, term):
                    words = f"always {text}: does not hold with {len(game.players)} players"
                    yield Failure(origin, words, (), position.state.text())
                    return
            if position.is_over:
                return
            position.playout(random, 1)
        except Fault as fault:
            yield Failure(Origin(None), f"the rules break in a random game: {fault.message}", (), position.state.text())
            return


def _short(tested: Sequence[Tested], coverage: float) -> bool:
    from interpreter.command.coverage import cover_examples

    short = False
    for one in tested:
        share = cover_examples(one.path).share * 100
        if share < coverage:
            click.echo(f"{one.title}: examples use {share:.0f} % of the rules, less than {coverage:g} %.", err=True)
            short = True
    return short


# -------------------------------------------------------------------------------------------------------- words


def _text(tested: Sequence[Tested], verbose: bool) -> str:
    return "".join(f"{line}\n" for one in tested for line in _lines(one, verbose))


def _lines(one: Tested, verbose: bool) -> Iterator[str]:
    for outcome in one.outcomes:
        if outcome.failure is not None:
            yield f'FAILED "{outcome.title}" {_setting(outcome)}'
            yield from _failure(outcome.failure)
        elif verbose:
            yield f'passed "{outcome.title}" {_setting(outcome)} in {outcome.seconds * 1000:.0f} ms'
    for broken in one.broken:
        yield "FAILED invariant"
        yield from _failure(broken)
    failed = sum(outcome.failure is not None for outcome in one.outcomes)
    seconds = sum(outcome.seconds for outcome in one.outcomes)
    result = f"{len(one.outcomes) - failed} of {counted(len(one.outcomes), 'example')} passed in {seconds:.2f} s"
    held = f", {counted(one.checked_invariants, 'invariant')} {'broken' if one.broken else 'held'}"
    seats = spanned({outcome.players for outcome in one.outcomes})
    yield f"{one.title}: {result}{f' (for {seats} players)' if seats else ''}{held if one.checked_invariants else ''}."


def _setting(outcome: Outcome) -> str:
    variants = f", {', '.join(outcome.variants)}" if outcome.variants else ""
    return f"({outcome.players} players{variants})"


def _failure(failure: Failure) -> Iterator[str]:
    span = failure.origin.span
    if span is not None:
        yield f"  --> {span}"
        yield f"   | {span.source.line_text(span.line).strip()}"
    yield f"   = {failure.reason}"
    for line in failure.values:
        yield f"   | {line}"
    if failure.origin.cite:
        yield f"   = cite: {failure.origin.cite}"
    if failure.offered:
        yield f"   = can be chosen: {'; '.join(failure.offered)}"
    for line in failure.position.splitlines():
        yield f"       {line}"
    yield ""


def _json(tested: Sequence[Tested], _verbose: bool) -> str:
    return json.dumps([_record(one) for one in tested], indent=2, ensure_ascii=False) + "\n"


def _record(one: Tested) -> dict[str, Any]:
    return {
        "path": one.path,
        "title": one.title,
        "examples": [
            {
                "title": outcome.title,
                "players": outcome.players,
                "variants": list(outcome.variants),
                "seconds": round(outcome.seconds, 6),
                "passed": outcome.failure is None,
                "failure": None if outcome.failure is None else _failure_record(outcome.failure),
            }
            for outcome in one.outcomes
        ],
        "invariants": {"checked": one.checked_invariants, "broken": [_failure_record(found) for found in one.broken]},
    }


def _failure_record(failure: Failure) -> dict[str, Any]:
    return {
        "place": str(failure.origin.span) if failure.origin.span is not None else None,
        "reason": failure.reason,
        "values": list(failure.values),
        "cite": failure.origin.cite,
        "offered": list(failure.offered),
        "position": failure.position,
    }


def _junit(tested: Sequence[Tested], _verbose: bool) -> str:
    from xml.sax.saxutils import escape, quoteattr

    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<testsuites>"]
    for one in tested:
        failed = sum(outcome.failure is not None for outcome in one.outcomes)
        lines.append(f'<testsuite name={quoteattr(one.title)} tests="{len(one.outcomes)}" failures="{failed}">')
        for outcome in one.outcomes:
            name = f"name={quoteattr(outcome.title)} classname={quoteattr(one.path)}"
            lines.append(f'<testcase {name} time="{outcome.seconds:.4f}">')
            if outcome.failure is not None:
                message = quoteattr(outcome.failure.reason)
                lines.append(f"<failure message={message}>{escape(chr(10).join(_failure(outcome.failure)))}</failure>")
            lines.append("</testcase>")
        lines.append("</testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"
