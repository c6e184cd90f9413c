"""Sentences that play never comes to: after the end of a turn or of the game, after something without end, at the end
of rounds that are not played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.compile.flow.actions import as_call
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import course as wording
from rulelang.rulebook.words import third_person
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One finding for the first sentence of each block that nothing leads to."""
    sentences = context.sentences
    leaving = _Leaving(sentences)
    for part in sentences:
        if isinstance(part, tree.Block):
            yield from _after(part.statements, leaving)
        elif isinstance(part, tree.Simple):
            yield from _after(part.sentences, leaving)
    yield from _without_their_moment(sentences)
    if context.looks and not any(_scored(look) for look in context.looks):
        for part in sentences:
            if isinstance(part, tree.Part) and part.part == "scoring" and part.body.statements:
                yield wording.nothing_leads_here(part.body.statements[0].span)


def _after(row: Sequence[tree.Node], leaving: _Leaving) -> Iterator[Diagnostic]:
    for one, following in pairwise(row):
        if leaving.leaves(one):
            yield wording.nothing_leads_here(following.span, one.span)
            return


def _without_their_moment(sentences: Sequence[tree.Node]) -> Iterator[Diagnostic]:
    """What happens at the edges of turns, rounds or phases where there are none, and windows nobody has a turn for."""
    there: set[str] = {"game"}
    for part in sentences:
        match part:
            case tree.Loop(scope=played):
                there.add(played)
            case tree.TurnOf() | tree.EachPlayer(takes_turn=True):
                there.add("turn")
            case tree.Phase():
                there.add("phase")
            case _:
                pass
    for part in sentences:
        match part:
            case tree.TimeTrigger(scope=scope, body=body) if scope not in there and body.statements:
                yield wording.nothing_leads_here(body.statements[0].span, lacking=scope)
            case tree.Window(once_per="round") if "round" not in there:
                yield wording.no_rounds(part.span)
            case tree.Window(body=body) if "turn" not in there and body.statements:
                yield wording.nothing_leads_here(body.statements[0].span, lacking="turn")
            case _:
                pass


def _scored(look: ProgramFacts) -> bool:
    """Does play come to `scoring:`?"""
    groups = {look.program.nodes[number].group.split(" / ")[0] for number in look.course.reached([look.program.entry])}
    return "scoring" in groups


class _Leaving:
    """Which sentences play never comes back from."""

    def __init__(self, items: Sequence[tree.Node]) -> None:
        changed = {item.call.name.text for item in items if isinstance(item, tree.EventTrigger)}
        self._actions = {
            name: item.body
            for item in items
            if isinstance(item, tree.Action) and item.name.text not in changed
            for name in (item.name.text, third_person(item.name.text))
        }
        self._known: dict[str, bool] = {}

    def leaves(self, node: tree.Node) -> bool:
        """Is what stands behind this never obeyed?"""
        match node:
            case tree.Simple(sentences, if_possible):
                return not if_possible and any(self.leaves(one) for one in sentences)
            case tree.By(_, deed):
                return self.leaves(deed)
            case tree.Win() | tree.SharedEnd() | tree.EndNow() | tree.Stop():
                return True
            case tree.Call(name):
                return self._action(name.text)
            case tree.DoAction(what) if what is not None:
                call = as_call(what)
                return call is not None and self._action(call.name.text)
            case tree.Branch(arms, otherwise):
                return otherwise is not None and all(self._block(one) for one in (*(a.body for a in arms), otherwise))
            case tree.Loop(count, _, _, until):
                return count is None and until is None
            case tree.Phase(body=body):
                return self._block(body) and not any(
                    isinstance(part, tree.Stop) and part.scope == "phase" for part in parts(body)
                )
            case tree.ChooseMenu(form="one", if_possible=False, options=options):
                return all(self._option(one) for one in options)
            case _:
                return False

    def _block(self, block: tree.Block) -> bool:
        return any(self.leaves(one) for one in block.statements)

    def _option(self, option: tree.OptionCall | tree.OptionNamed) -> bool:
        return self.leaves(option.call) if isinstance(option, tree.OptionCall) else self._block(option.body)

    def _action(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = False
            body = self._actions.get(name)
            self._known[name] = body is not None and self._block(body)
        return self._known[name]
