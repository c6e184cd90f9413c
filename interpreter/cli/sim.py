"""`rulelang sim`"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import click

from interpreter.api.chance import stream
from interpreter.api.game import Game
from interpreter.api.session import Session
from interpreter.cli.gates import check_gate, read_gate
from interpreter.cli.loading import Loaded, game_of, load_playable, sentence_of, setting_options
from interpreter.cli.sim_page import html, report_of
from interpreter.cli.sim_report import About, SimReport, report
from interpreter.engine.executor import Fault
from interpreter.experiments.dispatch import Wanted
from interpreter.experiments.endings import said
from interpreter.experiments.engines import Engine, EngineLost, engine
from interpreter.experiments.line_up import UnknownBot, maker
from interpreter.experiments.measures.options import option_names
from interpreter.experiments.played import Played
from interpreter.experiments.playing import stopped_game
from interpreter.experiments.setting import Setting, line_up
from interpreter.experiments.stopping import Interrupted, Until, closely_and_quickly, read_until, simulate
from rulelang.cli.exits import Exit
from rulelang.cli.outputs import chosen_format, output_options
from rulelang.cli.reading import FILE, hand_over
from rulelang.cli.reporting import REPORTS
from rulelang.cli.showing import progress
from rulelang.graph.program import ChanceNode, Decide
from rulelang.source import Span

_FORMATS = (*REPORTS, "html")
_GAMES = 1000
#: So many random games are watched for endings and options, if nothing else is said.
_WATCHED = 20
_STOPPED = (
    "Stopped after {games} games; what is told is about these. To play on later, let `rulelang experiment` play: it "
    "keeps every game."
)
#: With a stopping rule, if no number of games is said.
_MOST_GAMES = 1_000_000


@click.command("sim")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@setting_options
@click.option("--games", "-g", type=click.IntRange(1), help="How many games, at most. [1000]")
@click.option("--until", "untils", multiple=True, metavar="WHAT", help='Stop at, say, "first-player within 2%".')
@click.option("--game", "one", type=click.IntRange(0), help="Show this one of the random games, move by move.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), help="Stop after this many minutes.")
@click.option("--seed", "-s", type=int, default=1, help="The same seed gives the same figures. [1]")
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="For each seat, or one for all. [random]")
@click.option(
    "--watched", type=click.IntRange(0), default=_WATCHED,
    help="In so many games endings and options are watched (with bots, in all). [20]",
)  # fmt: skip
@click.option("--processes", "-p", type=click.IntRange(1), help="How many processes. [all processors]")
@click.option("--cluster", metavar="WHERE", help="A Dask cluster: local, or dask://host:port.")
@click.option("--expect", "expected", multiple=True, metavar="RANGE", help='For example "first-player 45%..55%".')
@output_options(_FORMATS)
def command(
    path: str,
    players: int | None,
    variants: tuple[str, ...],
    games: int | None,
    untils: tuple[str, ...],
    one: int | None,
    minutes: float | None,
    seed: int,
    bots: tuple[str, ...],
    watched: int,
    processes: int | None,
    cluster: str | None,
    expected: tuple[str, ...],
    form: str | None,
    output: str | None,
) -> int:
    """Play many games and report wins, lengths, scores, options and endings.

    Bots are random, greedy and mcts; mcts:50 imagines 50 games for each move.

    Expectations fail (exit code 1) when the figure is surely outside the range; when it may be inside or outside,
    the answer is inconclusive (exit code 4) and more games are needed. You may look as often as you like. Where no game
    came to an end, nothing is answered either (4).

    \b
    rulelang sim my_game.rules --players 3 --games 2000
    rulelang sim my_game.rules --bot mcts:50 --bot random --games 100
    rulelang sim my_game.rules -g 5000 --expect "first-player 45%..55%"
    rulelang sim my_game.rules --until "first-player within 2%" --minutes 5
    """
    form = chosen_format(form, output, _FORMATS)
    loaded = load_playable(path)
    game = game_of(loaded, players, variants)
    gates = [read_gate(wanted, game.players) for wanted in expected]
    seated, rules = _seated(bots, game), _rules(untils, game)
    texts = loaded.rulebook.texts
    setting = Setting(
        texts, len(game.players), game.variants, bots=seated, seed=seed, executor=game.executor_name
    )  # fmt: skip
    if one is not None:
        tells = retold if one < watched else retold_end
        for line in tells(game, seed, one, setting.most_moves):
            click.echo(line)
        return Exit.CLEAN
    most = games or (_MOST_GAMES if rules or minutes else _GAMES)
    parts = closely_and_quickly(setting, watched, most)
    stopped = None
    with _engine(cluster, min(processes or os.cpu_count() or 1, most)) as workers:
        try:
            played = _play(parts, workers, rules, minutes)
        except Interrupted as interrupted:
            played, stopped = interrupted.games, interrupted
            if not played:
                raise _nothing(interrupted) from interrupted
    reports = tuple(check_gate(gate, played) for gate in gates)
    seen = min(watched if set(seated) == {"random"} else len(played), len(played))
    about = About(game.title, game.players, game.variants, seated, seed, option_names(game), seen, game.together)
    found = report(about, played, reports)
    printed = html(found) if form == "html" else report_of(found, _header(loaded)).printed(form)
    hand_over(printed, output, f": {found.finished} of {found.games} games came to an end.")
    if stopped is not None:
        click.echo(f"\n{stopped}{' ' if str(stopped) else ''}{_STOPPED.format(games=found.games)}", err=True)
        return Exit.FAILURE if str(stopped) else Exit.INTERRUPTED
    return _exit(found)


def _nothing(interrupted: Interrupted) -> BaseException:
    """Stopped before there was anything to tell."""
    return click.ClickException(str(interrupted)) if str(interrupted) else KeyboardInterrupt()


def _seated(bots: tuple[str, ...], game: Game) -> tuple[str, ...]:
    try:
        for name in bots:
            maker(name)
    except UnknownBot as unknown:
        raise click.UsageError(str(unknown)) from unknown
    seated = line_up(bots, len(game.players))
    if seated is None:
        raise click.UsageError(f"Give one --bot for all seats, or {len(game.players)}: one for each.")
    return seated


def _rules(untils: tuple[str, ...], game: Game) -> list[Until]:
    rules = []
    for written in untils:
        rule = read_until(written, game.players)
        if isinstance(rule, str):
            raise click.UsageError(rule)
        rules.append(rule)
    return rules


def _engine(cluster: str | None, processes: int) -> Engine:
    try:
        return engine(cluster, processes)
    except (ValueError, EngineLost) as problem:
        raise click.UsageError(str(problem)) from problem


def _play(parts: list[Wanted], workers: Engine, rules: list[Until], minutes: float | None) -> list[Played]:
    seconds, most = None if minutes is None else minutes * 60, sum(len(part.numbers) for part in parts)
    with progress("Playing", most, "games") as done:
        return simulate(parts, workers, untils=rules, seconds=seconds, done=done)


def _header(loaded: Loaded) -> Span:
    """The line expectations are told at: the one that names the game."""
    header = loaded.read.header if loaded.read is not None else None
    return (header.span if header is not None else Span(loaded.source, 0, 0)).first_line


def _exit(found: SimReport) -> int:
    outcomes = {gate.outcome for gate in found.expected}
    if found.faults or "missed" in outcomes:
        return Exit.FINDINGS
    # Games that all went on without end answer nothing.
    is_endless = found.stopped and not found.finished
    return Exit.INCONCLUSIVE if "inconclusive" in outcomes or is_endless else Exit.CLEAN


def retold(game: Game, seed: int, number: int, most_moves: int) -> Iterator[str]:
    """What happens in the game of this number, line by line, up to its end or to what breaks it."""
    choosing, luck = (stream(seed, f"game {number}/{what}") for what in ("choices", "chance"))
    session, fault = game.start(seed, chance="asked"), None
    try:
        _retell(session, choosing, luck, most_moves)
    except Fault as met:
        fault = met
    # Once, at its end: to tell a game takes as long as all its moves.
    for passage in session.narrative():
        yield from passage.lines("en")
    if fault is not None:
        yield _break(game, fault)
    else:
        yield f"The game is over: {session.result.text()}." if session.result is not None else "The game goes on."


def _retell(session: Session, choosing: Random, luck: Random, most_moves: int) -> None:
    executor = session.game.executor
    for _ in range(most_moves):
        cells = list(session.state.cells)
        match executor.node(cells):
            case Decide():
                moves = executor.options(cells)
                session.apply(moves[int(choosing.random() * len(moves))])
            case ChanceNode():
                session.happen(executor.draw(cells, luck))
            case _:
                return


def retold_end(game: Game, seed: int, number: int, most_moves: int) -> Iterator[str]:
    """The same for a game that nobody watched, of which the executor tells no moves: how things stood at its end, or at
    the last decision before it broke."""
    stopped = stopped_game(game, seed, number, most_moves)
    position = game.position(stopped.cells)
    yield f"Nobody watched this game. After {stopped.moves} moves it stood like this:"
    yield position.state.text()
    if stopped.fault is not None:
        yield _break(game, stopped.fault)
    else:
        yield f"The game is over: {position.result.text()}." if position.result is not None else "The game goes on."


def _break(game: Game, fault: Fault) -> str:
    return f"Here the rules break: {fault.message} ({said(sentence_of(game, fault))})."
