"""The report as text, and the tables that the page shows, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from interpreter.experiments.report.figures import CellFigures, Estimate, number, p_value, share, told
from interpreter.experiments.report.findings import Finding
from interpreter.experiments.report.report import ExperimentReport, GameReport, ReportChange
from interpreter.experiments.report.uses import UseFigures

#: A title, the heads of its columns, and its rows.
Table: TypeAlias = tuple[str, tuple[str, ...], list[tuple[str, ...]]]

_MOST_USES: Final = 30
_MEASURES: Final = (
    "length", "decisions", "turns", "rounds", "choices", "interaction", "draws", "last-move", "lead-changes", "settled",
    "behind", "drama", "runaway", "comebacks", "score", "finished",
)  # fmt: skip


#: What says nothing where all win or lose together.
_APART: Final = ("draws", "last-move")


def json_text(found: ExperimentReport) -> str:
    """For programs."""
    from pydantic import TypeAdapter

    return TypeAdapter(ExperimentReport).dump_json(found, indent=2).decode() + "\n"


def text(found: ExperimentReport) -> str:
    """For people at a terminal."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: ExperimentReport) -> Iterator[str]:
    yield found.title
    for game in found.games:
        yield f"\n{heading(game)}"
        yield f"{played(game)}, seed {found.seed}"
        yield "\nwhat was found"
        yield from (f"  {line}" for line in finding_lines(game.findings))
        for title, heads, rows in tables(game, _MOST_USES):
            yield f"\n{title}"
            yield from aligned(heads, rows)


def heading(game: GameReport) -> str:
    """`Samurai, Short Game`"""
    return ", ".join((game.book, *game.variants))


def played_cells(game: GameReport) -> list[CellFigures]:
    """Those of which some game came to its end."""
    return [cell for cell in game.cells if cell.finished]


def played(game: GameReport) -> str:
    """How many games there are to judge by."""
    cells = (*game.cells, *game.changed)
    return f"{sum(cell.games for cell in cells)} games in {len(cells)} cells"


def finding_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """Each with its place in the rulebook."""
    if not findings:
        yield "Nothing that is both certain and large enough to matter."
    for one in findings:
        where = f" ({one.place}: {one.sentence})" if one.place else ""
        yield f"- {one.message}{where}"


def tables(game: GameReport, most_uses: int | None = None) -> list[Table]:
    """Every table of a game that has rows; of what was offered, no more rows than are asked for."""
    found = [
        players_table(game), seats_table(game), _together(game), skill_table(game), _measures(game), _endings(game),
        _choices(game), stakes_table(game), uses_table(game.uses, most_uses), changes_table(game.changes),
    ]  # fmt: skip
    return [table for table in found if table[2]]


def players_table(game: GameReport) -> Table:
    """A row for each measure, a column for each number of players."""
    numbers = sorted({players for one in game.by_players for players in one.found})
    rows: list[tuple[str, ...]] = []
    for one in game.by_players:
        known = (one.found.get(players) for players in numbers)
        means = ("-" if found is None else told(found.mean, one.unit) for found in known)
        rows.append((one.title, *means, p_value(one.corrected), "sure" if one.sure else "may be luck"))
    bots = game.by_players[0].bots if game.by_players else ""
    heads = ("measure", *(f"{players} players" for players in numbers), "p", "difference")
    return f"what the number of players changes ({bots})", heads, rows


def seats_table(game: GameReport) -> Table:
    """Each seat at each table."""
    rows: list[tuple[str, ...]] = []
    for cell in () if game.together else played_cells(game):
        for seat, found in enumerate(cell.seats):
            name = game.seats[cell.players][seat]
            rows.append((table_of(cell), name, share(found.mean), between(found, share), str(found.count)))
    return "wins of the seats", ("table", "seat", "share", "95 of 100 times between", "games"), rows


def _together(game: GameReport) -> Table:
    rows: list[tuple[str, ...]] = []
    for cell in game.cells if game.together else ():
        won = cell.measured("won")
        if won is not None:
            rows.append((table_of(cell), share(won.mean), between(won, share), str(won.count)))
    return "won together", ("table", "share", "95 of 100 times between", "games"), rows


def skill_table(game: GameReport) -> Table:
    """The stronger and the weaker one at each table where both sit."""
    rows: list[tuple[str, ...]] = [
        (table_of(cell), name, share(found.mean), between(found, share), share(1 / cell.players))
        for cell in played_cells(game)
        if len(cell.line_up) > 1 and not game.together
        for name, found in cell.line_up.items()
    ]
    heads = ("table", "bot", "share for each seat", "95 of 100 times between", "luck alone")
    return "does the better player win?", heads, rows


