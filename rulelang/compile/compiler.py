"""A rulebook for one number of players and one choice of variants compiled to its state graph.

Step by step; each stands on those before it:

    declare       what exists, and its numbers                        (`rulebook/declare.py`)
    weave         every definition with its exceptions: one function  (`functions.py`)
    draw          every sentence that happens: nodes and edges        (`flow`)
    windows       options that are open at any time, at each decision (`flow/windows.py`)
    triggers      tests before each decision                          (`flow/triggers.py`)
    examples      beside the flow                                     (`examples.py`)
    finish        frozen nodes, numbered                              (`finish.py`)
    forget        what actions remember is cleared after use          (`forgetting.py`)
    store         the layout of the state                             (`storage.py`)
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING

from rulelang.compile.context import CompileContext, Misread, Site
from rulelang.compile.example_claims import asks_of_play
from rulelang.compile.examples import draw_examples, examples_of
from rulelang.compile.finish import finish_nodes
from rulelang.compile.flow import new_flow
from rulelang.compile.flow.base import Spot
from rulelang.compile.flow.calls import unused_cells
from rulelang.compile.flow.game_over import ends_once, lead_to_the_end
from rulelang.compile.flow.statements import block
from rulelang.compile.flow.triggers import draw_triggers, last_triggers, pass_by_who_left, weave_triggers
from rulelang.compile.flow.turns import draw_edge, note_ends
from rulelang.compile.flow.windows import open_windows
from rulelang.compile.frame_liveness import forget
from rulelang.compile.functions import Functions
from rulelang.compile.labels import labels_of
from rulelang.compile.meaning import Meaning
from rulelang.compile.meaning.turn_order import may_turn_around
from rulelang.compile.names_of_nothing import report_names_of_nothing
from rulelang.compile.origins import origin_of
from rulelang.compile.precedence import names_of
from rulelang.compile.proofreading import proofread_actions, proofread_examples
from rulelang.compile.scoring import invariants_of, scoring_of
from rulelang.compile.sorts import Scope
from rulelang.compile.starts import first_values
from rulelang.compile.storage import LayoutBuilder
from rulelang.compile.texts import Texts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import flow as flow_wording
from rulelang.diagnostics.catalogue import hidden as hidden_wording
from rulelang.graph.example_steps import CompiledExample
from rulelang.graph.network import graph_of
from rulelang.graph.program import Program
from rulelang.graph.terms import Const, Put
from rulelang.graph.walk import rewrite
from rulelang.rulebook.declare import declare
from rulelang.rulebook.loading import HeadingPath, Placed, WrittenRulebook, selected, whole_file
from rulelang.rulebook.world import World
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts
from rulelang.tuning.fast_dataclass import dataclass
from rulelang.tuning.gc_pause import gc_paused

if TYPE_CHECKING:
    from networkx import MultiDiGraph

#: Items in which nothing happens in a game, though some of them are long.
_SAID_ONLY = frozenset((tree.Example, tree.Glossary, tree.PiecesDeclaration, tree.ThingDeclaration, tree.Heading))


@dataclass(frozen=True, slots=True)
class Compilation:
    """A program (None if the rulebook has errors), the world it speaks of, what was found, and the places in the text
    that terms and effects point at with their `site`."""

    program: Program | None
    world: World
    diagnostics: tuple[Diagnostic, ...]
    sites: tuple[Site, ...] = ()
    variants: frozenset[str] = frozenset()

    @property
    def graph(self) -> MultiDiGraph | None:
        """The program as a networkx graph of its own; its nodes and edges carry all that is played."""
        return graph_of(self.program) if self.program is not None else None


@gc_paused()
def compile_rulebook(
    rulebook: WrittenRulebook,
    players: int | None = None,
    variants: Iterable[str] = (),
    examples: bool | Container[str] = False,
    proofread: bool = False,
    unread: bool = False,
    tidy: bool = True,
    fold: bool = True,
) -> Compilation:
    """Compile a loaded rulebook. Without a number of players, for the fewest.

    With `examples`, its examples are drawn beside the flow: all of them, or those with these titles.
    With `proofread`, what is wrong with the examples, and with actions that nothing leads to, is told even if the
    program is to be without them; sentences that do actions may be `unread`. Not `tidy`: the program is to be looked at
    and not to be played, so what a finished action leaves behind may lie about. Without `fold`, what happens by itself
    stays drawn as nodes (`flow/folding.py`)."""
    seats = players if players is not None else (rulebook.seats[0] if rulebook.seats else 2)
    chosen = frozenset(variants)
    items = selected(rulebook, seats, chosen)
    world, found = declare(items, seats)
    world.fewest, world.most = (rulebook.seats[0], rulebook.seats[-1]) if rulebook.seats else (seats, seats)
    compiler = Compiler(rulebook, items, world, chosen)
    compiler.book.diagnostics.extend(found)
    compiler.flow.folding = fold
    compiler.book.looked_at = not tidy
    program = compiler.run(examples, tidy)
    if proofread:
        proofread_actions(compiler, unread)
        report_names_of_nothing(compiler)
        # Only then: while something is wrong with the rules, an example cannot be blamed.
        if not (unread or compiler.broken):
            proofread_examples(compiler)
    diagnostics = tuple(compiler.book.diagnostics)
    return Compilation(None if compiler.broken else program, world, diagnostics, tuple(compiler.book.sites), chosen)


class Compiler:
    """One compilation, step by step."""

    def __init__(
        self, rulebook: WrittenRulebook, items: tuple[Placed, ...], world: World, variants: frozenset[str]
    ) -> None:
        self.rulebook = rulebook
        self.items = items
        self.world = world
        self.variants = variants
        self.book = CompileContext(world)
        self.book.elsewhere = frozenset(
            name
            for placed in rulebook.items
            if placed.seats or placed.variant is not None
            for name in names_of(placed, placed.item)
        )
        texts = Texts(self.book, items)
        self.functions = self.book.functions = Functions(self.book, items, texts)
        happening = [placed for placed in items if type(placed.item) not in _SAID_ONLY]
        said = frozenset[type]().union(*(placed.sorts for placed in happening))
        self.book.functions.players_leave = tree.Leave in said
        self.book.functions.pieces_turn = tree.TurnOver in said or any(
            isinstance(part, tree.Move) and part.face is not None for placed in happening for part in parts(placed.item)
        )
        if tree.ReverseTurnOrder in said:
            may_turn_around(world)
        self.meaning = Meaning(self.book)
        texts.reader = self.functions.reader = self.meaning
        self.flow = new_flow(self.book, self.meaning, texts, items)
        note_ends(self.flow, happening)

    def run(self, examples: bool | Container[str], tidy: bool) -> Program | None:
        """Everything, in order; stops early only when nothing sensible can follow."""
        book, flow = self.book, self.flow
        self.functions.weave_all()
        titles = None if examples is True else examples or ()
        flow.clock.running = any(asks_of_play(placed) for placed in examples_of(self, titles))
        start = self._draw()
        for step in (open_windows, lead_to_the_end, ends_once, pass_by_who_left, weave_triggers):
            try:
                step(flow)
            except Misread as misread:
                book.report(misread.diagnostic)
        first = first_values(book, self.meaning)
        invariants = invariants_of(self.book, self.meaning, self.items)
        scoring = scoring_of(self.book, self.meaning, self.items)
        entries = [start]
        tests: tuple[CompiledExample, ...] = ()
        if examples is not False:
            tests = draw_examples(self, entries, titles)
        self.functions.report_nobody()
        for noun in book.turnable:
            for kind in self.world.pieces.values() if noun == "piece" else self.world.piece_classes(noun):
                if kind.name in book.compared:
                    book.report(hidden_wording.position_tells(book.compared[kind.name], kind.name, turned=True))
        if self.broken:
            return None
        outside = [*(term for _, term, _ in invariants), *tests]
        finished = finish_nodes(flow, entries, outside)
        nodes = finished.nodes
        unused = unused_cells(flow)
        frames = {name: frame for name, frame in flow.frames.regions.items() if name not in unused}
        if tidy:
            nodes = forget(nodes, finished.entries, finished.functions, frames)
        layout = LayoutBuilder(book, frames, len(flow.windows), flow.clock, first).build()
        return Program(
            title=self.rulebook.title,
            players=self.world.players,
            seats=tuple(self.world.seats.members),
            variants=tuple(sorted(self.variants)),
            layout=layout,
            tables=dict(book.tables),
            lists=dict(book.lists),
            table_roles=dict(book.table_roles),
            functions=finished.functions,
            nodes=nodes,
            entry=finished.entries[0],
            scoring=scoring,
            reasons=tuple(flow.reasons),
            calls=tuple(flow.calls),
            events=tuple(flow.events),
            names=self._names(),
            labels=labels_of(self.items),
            languages=self._languages(),
            invariants=tuple((text, rewrite(term, finished.renumber), origin) for text, term, origin in invariants),
            examples=rewrite(tests, finished.renumber),
            digest=self.rulebook.digest,
            example_entries=tuple(finished.entries[1:]),
        )

    @property
    def broken(self) -> bool:
        """Was something found that keeps the rulebook from being played?"""
        return any(found.severity.name == "ERROR" for found in self.book.diagnostics)

    # ------------------------------------------------------------------- draw

    def _draw(self) -> int:
        """Setup, play, scoring and the end."""
        flow, pen = self.flow, self.flow.pen
        sections: dict[str, list[Placed]] = {"setup": [], "play": [], "scoring": []}
        for placed in self.items:
            if isinstance(placed.item, tree.Part):
                sections[placed.item.part].append(placed)
        if not sections["play"]:
            self.book.report(flow_wording.no_play(whole_file(self.rulebook.source)))
        anywhere = (sections["setup"] or sections["play"] or [*self.items, _nothing(self.rulebook)])[0]
        origin = origin_of(anywhere)
        start = pen.mark(origin)
        scope = Scope()
        for placed in sections["setup"]:
            self._part(placed, "setup", scope)
        pen.effects([Put("playing", Const(0), Const(1))], origin)
        draw_edge(flow, "start", "game", scope)
        draw_triggers(flow, [one.item for one in sections["scoring"] if isinstance(one.item, tree.Part)])
        flow.play_entry = pen.mark(origin)
        pen.move_over()
        for placed in sections["play"]:
            self._part(placed, "play", scope)
        pen.go_on(*pen.here, *flow.finish)
        flow.finish.clear()
        flow.finish_at = pen.mark(origin)
        last_triggers(flow, origin)
        flow.last_at = pen.mark(origin)
        draw_edge(flow, "end", "game", scope)
        pen.move_over()
        for placed in sections["scoring"]:
            self._part(placed, "scoring", scope)
        ends = pen.here
        # A game whose result a sentence has named is not scored.
        pen.go_on(*flow.over)
        flow.over.clear()
        flow.over_at = pen.mark(origin)
        draw_edge(flow, "end", "game", scope)
        pen.go_on(*pen.here, *ends, *flow.finish, *flow.over)
        flow.finish.clear()
        flow.over.clear()
        flow.end_at = pen.draw("end", origin, "end").number
        return start

    def _part(self, placed: Placed, name: str, scope: Scope) -> None:
        node = placed.item
        assert isinstance(node, tree.Part)
        with self.flow.pen.within(name):
            block(self.flow, node.body.statements, scope, Spot(placed, name, structural=True, is_named=False))
        self.book.named_again.clear()

    # ------------------------------------------------------------------ words

    def _names(self) -> dict[str, tuple[str, ...]]:
        world = self.world
        names = {kind.name: tuple(kind.members) for kind in world.kinds.values()}
        names["player"] = tuple(world.seats.members)
        names["place"] = tuple(world.place_names)
        names["piece"] = tuple(piece.name for piece in world.individuals)
        names["token"] = tuple(variety.name for variety in world.varieties)
        return names

    def _languages(self) -> tuple[str, ...]:
        found = [code for placed in self.items if isinstance(placed.item, tree.Languages) for code in placed.item.codes]
        return tuple(dict.fromkeys(found))


def _nothing(rulebook: WrittenRulebook) -> Placed:
    """Something to point at in a rulebook that says nothing."""
    span = whole_file(rulebook.source)
    return Placed(tree.Heading(1, "", None, span=span), HeadingPath())
