"""Where the lines of the production code are, like for like: what was there before the graph became the hub, and what
has come since. `python -m tests.architecture.areas BEFORE` prints both; BEFORE is a checkout from before."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from tests.architecture.measures import PACKAGES, ROOT

#: What has come since, by the beginnings of its paths.
ADDED: dict[str, tuple[str, ...]] = {
    "games as C": ("interpreter/engine/native/", "interpreter/bots/compiled_search", "interpreter/cli/cache"),
    "graph files: read, checked, compared, analysed": (
        "rulelang/graph/node_link/", "rulelang/graph/verify/", "rulelang/graph/parts", "rulelang/graph/network",
        "rulelang/graph/analysis", "rulelang/graph/difference",
    ),
    "the designer's drawing": ("rulelang/graph/designer",),
    "mutation testing": (
        "rulelang/mutation/", "interpreter/mutation/", "interpreter/cli/mutat", "rulelang/cli/facts_mutants"
    ),
    "experiments and statistics": (
        "interpreter/experiments/", "interpreter/statistics/", "interpreter/cli/experiment", "interpreter/workers"
    ),
    "sentences read back": ("rulelang/reading/", "rulelang/cli/read"),
    "facts of printed rules": ("rulelang/cli/facts", "rulelang/rulebook/statements"),
    "documentation, colours, migration": (
        "interpreter/cli/documentation/", "interpreter/cli/docs", "rulelang/highlighting/",
        "rulelang/cli/source_colours",
        "interpreter/cli/migrat", "rulelang/deprecations", "rulelang/cli/new", "rulelang/cli/completion",
    ),
    "pytest plugin, watching": ("interpreter/cli/pytest_plugin", "interpreter/cli/watch", "rulelang/cli/watch"),
}  # fmt: skip

#: What was there, by the beginnings of its paths then and now.
THERE: dict[str, tuple[str, ...]] = {
    "compiler, form of the graph, its words and drawings": ("rulelang/graph/", "rulelang/compile/"),
    "executors": ("interpreter/execute/", "interpreter/engine/"),
    "checks": ("rulelang/checks/",),
    "language: tokens, tree, formatter": (
        "rulelang/tokens/", "rulelang/tree/", "rulelang/formatting/", "rulelang/source"
    ),
    "findings": ("rulelang/diagnostics/",),
    "rulebook": ("rulelang/rulebook/",),
    "command line": ("rulelang/command/", "rulelang/cli/", "interpreter/command/", "interpreter/cli/"),
    "sessions, sight, words, why, saves, bots, examples": ("interpreter/",),
    "tuning and the rest": ("rulelang/",),
}  # fmt: skip


def lines_of(root: Path) -> Counter[str]:
    """The lines of each area."""
    found: Counter[str] = Counter()
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            place = path.relative_to(root).as_posix()
            found[area_of(place)] += len(path.read_text(encoding="utf-8").splitlines())
    return found


def area_of(place: str) -> str:
    """The first area that a file belongs to."""
    return next(name for name, starts in (ADDED | THERE).items() if place.startswith(starts))


def main() -> None:
    """Print both tables."""
    before, now = lines_of(Path(sys.argv[1])), lines_of(ROOT)
    for title, areas in (("was there", THERE), ("has come since", ADDED)):
        sys.stdout.write(f"| {title} | before | now | |\n| --- | --- | --- | --- |\n")
        for name in sorted(areas, key=lambda name: before[name] - now[name]):
            sys.stdout.write(f"| {name} | {before[name]:,} | {now[name]:,} | {now[name] - before[name]:+,} |\n")
        old, new = sum(before[name] for name in areas), sum(now[name] for name in areas)
        sys.stdout.write(f"| together | {old:,} | {new:,} | {new - old:+,} |\n\n")


if __name__ == "__main__":
    main()
