"""Actions: called by name, with hooks around them, and the versions of an action that card texts bring.

An action called from one place is drawn there. Called from several it is drawn once, and a cell remembers the way back.
Its leading choices are always drawn where it is called, so that they join the decision that leads to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.compile.context import Book, Misread
from rulelang.compile.flow.actions import Actions, Hook, Procedure, count_uses
from rulelang.compile.flow.base import Place, anything_to_leave, as_call
from rulelang.compile.flow.deeds import DRAWS
from rulelang.compile.flow.drafts import DraftOption, Introduced, Turn
from rulelang.compile.flow.hooks import Hooks
from rulelang.compile.flow.instead_of import in_order
from rulelang.compile.meaning import Meaning
from rulelang.compile.meaning.nouns import class_group
from rulelang.compile.meaning.phrases import fits, who_acts
from rulelang.compile.meaning.sets import noun_word
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Sort, Typed, number
from rulelang.diagnostics.catalogue import actions as action_wording
from rulelang.diagnostics.catalogue import flow as flow_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.graph.build import holds, same
from rulelang.graph.program import Origin
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import Cell, Compare, Const, Effect, Possible, Put, Require, Term
from rulelang.graph.walk import replace_cells
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.words import third_person
from rulelang.tree import nodes as tree


class Calls(Hooks):
    """Draws calls."""

    def __init__(self, book: Book, meaning: Meaning, items: Iterable[Placed]) -> None:
        super().__init__(book, meaning)
        self.actions = Actions()
        #: Whether actions happen by themselves, by their names.
        self.happening: dict[str, bool] = {}
        hooks: list[Hook] = []
        self.procedures: dict[str, Procedure] = {}
        self.queries: dict[str, tuple[int, Typed, list[Typed]]] = {}
        book.possible = self.can
        for placed in items:
            node = placed.item
            if isinstance(node, tree.Action):
                if placed.text is None:
                    first = self.actions.plain.get(node.name.text)
                    if first is not None:
                        book.report(flow_wording.action_twice(node.name.span, node.name.text, first.item.span))
                    self.actions.plain[node.name.text] = placed
                else:
                    self.actions.texts.setdefault(node.name.text, []).append(placed)
                title = node.name.text if placed.text is None else f"{placed.text.name.text}: {node.name.text}"
                self.written[title] = node.written.text if node.written else ""
            elif isinstance(node, tree.EventTrigger):
                hooks.append(Hook(placed, node))
        for hook in hooks:
            try:
                name = self.action_name(hook.node.call.name)
            except Misread as misread:
                book.report(misread.diagnostic)
                continue
            self.actions.hooks.setdefault(name, []).append(hook)
        for name, found in self.actions.hooks.items():
            texts = book.functions.texts
            self.actions.hooks[name], unsettled = in_order(name, found, self.actions.plain.get(name), texts)
            for one in unsettled:
                book.report(one)
        for placed in items:
            count_uses(placed, self.actions.uses)

    def action_name(self, word: tree.Word) -> str:
        """The action a word means: its name, or its third person."""
        if word.text in self.actions.plain or word.text in self.actions.texts:
            return word.text
        known = [*self.actions.plain, *self.actions.texts]
        for name in known:
            if third_person(name) == word.text:
                return name
        raise Misread(action_wording.unknown_action(word.span, word.text, known))

    # ------------------------------------------------------------------ call

    def call(self, call: tree.Call, scope: Scope, place: Place, if_possible: bool = False) -> None:
        name = self.action_name(call.name)
        if name not in self.actions.plain:
            raise Misread(action_wording.unknown_action(call.name.span, name, list(self.actions.plain)))
        procedure = self.procedure(name, self.actions.plain[name])
        wanted = [(parameter, cell.sort) for _, _, cell, parameter in procedure.parameters]
        given = self._given(name, call, wanted, scope)
        if self.happens_in(call):
            self._carry_out(procedure, scope.you, given, place, call)
        else:
            self.enter(procedure, scope.you, given, place, call, if_possible)

    def _given(
        self, name: str, call: tree.Call, wanted: Sequence[tuple[tree.Parameter, Sort]], scope: Scope
    ) -> list[Typed]:
        """What a call gives to an action, in the order in which the action names it."""
        given = list(call.arguments)
        found = []
        for parameter, sort in wanted:
            argument = next((one for one in given if one.preposition == parameter.preposition), None)
            if argument is None:
                raise Misread(action_wording.missing_argument(call.span, name, parameter.span.text))
            given.remove(argument)
            value = self.meaning.value(argument.value, scope, sort)
            never = sort.form == "number" == value.sort.form and (
                value.sort.high < sort.low or value.sort.low > sort.high
            )
            if never or not fits(self.meaning, value.sort, sort):
                raise Misread(action_wording.wrong_argument(argument.span, name, str(sort), str(value.sort)))
            found.append(value)
        if given:
            raise Misread(action_wording.extra_argument(given[0].span, name))
        return found

    def procedure(self, name: str, placed: Placed) -> Procedure:
        """The procedure of an action, made once."""
        title = name if placed.text is None else f"{placed.text.name.text}: {name}"
        if title not in self.procedures:
            node = placed.item
            assert isinstance(node, tree.Action)
            you = self.frames.cell(title, "you", PLAYER, FrameRole.YOU, maybe=False)
            parameters = []
            for parameter in node.parameters:
                word, sort = self._parameter_sort(parameter)
                parameters.append((parameter.preposition, word, self.frames.cell(title, word, sort), parameter))
            uses = self.actions.uses.get(name, 0)
            self.procedures[title] = Procedure(name, title, placed, node, you, parameters, uses)
        return self.procedures[title]

    def _parameter_sort(self, parameter: tree.Parameter) -> tuple[str, Sort]:
        if parameter.range is not None:
            return parameter.alias.text if parameter.alias else "number", number(
                parameter.range.low, parameter.range.high
            )
        assert parameter.noun is not None
        word = noun_word(self.meaning, parameter.noun)
        sort = class_group(self.meaning, word, parameter.span).sort
        return (parameter.alias.text if parameter.alias else word), sort

    def _carry_out(
        self,
        procedure: Procedure,
        you: Typed | None,
        arguments: Sequence[Typed],
        place: Place,
        node: tree.Node,
    ) -> None:
        """An action that happens by itself, drawn where it is called."""
        origin, mark = self.origin(place, node), self.pen.start()
        handed = [(procedure.you, you)] if you is not None else []
        handed += zip((cell for _, _, cell, _ in procedure.parameters), arguments, strict=True)
        names: dict[str, Typed] = {}
        for (_, word, cell, _), value in zip(procedure.parameters, arguments, strict=True):
            sort = value.sort if value.sort.form == cell.sort.form else cell.sort
            names[word] = Typed(cell.term, sort, value.maybe)
        for cell, value in handed:
            assert isinstance(cell.term, Cell)
            region = cell.term.region
            self.pen.introduced.append(Introduced(region, self.frames.regions[region].called, False))
            self.pen.effects([Put(region, Const(0), value.term)], origin)
        actor = Typed(procedure.you.term, PLAYER, you.maybe) if you is not None else None
        procedure.drawing = True
        with self.pen.within(procedure.name):
            body = procedure.node.body.statements
            self.block(body, Scope(names, actor, None), Place(procedure.placed, procedure.title))
        procedure.drawing = False
        gone = self.fold(mark, origin, Scope())
        procedure.drawn = procedure.drawn or any(
            isinstance(cell.term, Cell) and cell.term.region not in gone for cell, _ in handed
        )

    def unused_cells(self) -> frozenset[str]:
        """The cells of actions that were drawn only where they are called, and folded there."""
        return frozenset(
            cell.term.region
            for procedure in self.procedures.values()
            if not procedure.drawn
            for cell in (procedure.you, *(cell for _, _, cell, _ in procedure.parameters))
            if isinstance(cell.term, Cell)
        )

    def happens(self, statements: Sequence[tree.Statement]) -> bool:
        return all(self._happens(statement) for statement in statements)

    def _happens(self, node: tree.Statement) -> bool:
        match node:
            case tree.Simple(sentences, if_possible):
                return all(self.happens_in(sentence) for sentence in sentences) and not (
                    if_possible and self.must_be_asked(node)
                )
            case tree.Branch(arms, otherwise):
                blocks = [arm.body for arm in arms] + ([otherwise] if otherwise is not None else [])
                return all(self.happens(block.statements) for block in blocks)
            case tree.ForEach(_, order, body):
                return order is None and self.happens(body.statements)
            case tree.Repeat(_, up_to, body):
                return not up_to and self.happens(body.statements)
            case tree.EachPlayer(_, seating, takes_turn, body):
                return seating is None and not takes_turn and self.happens(body.statements)
            case _:
                return False

    def happens_in(self, node: tree.By | tree.Deed) -> bool:
        if isinstance(node, tree.By):
            return not isinstance(node.actor, tree.Chance) and self.happens_in(node.deed)
        if isinstance(node, tree.Do) and node.what is not None:
            call = as_call(node.what)
            return call is not None and self.happens_in(call)
        if not isinstance(node, tree.Call):
            return isinstance(node, tree.Do) or not (isinstance(node, tree.Choose) or type(node) in DRAWS)
        try:
            name = self.action_name(node.name)
        except Misread:
            return True
        placed = self.actions.plain.get(name)
        if placed is None or self.actions.hooks.get(name):
            return False
        if name not in self.happening:
            assert isinstance(placed.item, tree.Action)
            self.happening[name] = False  # An action that calls itself is found out where it is drawn.
            self.happening[name] = self.happens(placed.item.body.statements)
        return self.happening[name]

    def enter(
        self,
        procedure: Procedure,
        you: Typed | None,
        arguments: Sequence[Typed],
        place: Place,
        node: tree.Node,
        if_possible: bool = False,
    ) -> None:
        """Hand over the arguments, draw the leading choices, go through the action and come back.

        Where nobody acts (between turns) an action may be called too, as long as it does not speak of `you`."""
        if procedure.drawing:
            raise Misread(flow_wording.calls_itself(node.span, procedure.name))
        procedure.drawn = True
        origin = self.origin(place, node)
        effects: list[Effect] = []
        handed = list(zip((p[2] for p in procedure.parameters), arguments, strict=True))
        if you is not None:
            handed.insert(0, (procedure.you, you))
        for cell, value in handed:
            assert isinstance(cell.term, Cell)
            self.pen.effects(self._in_range(value, cell.sort, place, node), origin)
            effects.append(Put(cell.term.region, Const(0), value.term))
        option = self.pen.tail
        joinable = you is not None and isinstance(option, DraftOption) and self.is_open(option, you.term)
        skipped = []
        self.pen.effects(effects, origin)
        if if_possible:
            skipped = self.ask_ahead(node, place)
        elif joinable:
            assert isinstance(option, DraftOption)
            for effect in effects:
                assert isinstance(effect, Put)
                option.bound.setdefault(effect.region, replace_cells(effect.value, option.bound))
        hooks = self.actions.hooks.get(procedure.name, [])
        inner = Place(procedure.placed, procedure.title, leaving=anything_to_leave())
        scope = self.scope_of(procedure, you is not None)
        body = list(procedure.node.body.statements)
        outer = self.pen.turn
        its_turn = outer is not None and you is not None and you.term == outer.you.term
        self.pen.turn = Turn(procedure.you, inside=outer) if its_turn else None
        if not any(hook.node.when == "instead of" for hook in hooks):
            scope, body = self._leading(body, scope, inner)
        self._rest(procedure, body, scope, inner, origin)
        self.pen.turn = outer
        for part, told in procedure.ends.items():
            if part not in place.leaving:
                raise Misread(flow_wording.nothing_to_leave(node.span, part))
            place.leaving[part] += self.if_told(told, origin)
        if skipped:
            self.pen.go_on(*self.pen.here, *skipped)

    def scope_of(self, procedure: Procedure, acted: bool) -> Scope:
        """What an action knows at its start; whether somebody acts is one thing of it."""
        names = {word: cell for _, word, cell, _ in procedure.parameters}
        return Scope(names, procedure.you if acted else None, None)

    def _leading(self, body: list[tree.Statement], scope: Scope, place: Place) -> tuple[Scope, list[tree.Statement]]:
        """Draw the choices an action begins with where it is called."""
        while body and isinstance(body[0], tree.Simple) and not body[0].if_possible:
            sentences = list(body[0].sentences)
            while sentences and isinstance(first := sentences[0], tree.Choose):
                scope = self.choose(first, scope, place, body[0], False, [])
                sentences.pop(0)
            if sentences:
                rest = tree.Simple(tuple(sentences), False, body[0].cite, span=body[0].span)
                return scope, ([rest] if sentences else []) + body[1:]
            body = body[1:]
        return scope, body

    def _in_range(self, value: Typed, sort: Sort, place: Place, node: tree.Node) -> list[Effect]:
        """A number that is given to an action lies in the range the action is for, or the action is impossible."""
        if sort.form != "number":
            return []
        needs = []
        if value.sort.low < sort.low:
            needs.append(Compare(">=", value.term, Const(sort.low)))
        if value.sort.high > sort.high:
            needs.append(Compare("<=", value.term, Const(sort.high)))
        return [Require(need, self.reason("the number is out of range", place, node)) for need in needs]

    def _rest(
        self, procedure: Procedure, body: list[tree.Statement], scope: Scope, place: Place, origin: Origin
    ) -> None:
        """The action after its leading choices: drawn here if nobody else calls it, otherwise drawn once."""
        hooks = self.actions.hooks.get(procedure.name, [])
        if not body and not hooks:
            return
        if procedure.uses <= 1 or self.pen.secretly is not None or scope.you is None:
            # What is decided in secret is drawn for itself: called from elsewhere, the same is decided openly. So is
            # what nobody does: it must not speak of `you`.
            self._through(procedure, body, scope, place)
            return
        if procedure.turn is None:
            procedure.turn = Turn(procedure.you, callers=[])
        assert procedure.turn.callers is not None
        procedure.turn.callers.append(self.pen.turn)
        if procedure.entry < 0:
            procedure.back = self.frames.number(procedure.title, "way back", FrameRole.WAY_BACK, 999)
            ends = (self.pen.here, self.pen.tail, self.pen.rest)
            with self.pen.aside():
                self.pen.group, self.pen.turn = [procedure.name], procedure.turn
                procedure.entry = self.pen.mark(self.origin(place, procedure.node))
                self._through(procedure, body, scope, place)
                procedure.returns = self.pen.draw(
                    "test", self.origin(place, procedure.node), f"back from {procedure.name}", NodeRole.WAY_BACK
                )
                procedure.returns.back = procedure.back
                self.pen.go_on()
            self.pen.here, self.pen.tail, self.pen.rest = ends
        assert procedure.returns is not None
        way = len(procedure.returns.arms)
        self.pen.effects([Put(procedure.back, Const(0), Const(way))], origin)
        self.pen.tie(procedure.entry)
        self.pen.go_on(procedure.returns.arm(same(Cell(procedure.back, Const(0)), Const(way))))

    def _through(self, procedure: Procedure, body: list[tree.Statement], scope: Scope, place: Place) -> None:
        """Before-hooks, the action or what happens instead, after-hooks."""
        procedure.drawing = True
        try:
            with self.pen.within(procedure.name):
                hooks = self.actions.hooks.get(procedure.name, [])
                for hook in hooks:
                    if hook.node.when == "before":
                        self._hook(hook, procedure)
                ends = []
                for hook in hooks:
                    if hook.node.when == "instead of":
                        ends += self._instead(hook, procedure)
                self.block(body, scope, place)
                procedure.ends = self.told_apart(place.leaving, procedure.title, self.origin(place, procedure.node))
                self.pen.go_on(*self.pen.here, *ends)
                for hook in hooks:
                    if hook.node.when == "after":
                        self._hook(hook, procedure)
        finally:
            procedure.drawing = False

    # ----------------------------------------------------------------- do ...

    def do(self, what: tree.Term, scope: Scope, place: Place, statement: tree.Simple) -> None:
        """`do the Card's Effect`: the version of the action that stands in the card's own text; nothing if it has
        none."""
        call = as_call(what)
        if call is not None:
            self.call(call, scope, place)
            return
        if isinstance(what, tree.Yours):
            noun, owner = what.noun, None
        elif isinstance(what, tree.OfThing):
            noun, owner = what.noun, self.meaning.value(what.owner, scope)
        else:
            raise Misread(action_wording.cannot_do(what.span))
        name = noun_text(noun)
        versions = self.actions.texts.get(name, [])
        if owner is None or not versions:
            raise Misread(action_wording.unknown_action(noun.span, name, list(self.actions.texts)))
        origin = self.origin(place, statement)
        subject, effect = self._subject_cell(name, owner, place)
        self.pen.effects([effect], origin)
        ends = []
        you = who_acts(scope, what.span)
        for placed in versions:
            fact = self._is_owner(placed, subject)
            yes, no = self.pen.fork(fact, origin, NodeRole.VERSION, name)
            self.pen.go_on(yes)
            procedure = self.procedure(name, placed)
            procedure.drawn = True
            inner = Place(placed, procedure.title, leaving=place.leaving)
            assert isinstance(procedure.you.term, Cell)
            self.pen.effects([Put(procedure.you.term.region, Const(0), you.term)], origin)
            version_scope = Scope({}, procedure.you, subject).naming(subject.sort.noun, subject)
            with self.pen.within(procedure.title):
                self.block(procedure.node.body.statements, version_scope, inner)
            ends += self.pen.here
            self.pen.go_on(no)
        self.pen.go_on(*ends, *self.pen.here)

    def _subject_cell(self, name: str, owner: Typed, place: Place) -> tuple[Typed, Effect]:
        cell = self.frames.cell(place.action, f"{name} of", owner.sort, shared=True)
        assert isinstance(cell.term, Cell)
        return Typed(cell.term, owner.sort), Put(cell.term.region, Const(0), owner.term)

    def _is_owner(self, placed: Placed, subject: Typed) -> Term:
        """Is the subject the thing whose text this is? A piece may go by its title."""
        assert placed.text is not None
        owner = self.book.functions.texts.owner(placed.text)
        if owner is None:
            raise Misread(wording.unknown_name(placed.text.name.span, placed.text.name.text, []))
        return holds(Const(owner.elements), subject.term)

    # --------------------------------------------------------------- possible

    def can(self, call: tree.Call, scope: Scope) -> Term:
        """`P can Act`: a look-ahead query about the action, drawn once beside the flow."""
        name = self.action_name(call.name)
        if name not in self.actions.plain:
            raise Misread(action_wording.unknown_action(call.name.span, name, list(self.actions.plain)))
        procedure = self.procedure(name, self.actions.plain[name])
        you = who_acts(scope, call.span)
        if name not in self.queries:
            place = Place(procedure.placed, f"can {name}", leaving=anything_to_leave())
            actor = self.frames.cell(place.action, "you", PLAYER, FrameRole.ASKED_OF, maybe=False)
            cells = [
                self.frames.cell(place.action, word, cell.sort, FrameRole.ASKED_WITH)
                for _, word, cell, _ in procedure.parameters
            ]
            with self.pen.aside():
                entry = self.pen.mark(self.origin(place, call))
                self.queries[name] = (entry, actor, cells)
                self.enter(procedure, actor, cells, place, call)
                self.reveals(self.origin(place, call))
                self.pen.go_on()
        entry, actor, cells = self.queries[name]
        values = [self.meaning.value(a.value, scope).term for a in call.arguments]
        fill = []
        for cell, value in zip([actor, *cells], [you.term, *values], strict=False):
            assert isinstance(cell.term, Cell)
            fill.append(Put(cell.term.region, Const(0), value))
        return Possible(entry, tuple(fill))
