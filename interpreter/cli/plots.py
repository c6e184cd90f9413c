"""Plots and pages written by hand: one HTML file, no scripts, nothing loaded from elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

#: What the plots look like, for a page or for a picture that stands alone.
PLOT_STYLE = (
    "svg text { font-family: sans-serif; font-size: 12px; fill: #1a1a1a } .bar { fill: #6b93b8 } "
    ".range { stroke: #1a1a1a; stroke-width: 1.5; fill: none } .fair { stroke: #a3234f; stroke-dasharray: 4 3 }"
)
_STYLE = """
body { font-family: sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a }
table { border-collapse: collapse } td, th { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; vertical-align: top }
td.number { text-align: right } .good { color: #1d6b2c } .bad { color: #a11a1a }
pre { font-size: 0.85rem; line-height: 1.35 } .used { background: #e3f2e6 } .half { background: #fdf3d0 }
.never { background: #fbe0e0 }
"""
_WIDTH = 560
_LEFT = 130


def page(title: str, parts: Iterable[str]) -> str:
    """A whole HTML page."""
    head = f"<meta charset=utf-8><title>{escape(title)}</title><style>{_STYLE}{PLOT_STYLE}</style>"
    body = "\n".join((f"<h1>{escape(title)}</h1>", *parts))
    return f"<!doctype html>\n<html lang=en>\n<head>{head}</head>\n<body>\n{body}\n</body>\n</html>\n"


def bars(rows: Sequence[tuple[str, float, float, float]], fair: float) -> str:
    """Shares from 0 to 1 with their intervals, and a line at what would be fair."""
    scale = _WIDTH / max((fair, *(high for *_, high in rows)))
    low_end = len(rows) * 28 + 2
    at = _LEFT + fair * scale
    parts = []
    for number, (name, share, low, high) in enumerate(rows):
        y = number * 28
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 17}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<rect class="bar" x="{_LEFT}" y="{y + 4}" width="{share * scale:.1f}" height="18"/>')
        left, right = _LEFT + low * scale, _LEFT + high * scale
        whisker = f"M{left:.1f} {y + 9}v8m0 -4H{right:.1f}m0 -4v8"
        parts.append(f'<path class="range" d="{whisker}"/>')
        parts.append(f'<text x="{right + 8:.1f}" y="{y + 17}">{share:.1%}</text>')
    parts.append(f'<path class="fair" d="M{at:.1f} 0V{low_end}"/>')
    parts.append(f'<text x="{at:.1f}" y="{low_end + 14}" text-anchor="middle">a fair share: {fair:.0%}</text>')
    return _picture(_LEFT + _WIDTH + 70, low_end + 20, parts)


def histogram(values: Sequence[int], columns: int = 40) -> str:
    """How often each length occurs, in at most so many columns."""
    if not values:
        return "<p>No game came to an end.</p>"
    low, high = min(values), max(values)
    step = max(1, -(-(high - low + 1) // columns))
    counts = Counter((value - low) // step for value in values)
    highest, width = max(counts.values()), _WIDTH / ((high - low) // step + 1)
    parts = []
    for column, count in sorted(counts.items()):
        height = 120 * count / highest
        title = f"<title>{low + column * step} to {low + (column + 1) * step - 1}: {count}</title>"
        place = f'x="{_LEFT + column * width:.1f}" y="{130 - height:.1f}"'
        parts.append(
            f'<rect class="bar" {place} width="{max(1.0, width - 1):.1f}" height="{height:.1f}">{title}</rect>'
        )
    parts.append(f'<text x="{_LEFT}" y="148">{low}</text>')
    parts.append(f'<text x="{_LEFT + _WIDTH}" y="148" text-anchor="end">{high}</text>')
    return _picture(_LEFT + _WIDTH + 20, 156, parts)


def _picture(width: int, height: int, parts: Iterable[str]) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{"".join(parts)}</svg>'
