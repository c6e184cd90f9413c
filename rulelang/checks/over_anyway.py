"""`end the turn` where nothing of the turn is left, and `the game ends now` where nothing of the game is: everywhere it
stands, and in whatever way play comes to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rulelang.checks.context import CheckContext
from rulelang.compile.flow.actions import as_call
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import without_effect as wording
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.words import third_person
from rulelang.source import Span
from rulelang.tree import nodes as tree

#: The parts of play of which nothing is left behind a statement.
_Last: TypeAlias = frozenset[str]
_NONE: _Last = frozenset()


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One finding for each such sentence."""
    walk = _Walk()
    for placed in context.rulebook.items:
        match placed.item:
            case tree.Action(name, _, _, _, body):
                for word in (name.text, third_person(name.text)):
                    walk.actions.setdefault(word, []).append(body)
            case tree.Part(part="play", body=body):
                walk.blocks.append((body, frozenset({"game"})))
            case tree.Part() | tree.StateTrigger() | tree.EventTrigger() | tree.TimeTrigger() | tree.Window():
                walk.blocks.append((placed.item.body, _NONE))
            case _:
                pass
    walk.go()
    for span, scope in walk.stops:
        if not walk.stops[span, scope]:
            yield wording.over_anyway(span, scope)


class _Walk:
    """Every block, with what is left behind it; actions once for each way in which they are called."""

    def __init__(self) -> None:
        self.actions: dict[str, list[tree.Block]] = {}
        self.blocks: list[tuple[tree.Block, _Last]] = []
        #: Does the sentence end something of which anything is left?
        self.stops: dict[tuple[Span, str], bool] = {}

    def go(self) -> None:
        seen: set[tuple[Span, _Last]] = set()
        while self.blocks:
            block, last = self.blocks.pop()
            if (block.span, last) not in seen:
                seen.add((block.span, last))
                for statement in block.statements:
                    self._statement(statement, last if statement is block.statements[-1] else _NONE)

    def _statement(self, node: tree.Statement, last: _Last) -> None:
        match node:
            case tree.Simple(sentences):
                self._line(sentences, last)
            case tree.Branch(arms, otherwise):
                self.blocks += [(arm.body, last) for arm in arms]
                self.blocks += [(otherwise, last)] if otherwise is not None else []
            case tree.ChooseMenu():
                self._menu(node, last)
            case tree.May(_, body):
                self._may(body, last)
            case tree.Phase(body=body):
                self.blocks.append((body, last | {"phase"}))
            case tree.TurnOf(body=body):
                self.blocks.append((body, last | {"turn"}))
            case tree.EachPlayer(takes_turn=takes_turn, body=body):
                self.blocks.append((body, frozenset({"turn"}) if takes_turn else _NONE))
            case tree.Loop(scope=scope, body=body):
                self.blocks.append((body, frozenset({scope})))
            case tree.ForEach(body=body) | tree.Repeat(body=body) | tree.RepeatWhile(body=body):
                self.blocks.append((body, _NONE))

    def _line(self, sentences: Sequence[tree.By | tree.Deed], last: _Last) -> None:
        for sentence in sentences:
            left = last if sentence is sentences[-1] else _NONE
            deed = sentence.deed if isinstance(sentence, tree.By) else sentence
            if isinstance(deed, tree.Stop | tree.EndNow):
                key = deed.span, deed.scope if isinstance(deed, tree.Stop) else "game"
                self.stops[key] = self.stops.get(key, False) or key[1] not in left
            elif isinstance(deed, tree.Call):
                self._call(deed.name.text, left)
            elif isinstance(deed, tree.DoAction) and deed.what is not None:
                call = as_call(deed.what)
                if call is not None:
                    self._call(call.name.text, left)
                elif isinstance(deed.what, tree.Yours | tree.OfThing):
                    self._call(noun_text(deed.what.noun), left)

    def _may(self, body: tree.Block | tree.Simple | tree.ChooseMenu, last: _Last) -> None:
        if isinstance(body, tree.Block):
            self.blocks.append((body, last))
        else:
            self._statement(body, last)

    def _menu(self, node: tree.ChooseMenu, last: _Last) -> None:
        last = last if node.form == "one" else _NONE
        for option in node.options:
            if isinstance(option, tree.OptionCall):
                self._call(option.call.name.text, last)
            elif option.body.statements:
                self.blocks.append((option.body, last))

    def _call(self, name: str, last: _Last) -> None:
        self.blocks += [(body, last) for body in self.actions.get(name, ())]
