"""Python that picks one legal move of a Decide, each equally likely, without making a list of moves where it can.

its values a set                members = MEMBERS[free]; square = members[int(random() * len(members))]
one of few steps from a set     count the pieces that can make each step; draw a step and a piece that can make it
one set inside another          draw an outer value and a number below the largest inner size; where that is large,
                                count the inner sets one by one
several options                 count each, draw a number, and find out in which option it falls
hard to tell                    count more than is legal, test what is drawn, and draw again where it does not hold
each from a list of its own     draw a number below the product of their lengths
a handful                       count the handfuls and find the one with a number that is drawn
anything else                   a list of the joint choices of that option

Drawing again until it fits leaves every legal move equally likely. After many misses the legal moves are listed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from interpreter.engine.generate.cells import Scoped
from interpreter.engine.generate.sources import Sources
from interpreter.engine.generate.ways import Source, Taken, Way
from interpreter.engine.python.writer import Level, Text
from rulelang.graph import terms
from rulelang.tuning.fast_dataclass import replace

#: Draws that may miss before the joint choices are listed.
_MISSES: Final = 40


class Chooser(Sources):
    """Writes random choices of one function."""

    def choose(self, ways: list[Way], taken: Taken, nothing: Callable[[], None]) -> None:
        """Write a random choice; `taken` writes what an option does, `nothing` what happens if none is legal."""
        passes = [way for way in ways if way.plan.option.role == "pass"]
        before = len(self._expressions.writer.lines)
        proper = [source for way in ways if way not in passes and (source := self.of(way)) is not None]
        if len(proper) != 1 or passes or not proper[0].is_exact:
            # Numbers are drawn through all the ways: how many each has is worked out once.
            proper = [source if source.draw is None else self._counted_out(source) for source in proper]
        if all(source.is_exact for source in proper):
            self._straight(proper, passes, taken, nothing)
        elif not passes:
            self._until_it_fits(proper, None, taken, nothing)
        elif len(passes) == 1 and not passes[0].plan.option.parameters and not passes[0].plan.needs_trial:
            self._until_it_fits(proper, self.plain(passes[0]), taken, lambda: self._pass_by(passes, taken, nothing))
        else:
            self._expressions.writer.take_back(before)
            self._from_list([source.way for source in proper], passes, taken, nothing)

    def _counted_out(self, source: Source) -> Source:
        return replace(source, count=self._expressions.assign("count", source.count), draw=None)

    # ------------------------------------------------------------------------------------------------ exact choices

    def _straight(self, sources: list[Source], passes: list[Way], taken: Taken, nothing: Callable[[], None]) -> None:
        if len(sources) == 1 and not passes:
            one = sources[0]
            if one.count.text != "1":
                with self._block(f"if not {one.count.text.removesuffix('.bit_count()')}:"):
                    nothing()
            if one.draw is not None:
                one.draw()
                taken(one.way, self._scope(one), True)
                return
            self._take(one, Text(f"int(random() * {one.count.text})"), taken)
            return
        total = self._total("possible", sources)
        if total.text != "0":
            with self._block(f"if not {total.text}:"):
                self._pass_by(passes, taken, nothing)
        else:
            self._pass_by(passes, taken, nothing)
            return
        if passes:
            passing = [source for way in passes if (source := self.of(way)) is not None]
            sources = [*sources, *passing]
            total = self._total("possible", sources)
        number = self._expressions.assign("number", Text(f"int(random() * {total.text})"))
        for one in sources[:-1]:
            with self._block(f"if {number.text} < {one.count.text}:"):
                self._take(one, number, taken)
            self._write(f"{number.text} -= {one.count.text}")
        self._take(sources[-1], number, taken)

    def _take(self, source: Source, number: Text, taken: Taken) -> None:
        source.bind(number)
        taken(source.way, self._scope(source), True)

    def _scope(self, source: Source) -> Scoped:
        return self._options.scope_of(source.way.plan, source.variables)

    def _total(self, hint: str, sources: list[Source]) -> Text:
        sizes = [source.count for source in sources]
        if not sizes or all(size.text.isdigit() for size in sizes):
            return Text(str(sum(int(size.text) for size in sizes)))
        return self._expressions.assign(hint, Text(" + ".join(size.at(Level.PRODUCT) for size in sizes)))

    def _pass_by(self, passes: list[Way], taken: Taken, nothing: Callable[[], None]) -> None:
        for way in passes:
            one = self.of(way)
            if one is None:
                continue
            if not one.is_exact:
                self._pass_if_legal(way, one, taken)
                continue
            if one.count.text == "1":
                one.bind(Text("0"))
                taken(way, self._scope(one), False)
                return
            with self._block(f"if {one.count.text}:"):
                one.bind(Text("0"))
                taken(way, self._scope(one), False)
        nothing()

    def _pass_if_legal(self, way: Way, source: Source, taken: Taken) -> None:
        listed = self._expressions.assign("listed", Text("[]"))
        self._append_legal(way, 0, listed)
        with self._block(f"if {listed.text}:"):
            if source.variables:
                names = ", ".join(["_", *(variable.text for variable in source.variables)])
                self._write(f"{names} = {listed.text}[0]")
            taken(way, self._scope(source), False)

    # ------------------------------------------------------------------------------------------------ drawing again

    def _until_it_fits(
        self, sources: list[Source], passing: Source | None, taken: Taken, nothing: Callable[[], None]
    ) -> None:
        """Where passing is drawn, drawing goes on until something else is found legal too: only then it is a choice."""
        candidates = self._total("candidates", sources)
        total, passed = candidates, Text("")
        if passing is not None:
            total = self._total("possible", [*sources, passing])
            passed = self._expressions.assign("passed", Text("False"))
        many = len(sources) > 1
        chosen = self._expressions.names.new("chosen")
        rounds = str(_MISSES)
        if not candidates.text.isdigit():
            rounds = f"{rounds} if {candidates.text} > {rounds} else {candidates.text}"
        with self._block(f"for _ in range({rounds}):"):
            number = self._expressions.assign("number", Text(f"int(random() * {total.text})"))
            if passing is not None:
                with self._block(f"if {number.text} >= {candidates.text}:"):
                    self._write(f"{passed.text} = True")
                    self._write("continue")
            for position, source in enumerate(sources):
                if position == len(sources) - 1:
                    self._try(source, number, f"{chosen} = {position}" if many else "")
                    continue
                with self._block(f"if {number.text} < {source.count.text}:"):
                    self._try(source, number, f"{chosen} = {position}")
                    self._write("continue")
                self._write(f"{number.text} -= {source.count.text}")
        with self._block("else:"):
            listed = self._list_all(sources, chosen, nothing)
            if passing is not None:
                allowed = passing.count.text
                with self._block(f"if random() * (len({listed.text}) + {allowed}) < {allowed}:"):
                    self._write(f"{passed.text} = True")
        if passing is not None:
            with self._block(f"if {passed.text}:"):
                taken(passing.way, self._scope(passing), True)
        self._dispatch(sources, chosen, taken)

    def _try(self, source: Source, number: Text, note: str) -> None:
        """Draw a choice of one way; leave the loop if it is legal."""
        source.bind(number)
        tests = []
        if source.is_handful:
            if source.rest:
                tests.append(self._options.test_handful(source.way.plan, source.variables[0], source.rest))
        else:
            scope = self._scope(source)
            condition = self._expressions.simple(terms.And(source.rest), scope)
            if condition != terms.Const(1):
                tests.append(self._expressions.truth(condition, scope).at(Level.NOT))
        if source.needs_trial:
            asked = self._options.trial(source.way.plan, self._trial(source.way), source.variables, self._scope(source))
            tests.append(asked.at(Level.AND))
        if not tests:
            self._found(note)
            return
        with self._block(f"if {' and '.join(tests)}:"):
            self._found(note)

    def _found(self, note: str) -> None:
        if note:
            self._write(note)
        self._write("break")

    def _list_all(self, sources: list[Source], chosen: str, nothing: Callable[[], None]) -> Text:
        """Many misses in a row: little or nothing is legal. List it, so that every choice stays equally likely."""
        listed = self._expressions.assign("listed", Text("[]"))
        for position, source in enumerate(sources):
            self._append_legal(source.way, position, listed)
        with self._block(f"if not {listed.text}:"):
            nothing()
        drawn = self._expressions.assign("drawn", Text(f"{listed.text}[int(random() * len({listed.text}))]"))
        if len(sources) > 1:
            self._write(f"{chosen} = {drawn.text}[0]")
        for position, source in enumerate(sources):
            names = ", ".join(["_", *(variable.text for variable in source.variables)])
            if len(sources) == 1:
                self._write(f"{names} = {drawn.text}" if source.variables else "pass")
            elif source.variables:
                with self._block(f"if {chosen} == {position}:"):
                    self._write(f"{names} = {drawn.text}")
        return listed

    def _append_legal(self, way: Way, position: int, listed: Text) -> None:
        if self.needs_own_list(way):
            call = f"{self._listing(way)}({self._expressions.cells.state})"
            self._write(f"{listed.text} += [({position}, *values) for _, *values in {call}]")
            return

        def append(values: tuple[Text, ...], _: Scoped) -> None:
            joined = ", ".join([str(position), *(value.text for value in values)])
            self._write(f"{listed.text}.append(({joined},))")

        self._options.legal(way.plan, append, self._trial(way) if way.plan.needs_trial else "")

    def _dispatch(self, sources: list[Source], chosen: str, taken: Taken) -> None:
        for position, source in enumerate(sources):
            if position == len(sources) - 1:
                taken(source.way, self._scope(source), True)
            else:
                with self._block(f"if {chosen} == {position}:"):
                    taken(source.way, self._scope(source), True)

    def _from_list(self, proper: list[Way], passes: list[Way], taken: Taken, nothing: Callable[[], None]) -> None:
        """All legal choices in a list, where passing must not be drawn unless something else is legal."""
        listed = self._expressions.assign("listed", Text("[]"))
        for position, way in enumerate(proper):
            self._append_legal(way, position, listed)
        with self._block(f"if not {listed.text}:"):
            self._pass_by(passes, taken, nothing)
        for position, way in enumerate(passes, len(proper)):
            self._append_legal(way, position, listed)
        drawn = self._expressions.assign("drawn", Text(f"{listed.text}[int(random() * len({listed.text}))]"))
        for position, way in enumerate([*proper, *passes]):
            variables = self.variables(way)
            with self._block(f"if {drawn.text}[0] == {position}:"):
                if variables:
                    self._write(f"{', '.join(['_', *(variable.text for variable in variables)])} = {drawn.text}")
                taken(way, self._options.scope_of(way.plan, variables), True)
