"""`rulelang diff`"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

import click

from interpreter.chance import stream
from interpreter.command.loading import game_of, load_playable, read_text, setting_options
from interpreter.execute.interface import Fault
from interpreter.explain.refusal import Refusal
from interpreter.game import Game
from interpreter.records.replay import Rejected, resume
from interpreter.session import Session
from rulelang.command.exits import Exit
from rulelang.command.showing import counted

_MOST_MOVES = 400


@dataclass(frozen=True, slots=True)
class Difference:
    """A kind of move that only one of two rulebooks allows, with the first position in which that was seen."""

    change: str
    option: str
    move: str
    player: str
    seed: int
    after: tuple[str, ...]
    position: str


@click.command("diff")
@click.argument("before", metavar="OLD")
@click.argument("after", metavar="NEW")
@setting_options
@click.option("--games", "-g", type=click.IntRange(1), default=20, help="Games to look for differences in. [20]")
@click.option("--saved", multiple=True, metavar="SAVE", help="Does this saved game still replay by the new rules?")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How to print it. [text]")
def command(
    before: str,
    after: str,
    players: int | None,
    variants: tuple[str, ...],
    games: int,
    saved: tuple[str, ...],
    form: str,
) -> int:
    """Compare two rulebooks by playing both side by side: what became possible, what not any more.

    Each difference is shown once, with a position in which it can be seen. Exit code 1 if there are any.

    \b
    rulelang diff old.rules new.rules
    rulelang diff old.rules new.rules --saved evening.json
    """
    old, new = (game_of(load_playable(path), players, variants) for path in (before, after))
    found: dict[tuple[str, str], Difference] = {}
    for seed in range(games):
        _compare(old, new, seed, found)
    replays = {path: _replays(new, path) for path in saved}
    if form == "json":
        record = {"differences": [asdict(one) for one in found.values()], "saves": replays}
        click.echo(json.dumps(record, indent=2, ensure_ascii=False))
    else:
        for one in found.values():
            click.echo(f"{one.change}: {one.option}, for example {one.move} ({one.player} decides)")
            click.echo(f"    after: {', '.join(one.after) or 'the beginning'}")
            click.echo("".join(f"    {line}\n" for line in one.position.splitlines()), nl=False)
        for path, answer in replays.items():
            click.echo(f"{path}: {answer}")
        click.echo(f"{counted(len(found), 'difference')} in {counted(games, 'game')}.")
    changed = bool(found) or any(answer != "still replays" for answer in replays.values())
    return Exit.FINDINGS if changed else Exit.CLEAN


def _compare(old: Game, new: Game, seed: int, found: dict[tuple[str, str], Difference]) -> None:
    """One game by both rules; it stops where they part for good."""
    left, right = old.start(seed, chance="asked"), new.start(seed, chance="asked")
    random, moves = stream(seed, "diff"), list[str]()
    try:
        while len(moves) < _MOST_MOVES:
            if left.chance is not None:
                if not _same_luck(left, right):
                    return
                continue
            one, other = left.decision, right.decision
            if one is None or other is None or one.player != other.player:
                if (one is None) != (other is None):
                    change = "ends earlier" if other is None else "goes on"
                    _note(found, change, "the game", "", left, seed, moves)
                return
            before = {option.notation: option for option in one.options}
            after = {option.notation: option for option in other.options}
            for name in before.keys() - after.keys():
                _note(found, "not possible any more", before[name].name, name, left, seed, moves)
            for name in after.keys() - before.keys():
                _note(found, "became possible", after[name].name, name, left, seed, moves)
            shared = [name for name in before if name in after]
            if not shared:
                return
            name = shared[int(random.random() * len(shared))]
            left.apply(before[name])
            right.apply(after[name])
            moves.append(name)
    except Fault as fault:
        _note(found, "the rules break", fault.message, "", left, seed, moves)


def _same_luck(left: Session, right: Session) -> bool:
    step = left.happen()
    if isinstance(step, Refusal) or right.chance is None:
        return False
    return not isinstance(right.happen(step.outcome), Refusal)


def _note(
    found: dict[tuple[str, str], Difference],
    change: str,
    option: str,
    move: str,
    at: Session,
    seed: int,
    moves: list[str],
) -> None:
    if (change, option) in found:
        return
    player = at.decision.player if at.decision is not None else "nobody"
    found[change, option] = Difference(change, option, move, player, seed, tuple(moves[-6:]), at.state.text())


def _replays(game: Game, path: str) -> str:
    answer = resume(game, read_text(path), other_versions=True)
    return str(answer) if isinstance(answer, Rejected) else "still replays"
