"""Plots as Vega-Lite: plain dictionaries, drawn as SVG by vl-convert where it is installed (extra `report`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

from interpreter.experiments.report.figures import Estimate, share
from interpreter.experiments.report.report import GameReport, ReportChange
from interpreter.experiments.report.uses import UseFigures
from interpreter.experiments.report.words import (
    Table,
    between,
    changes_table,
    played_cells,
    seats_table,
    skill_table,
    stakes_table,
    table_of,
    uses_table,
)
from rulelang.tuning.fast_dataclass import dataclass

Spec: TypeAlias = dict[str, Any]
Rows: TypeAlias = list[dict[str, Any]]

_WIDTH: Final = 460
#: Told apart by people who see colours differently (after Okabe and Ito), and all dark enough to be seen on white.
COLOURS: Final = ("#0072B2", "#C45100", "#00805C", "#A8508A", "#5C6B73", "#8A6500", "#000000")
_MOST_USES: Final = 24
#: Of fewer decisions, or fewer games with a leader, nothing is drawn: it would be luck.
_ENOUGH: Final = 8
_ENOUGH_GAMES: Final = 20
_NO_CHANGE: Final = {"mark": "rule", "encoding": {"x": {"datum": 0, "type": "quantitative"}}}
_CONFIG: Final = {
    "font": "sans-serif",
    "range": {"category": list(COLOURS)},
    "point": {"opacity": 1},
    "view": {"stroke": None},
    "axis": {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "gridColor": "#e3e3e3"},
    "legend": {"labelFontSize": 12, "labelLimit": 320, "orient": "bottom", "columns": 3, "columnPadding": 48},
    "header": {"labelFontSize": 12},
}


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot: its title, what it shows in words (for those who do not see it), its data, and the plot. The data are a
    table, too, unless they stand beside the plot anyway."""

    title: str
    words: str
    rows: tuple[dict[str, Any], ...]
    spec: Spec
    table: Table | None = None


def charts(game: GameReport) -> list[Chart]:
    """Every plot of a game there are data for."""
    found = [_seats(game), _skill(game), _lengths(game), _leads(game), _stakes(game), _uses(game), *_changes(game)]
    return [chart for chart in found if chart.rows]


@cache
def can_draw() -> bool:
    """Is there something to draw with?"""
    return find_spec("vl_convert") is not None


def drawn(chart: Chart) -> str:
    """The plot as SVG."""
    # The library has no types.
    converter: Any = import_module("vl_convert")
    svg: str = converter.vegalite_to_svg(chart.spec)
    return svg


def _seats(game: GameReport) -> Chart:
    rows: Rows = []
    for cell in () if game.together else played_cells(game):
        for seat, found in enumerate(cell.seats):
            row = {"cell": table_of(cell), "seat": game.seats[cell.players][seat], "fair": 1 / cell.players}
            rows.append({**row, **_numbers(found)})
    words = "Each seat's part of the wins with the interval it lies in, beside a fair part, for each table."
    return _chart("Wins of the seats", words, rows, [
        *_with_interval(_share, y=_named("seat"), color=_named_beside("seat")),
        _layer("tick", x=_share("fair"), y=_named("seat"), color={"value": "#000"}),
    ], row="cell", table=seats_table(game))  # fmt: skip


def _skill(game: GameReport) -> Chart:
    """The stronger beside the weaker one, at the same tables."""
    rows: Rows = [
        {"cell": table_of(cell), "bot": name, "fair": 1 / cell.players, **_numbers(found)}
        for cell in played_cells(game)
        if len(cell.line_up) > 1 and not game.together
        for name, found in cell.line_up.items()
    ]
    words = (
        "What part of the wins each of two bots has for each seat it takes, with the interval it lies in, beside luck."
    )
    return _chart("Does the better player win?", words, rows, [
        *_with_interval(_share, y=_named("bot"), color=_named_beside("bot")),
        _layer("tick", x=_share("fair"), y=_named("bot"), color={"value": "#000"}),
    ], row="cell", table=skill_table(game))  # fmt: skip