def _measures(game: GameReport) -> Table:
    rows: list[tuple[str, ...]] = []
    for name in _MEASURES:
        for cell in game.cells:
            one = next((one for one in cell.measures if one.name == name), None)
            if one is not None and not (game.together and name in _APART):
                form = number if one.unit == "number" else share
                median = f"median {cell.length_middle:g}" if name == "length" else ""
                rows.append((one.title, table_of(cell), form(one.found.mean), between(one.found, form), median))
    return "measures", ("measure", "table", "mean", "95 of 100 times between", ""), rows


def _endings(game: GameReport) -> Table:
    rows: list[tuple[str, ...]] = []
    for cell in game.cells:
        for one in cell.endings:
            row = (table_of(cell), one.sentence, str(one.games), share(one.share.mean))
            seats = " / ".join(share(part) for part in one.seats)
            last = f"{share(one.last.mean)} ({between(one.last, share)})"
            rows.append((*row, share(one.won)) if game.together else (*row, seats, last))
    nothing = ("-",) if game.together else ("-", "-")
    rows += [("all", f"{one.text} ({one.place})", "0", share(0), *nothing) for one in game.unused_ends]
    then = ("won",) if game.together else ("wins of each seat then", "of who moved last (between)")
    return "how the games ended", ("table", "sentence", "games", "share", *then), rows


def _choices(game: GameReport) -> Table:
    rows: list[tuple[str, ...]] = [
        (
            table_of(cell), one.part, number(one.options), number(one.tried), number(one.good), share(one.matter.mean),
            between(one.matter, share), str(one.decisions),
        )
        for cell in game.cells
        for one in cell.stakes
    ]  # fmt: skip
    heads = (
        "table", "part of the game", "moves possible", "moves tried", "of these maybe the best",
        "decisions that surely matter", "95 of 100 times between", "decisions tried",
    )  # fmt: skip
    return "how many moves there are, and how many matter", heads, rows


def stakes_table(game: GameReport) -> Table:
    """What hangs on decisions, for each third of the game."""
    rows: list[tuple[str, ...]] = [
        (table_of(cell), one.part, share(one.own), share(one.others), str(one.decisions))
        for cell in game.cells
        for one in cell.stakes
    ]
    for cell in game.cells:
        if cell.kingmaking is not None and not game.together:
            king = cell.kingmaking
            spread = max(0.0, king.mean) ** 0.5
            rows.append((table_of(cell), "of players who can hardly win", "-", share(spread), str(king.count)))
    heads = ("table", "part of the game", "to the player", "to the others", "decisions tried")
    return "what decisions are worth (one standard deviation, as a share of a win)", heads, rows


def uses_table(uses: Sequence[UseFigures], most: int | None = None) -> Table:
    """What was offered and taken, most certain first."""
    ordered = sorted(uses, key=lambda one: (one.verdict == "", one.corrected, -one.offered, one.name))
    rows: list[tuple[str, ...]] = []
    for one in ordered[:most]:
        effect = "-" if one.effect is None else f"{one.effect:+.1%}"
        bounds = "-" if one.interval is None else f"{one.interval[0]:+.1%} and {one.interval[1]:+.1%}"
        appeal = "-" if one.appeal is None else f"{one.appeal:.0%} of luck"
        rows.append((
            f"{one.name} ({one.sort})", str(one.offered), str(one.taken), effect, bounds, p_value(one.corrected),
            appeal, one.verdict, one.place,
        ))  # fmt: skip
    heads = (
        "what", "offered", "taken", "one more use", "95 of 100 times between", "p",
        "to players who think", "found", "place",
    )  # fmt: skip
    left = f", {len(rows)} of {len(ordered)}" if len(rows) < len(ordered) else ""
    return f"what is offered and taken, and what that does to winning (most certain first{left})", heads, rows


def changes_table(changes: Sequence[ReportChange]) -> Table:
    """What other numbers, or other rules, change: what is sure first."""
    rows: list[tuple[str, ...]] = []
    for one in sorted(changes, key=lambda one: (not one.sure, one.corrected, one.cell, one.measure)):
        form = number if one.unit == "number" else share
        equal = "the same in every game" if one.interval == (0, 0) else "may be luck"
        sure = "sure" if one.sure else equal
        gap = "-" if one.interval is None else f"{form(one.interval[0])} and {form(one.interval[1])}"
        p, size = p_value(one.corrected), "-" if one.size is None else f"{one.size:+.2f}"
        cell = f"{one.cell}: {one.changes}" if one.changes else one.cell
        rows.append((cell, one.title, form(one.before), form(one.after), gap, p, size, sure))
    heads = ("cell", "measure", "before", "after", "change between", "p", "size", "")
    return "what changes", heads, rows


def table_of(cell: CellFigures) -> str:
    """`3 players, mcts:25`"""
    return f"{cell.players} players, {cell.bots}" + (f", {cell.changes}" if cell.changes else "")


def between(found: Estimate, form: Any) -> str:
    """`41.0% and 59.0%`"""
    return "-" if found.interval is None else f"{form(found.interval[0])} and {form(found.interval[1])}"


def aligned(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of columns for a terminal."""
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    for row in (heads, *rows):
        yield "  " + "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
