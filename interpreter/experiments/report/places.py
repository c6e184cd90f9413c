"""Where in its rulebook something stands that games were about."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from interpreter.api.game import Game
from interpreter.api.sources import Texts
from interpreter.experiments.endings import end_triggers, said
from interpreter.experiments.measures.options import option_name, option_names
from interpreter.experiments.report.figures import CellFigures
from rulelang.graph.program import Decide
from rulelang.rulebook.declared import declared
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import SourceFile, Span
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the rulebook and where it is."""

    text: str
    place: str


class ReportPlaces:
    """The lines of one rulebook, for whatever has a name in it."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._actions: dict[str, Standing] = {}
        self._things: dict[str, Standing] = {}
        for game in games:
            for node in game.program.nodes:
                if isinstance(node, Decide):
                    self._learn(node)
            for name in option_names(game):
                self._actions.setdefault(name, Standing("", ""))
            for name, span in declared(_read_again(game.rulebook.texts)).items():
                line = span.source.line_text(span.line).strip()
                self._things.setdefault(name, Standing(" ".join(line.split()), _place(span)))

    def _learn(self, node: Decide) -> None:
        for option in node.options:
            origin = option.origin if option.origin.span is not None else node.origin
            if origin.span is not None:
                standing = Standing(said(origin), _place(origin.span))
                self._actions.setdefault(option_name(node, option), standing)

    @property
    def actions(self) -> tuple[str, ...]:
        """Everything that can be chosen by a name."""
        return tuple(self._actions)

    def of(self, sort: str, name: str) -> Standing | None:
        """Where an action, or a thing of a sort, stands."""
        if sort == "action":
            return self._things.get(f"to {name}") or self._actions.get(name)
        return self._things.get(name) or self._things.get(name.removeprefix(f"{sort} ")) or self._things.get(sort)


def unused_ends(games: Iterable[Game], cells: Iterable[CellFigures]) -> tuple[Standing, ...]:
    """The sentences that could have ended games and ended none."""
    seen = {ending.sentence for cell in cells for ending in cell.endings}
    can = {
        text: origin.span for game in games for text, origin in end_triggers(game).items() if origin.span is not None
    }
    return tuple(Standing(text, _place(span)) for text, span in can.items() if text not in seen)


def _read_again(texts: Texts) -> WrittenRulebook:
    """The sentences, which a game that is played does not carry."""
    files = {Path(path): SourceFile(path, text) for path, text in texts}
    first = next(iter(files))
    return load(files[first], lambda name: files.get(first.parent / name))[0]


def _place(span: Span) -> str:
    return f"{span.source.path.rpartition('/')[2]}:{span.line}"