def _lengths(game: GameReport) -> Chart:
    rows: Rows = []
    for cell in game.cells:
        if len(cell.length_deciles) == 9 and cell.lengths:
            low, high = cell.lengths[0], cell.lengths[-1]
            ends = {"shortest": low, "tenth": cell.length_deciles[0], "median": cell.length_middle}
            rows.append({"cell": table_of(cell), **ends, "ninth": cell.length_deciles[8], "longest": high})
    heads = ("shortest", "tenth", "median", "ninth", "longest")
    told = [(str(row["cell"]), *(f"{row[head]:g}" for head in heads)) for row in rows]
    words = "Moves in a game: the shortest and the longest, eight of ten, and the median, for each table."
    return _chart("Length of the games", words, rows, [
        _layer("rule", x=_amount("shortest", "moves"), x2="longest", y=_named("cell")),
        _layer("bar", x=_amount("tenth", "moves"), x2="ninth", y=_named("cell"), size=12, opacity=0.6),
        _layer("tick", x=_amount("median", "moves"), y=_named("cell"), color={"value": "#000"}, thickness=3),
    ], table=("moves in a game", ("table", *heads), told))  # fmt: skip


def _leads(game: GameReport) -> Chart:
    cells = [cell for cell in game.cells if max(found.count for found in cell.leader_won) >= _ENOUGH_GAMES]
    rows: Rows = [
        {"cell": table_of(cell), "part": (step + 1) / len(cell.leader_won), **_numbers(found)}
        for cell in cells
        for step, found in enumerate(cell.leader_won)
        if found.count >= _ENOUGH_GAMES
    ]
    heads = ("table", *(f"after {step}0%" for step in range(1, 11)))
    told = [
        (table_of(cell), *(f"{share(one.mean)} ({between(one, share)})" for one in cell.leader_won)) for cell in cells
    ]
    words = f"How often whoever leads alone at a part of the game wins it, where {_ENOUGH_GAMES} games or more tell."
    x = {"field": "part", "type": "quantitative", "title": "part of the game", "axis": {"format": "%"}}
    return _chart("When it is decided", words, rows, [{
        "mark": {"type": "line", "point": True},
        "encoding": {
            "x": x, "y": _share("share"), "color": _coloured("cell"), "strokeDash": _coloured("cell"),
        },
    }], table=("wins of whoever leads alone", heads, told))  # fmt: skip


def _stakes(game: GameReport) -> Chart:
    rows: Rows = [
        {"cell": table_of(cell), "part": one.part, "weight": one.own, "others": one.others, "decisions": one.decisions}
        for cell in game.cells
        for one in cell.stakes
        if one.decisions >= _ENOUGH
    ]
    order = ["beginning", "middle", "end"]
    x = {"field": "part", "type": "nominal", "title": "part of the game", "sort": order, "axis": {"labelAngle": 0}}
    y = {"field": "weight", "type": "quantitative", "title": "part of a win", "axis": {"format": "%"}}
    words = "How far apart the moves of a decision are, in the part of the win that random play gives after them."
    return _chart("What hangs on decisions", words, rows, [
        {
            "mark": {"type": "bar"},
            "encoding": {"x": x, "y": y, "color": _coloured("cell"), "xOffset": {"field": "cell"}},
        },
    ], table=stakes_table(game))  # fmt: skip


def _uses(game: GameReport) -> Chart:
    known = [one for one in game.uses if one.effect is not None and one.interval is not None]
    chosen = sorted(known, key=_weight)
    shown = chosen if len(chosen) <= _MOST_USES else [*chosen[: _MOST_USES // 2], *chosen[-_MOST_USES // 2 :]]
    rows: Rows = [
        {
            "name": f"{one.name} ({one.sort})",
            "share": one.effect,
            "low": max(-1.0, one.interval[0]),
            "high": min(1.0, one.interval[1]),
            "offered": one.offered,
            "taken": one.taken,
            "found": one.verdict or "nothing sure and large",
        }
        for one in reversed(shown)
        if one.interval is not None
    ]
    title = "What taking something does"
    words = (
        "What one use more, by luck, adds to the part of a win, with the interval it lies in; the strongest both ways."
    )
    y = {"field": "name", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 320}}
    x = partial(_share, title="what it adds to the part of a win")
    layers = [_NO_CHANGE, *_with_interval(x, y=y, color=_coloured("found"))]
    return _chart(title, words, rows, layers, table=uses_table(game.uses))


def _weight(one: UseFigures) -> float:
    """How surely it is how much."""
    assert one.effect is not None
    assert one.interval is not None
    low, high = one.interval
    return one.effect / max(1e-6, high - low)


def _changes(game: GameReport) -> list[Chart]:
    """A plot for each number that was varied: wins of the first seat and length."""
    found = []
    for measure, title in (("first-player", "wins of the first seat"), ("length", "moves")):
        about = [one for one in game.changes if one.measure == measure and one.interval is not None]
        rows: Rows = [
            {"change": one.changes, "cell": _table(one), "difference": one.after - one.before, **_bounds(one)}
            for one in about
        ]
        words = f"By how much {title} change with another number, with the interval."
        form = ".0%" if about and about[0].unit == "share" else ".1f"
        x = {"field": "difference", "type": "quantitative", "title": f"change of {title}", "axis": {"format": form}}
        low = {**x, "field": "low"}
        y = {"field": "change", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 320}}
        found.append(_chart(f"Other numbers: {title}", words, rows, [
            _layer("point", x=x, y=y, color=_coloured("cell")),
            _layer("rule", x=low, x2="high", y=y, color=_coloured("cell")),
        ], table=(f"other numbers: {title}", *changes_table(about)[1:])))  # fmt: skip
    return found


