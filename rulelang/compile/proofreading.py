"""What is wrong with the examples of a rulebook, and with actions to which nothing leads, found without keeping
anything of them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from rulelang.compile.call_sites import never_done
from rulelang.compile.context import Misread
from rulelang.compile.examples import Drawer, fits
from rulelang.compile.flow.base import Spot, anything_to_leave
from rulelang.compile.flow.calls import enter, procedure_of
from rulelang.compile.meaning.nouns import known_names
from rulelang.diagnostics.catalogue import examples as wording
from rulelang.graph.example_steps import Answer
from rulelang.rulebook.words import plural_of, singular_guess
from rulelang.tree import nodes as tree

if TYPE_CHECKING:
    from rulelang.compile.compiler import Compiler

_WORD = re.compile(r"[^\W\d_][\w'-]*")


def proofread_examples(compiler: Compiler) -> None:
    """Find what is wrong with the examples of a compilation that is otherwise done; nothing is kept of them."""
    known = _Known(compiler)
    for placed in compiler.items:
        if isinstance(placed.item, tree.Example) and fits(placed, compiler):
            _Proofreader(compiler, placed.item, Spot(placed, placed.item.title.text), [], known).proofread()


def proofread_actions(compiler: Compiler, unread: bool) -> None:
    """Find what is wrong with the actions that nothing leads to: a word that is not known is wrong there, too. Behind
    a mistake these are all that were not come to."""
    flow, pen = compiler.flow, compiler.flow.pen
    undone, entered = never_done(compiler.rulebook), set(flow.entered)
    if unread or compiler.broken:
        undone = [placed for name, placed in flow.actions.plain.items() if name not in entered]
    for placed in undone:
        action = placed.item
        assert isinstance(action, tree.Action)
        name = action.name.text
        if flow.actions.plain.get(name) is not placed:
            continue
        place = Spot(placed, name, leaving=anything_to_leave())
        try:
            procedure = procedure_of(flow, name, placed)
            with pen.aside():
                pen.mark(flow.origin(place, action))
                enter(flow, procedure, procedure.you, [cell for _, _, cell, _ in procedure.parameters], place, action)
        except Misread as misread:
            compiler.book.report(misread.diagnostic)


class _Known:
    """What proofreading one example learns for the next: ways into actions, lines in which nothing is wrong, and all
    words of answers."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.entries: dict[str, int] = {}
        self.right: set[tuple[type, str]] = set()

    @cached_property
    def words(self) -> dict[str, None]:
        """Every word that can stand in an answer: of names, of actions and options, and of how they are written."""
        world = self.compiler.world
        names = known_names(self.compiler.meaning)
        tables = (world.pieces, world.kinds, world.spaces)
        names += [column for held in tables for one in held.values() for column in one.columns]
        for placed in self.compiler.items:
            if not isinstance(placed.item, tree.Example):
                names += [one.name.text for one in placed.every(tree.OptionNamed)]
                for action in placed.every(tree.Action):
                    names += [action.name.text, action.written.text if action.written is not None else ""]
                names += [one.written.text for one in placed.every(tree.Window) if one.written is not None]
        return dict.fromkeys(word for name in names for word in _WORD.findall(name))


class _Proofreader(Drawer):
    """Draws an example only to see what is wrong with it."""

    def __init__(self, compiler: Compiler, node: tree.Example, place: Spot, entries: list[int], known: _Known) -> None:
        super().__init__(compiler, node, place, entries)
        self.known = known

    def proofread(self) -> None:
        """Report what is wrong. Examples often begin alike: a line that says what another said, in which nothing was
        wrong, is not read again."""
        book, right = self.book, self.known.right
        for line in self.node.lines:
            said = (type(line), line.span.text)
            if said in right:
                continue
            found, sites = len(book.diagnostics), len(book.sites)
            try:
                for _ in self._steps(line):
                    pass
            except Misread as misread:
                book.report(misread.diagnostic)
                continue
            if len(book.diagnostics) == found and all(site.needed <= site.there for site in book.sites[sites:]):
                right.add(said)

    def _entry(self, actor: tree.Phrase, call: tree.Call) -> int:
        """Calls that say the same are drawn once."""
        self.claims.player(actor)
        said = call.span.text
        if said not in self.known.entries:
            self.known.entries[said] = super()._entry(actor, call)
        return self.known.entries[said]

    def _answer(self, choice: tree.Choice) -> Answer:
        for named in (choice.name, choice.value, choice.location):
            if named is None:
                continue
            quoted = named.span.text.startswith('"')
            for word in _WORD.findall(named.span.text.removeprefix("the ")):
                # The words of a sentence that is offered as it stands: `"gain 1 Star"`.
                if quoted and word[:1].islower():
                    continue
                if not any(one in self.known.words for one in _readings(word)):
                    raise Misread(wording.unknown_answer(named.span, word, list(self.known.words)))
        return super()._answer(choice)

    def _complete(self, first: int) -> None:
        """Nothing of it is played."""


def _readings(word: str) -> tuple[str, ...]:
    """A word as it may stand among the names: one or several of it, or whose place it is (`White's Bar`)."""
    return word, singular_guess(word) or word, plural_of(word), word.removesuffix("'s"), word.removesuffix("'")
