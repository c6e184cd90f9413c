"""`rulelang sim`"""

from __future__ import annotations

import os

import click

from interpreter.bots import bot_names
from interpreter.cli.gates import check_gate, read_gate
from interpreter.cli.loading import game_of, load_playable, setting_options
from interpreter.cli.sim_page import html, render
from interpreter.cli.sim_report import Setting, SimReport, json_text, report, text
from interpreter.cli.simulation import Plan, Played, option_names, simulate
from interpreter.game import Game
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE, STANDARD_INPUT, hand_over
from rulelang.cli.reporting import REPORTS, first_line
from rulelang.cli.showing import progress
from rulelang.rulebook.loading import Rulebook
from rulelang.source import Span

_FORMATS = (*REPORTS, "html")


@click.command("sim")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@setting_options
@click.option("--games", "-g", type=click.IntRange(1), default=1000, help="How many games. [1000]")
@click.option("--seed", "-s", type=int, default=1, help="The same seed gives the same figures. [1]")
@click.option(
    "--bot", "bots", multiple=True, type=click.Choice(bot_names()), help="For each seat, or one for all. [random]"
)
@click.option("--processes", "-p", type=click.IntRange(1), help="How many processes. [all processors]")
@click.option("--expect", "expected", multiple=True, metavar="RANGE", help='For example "first-player 45%..55%".')
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", help="How to print it. [text]")
@click.option("--output", "-o", type=FILE, metavar="FILE", help="Write to a file.")
def command(
    path: str,
    players: int | None,
    variants: tuple[str, ...],
    games: int,
    seed: int,
    bots: tuple[str, ...],
    processes: int | None,
    expected: tuple[str, ...],
    form: str,
    output: str | None,
) -> int:
    """Play many games and report wins, lengths, scores, options and endings.

    Expectations fail (exit code 1) when the figure is surely outside of the range; when it may be inside or outside,
    the answer is inconclusive (exit code 4) and more games are needed. So it is when no game came to an end.

    \b
    rulelang sim my_game.rules --players 3 --games 2000
    rulelang sim my_game.rules --bot mcts --bot random --games 100
    rulelang sim my_game.rules -g 5000 --expect "first-player 45%..55%"
    """
    loaded = load_playable(path)
    game = game_of(loaded, players, variants)
    gates = [read_gate(wanted, game.players) for wanted in expected]
    seated = _seated(bots, game)
    plan = Plan(path, len(game.players), game.variants, seed, seated)
    # Other processes read the rulebook again, which standard input does not allow.
    most = 1 if path == STANDARD_INPUT else processes or os.cpu_count() or 1
    played = _play(game, plan, games, most)
    reports = tuple(check_gate(gate, game.players, played) for gate in gates)
    setting = Setting(game.title, game.players, game.variants, seated, seed, option_names(game))
    found = report(setting, played, reports)
    writers = {"text": text, "json": json_text, "html": html}
    printed = writers[form](found) if form in writers else render(found, form, _header(loaded.written))
    hand_over(printed, output, f": {found.finished} of {found.games} games came to an end.")
    return _exit(found)


def _seated(bots: tuple[str, ...], game: Game) -> tuple[str, ...]:
    seats = len(game.players)
    if len(bots) <= 1:
        return (bots[0] if bots else "random",) * seats
    if len(bots) != seats:
        raise click.UsageError(f"Give one --bot for all seats, or {seats}: one for each.")
    return bots


def _play(game: Game, plan: Plan, games: int, processes: int) -> list[Played]:
    played: list[Played] = []
    with progress("Playing", games) as done:
        for batch in simulate(game, plan, games, min(processes, games)):
            played.extend(batch)
            done(len(batch))
    return sorted(played, key=lambda one: one.number)


def _header(written: Rulebook) -> Span:
    """The line expectations are told at: the one that names the game."""
    assert written.header is not None
    return first_line(written.header.span)


def _exit(found: SimReport) -> int:
    outcomes = {gate.outcome for gate in found.expected}
    if found.faults or "missed" in outcomes:
        return Exit.FINDINGS
    return Exit.INCONCLUSIVE if "inconclusive" in outcomes or not found.finished else Exit.CLEAN