def differences(changes: Sequence[ReportChange]) -> Chart:
    """What surely changes with other rules, measures of all units on one scale."""
    sure = [one for one in changes if one.sure and one.size is not None]
    rows: Rows = [
        {"measure": one.title, "cell": one.cell, "size": one.size, "before": one.before, "after": one.after}
        for one in sorted(sure, key=lambda one: -abs(one.size or 0))
    ]
    words = "How large each sure change is at each table, in standard deviations: 0.2 is little, 0.8 much."
    x = {"field": "size", "type": "quantitative", "title": "change in standard deviations"}
    y = {"field": "measure", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 320}}
    return _chart("What changes", words, rows, [_NO_CHANGE, _layer("point", x=x, y=y, color=_coloured("cell"))])


# --------------------------------------------------------------------------------------------- small parts


def _chart(
    title: str, words: str, rows: Rows, layers: Sequence[Spec], *, row: str = "", table: Table | None = None
) -> Chart:
    inner: Spec = {"width": _WIDTH, "layer": list(layers)}
    spec: Spec = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "description": words,
        "data": {"values": rows},
        "config": _CONFIG,
        # Who looks at it may have wider letters than who drew it.
        "padding": {"left": 48, "right": 32, "top": 6, "bottom": 6},
    }
    if row:
        # Each part has its name above it, and only its own rows.
        header = {"title": None, "labelOrient": "top", "labelAnchor": "start", "labelFontWeight": "bold"}
        order = list(dict.fromkeys(one[row] for one in rows))
        spec |= {"facet": {"row": {"field": row, "type": "nominal", "sort": order, "header": header}}, "spec": inner}
        spec |= {"resolve": {"scale": {"y": "independent"}}, "spacing": 8}
    else:
        spec |= inner
    return Chart(title, words, tuple(rows), spec, table)


def _layer(mark: str, *, x: Spec, y: Spec, color: Spec | None = None, x2: str = "", **look: Any) -> Spec:
    encoding: Spec = {"x": x, "y": y}
    if color is not None:
        encoding["color"] = color
    if x2:
        encoding["x2"] = {"field": x2}
    filled = {"filled": True, "size": 60} if mark == "point" else {}
    return {"mark": {"type": mark, **filled, **look}, "encoding": encoding}


def _with_interval(x: Callable[[str], Spec], *, y: Spec, color: Spec) -> list[Spec]:
    """A share and where it lies."""
    return [
        _layer("rule", x=x("low"), x2="high", y=y, color=color, strokeWidth=2),
        _layer("point", x=x("share"), y=y, color=color),
    ]


def _share(field: str, title: str = "part of the wins") -> Spec:
    return {"field": field, "type": "quantitative", "title": title, "axis": {"format": "%", "tickCount": 6}}


def _amount(field: str, title: str) -> Spec:
    return {"field": field, "type": "quantitative", "title": title}


def _named(field: str) -> Spec:
    return {"field": field, "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 320}}


def _coloured(field: str) -> Spec:
    return {"field": field, "type": "nominal", "sort": None, "title": None}


def _named_beside(field: str) -> Spec:
    """Coloured, where its name stands beside it: then nothing has to say what the colours mean."""
    return {**_coloured(field), "legend": None}


def _numbers(found: Estimate) -> dict[str, float]:
    low, high = found.interval or (found.mean, found.mean)
    return {"share": found.mean, "low": low, "high": high, "games": found.count}


def _bounds(one: ReportChange) -> dict[str, float]:
    low, high = one.interval or (one.after - one.before, one.after - one.before)
    return {"low": low, "high": high}


def _table(one: ReportChange) -> str:
    return one.cell.partition(", ")[2]
