"""The text form of a state graph: deterministic, line by line, made to be read and compared.

The same program gives the same text, byte for byte; a program that plays differently gives another text. Cells and
nodes stand in it by their names: a new one changes the lines that speak of it, and no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.graph.describe import Speaker, effect_lines
from rulelang.graph.describe.scopes import own_locals
from rulelang.graph.edges import belongs, parameter_phrase
from rulelang.graph.layout import Layout, Place, Region
from rulelang.graph.program import KIND_OF_NODE, ChanceNode, Decide, Do, End, Node, OptionEdge, Origin, Program, Test

_KINDS = {"number": "a number", "truth": "yes or no", "element": "an element", "set": "a set"}


def program_text(program: Program, group: str | None = None, lines: bool = False) -> str:
    """The whole graph, or the nodes of one group. `lines` adds where things stand in the rulebook."""
    writer = _Writer(program, lines)
    parts = writer.nodes(group) if group is not None else writer.everything()
    return "\n".join(line.rstrip() for line in parts) + "\n"


class _Writer:
    def __init__(self, program: Program, lines: bool) -> None:
        self.program = program
        self.speaker = Speaker(program, exact=True)
        self.lines = lines

    def everything(self) -> Iterator[str]:
        program = self.program
        yield f'state graph of "{program.title}" for {program.players} players: {", ".join(program.seats)}'
        yield f"variants: {', '.join(program.variants) or 'none'}"
        yield ""
        yield from _layout(program.layout)
        yield from self._tables()
        yield from self._functions()
        yield from self._scoring()
        yield f"nodes, starting at {self.speaker.nodes[program.entry]}"
        yield from self.nodes(None)

    # ----------------------------------------------------------------------------------------------- tables

    def _tables(self) -> Iterator[str]:
        if self.program.tables:
            yield "tables (the last entry is the answer for nothing)"
            for name, values in self.program.tables.items():
                yield f"  {name}: {_short(map(str, values))}"
            yield ""
        if self.program.lists:
            yield "lists"
            for name, rows in self.program.lists.items():
                yield f"  {name}: {_short(('-'.join(map(str, row)) or 'none') for row in rows)}"
            yield ""

    def _functions(self) -> Iterator[str]:
        if not self.program.functions:
            return
        yield "functions"
        for function in map(own_locals, self.program.functions.values()):
            head = f"{function.name}({', '.join(function.parameters)}), {_KINDS[function.kind]}"
            yield f"  {head}{self._origin(function.origin)}"
            local = {name: self.speaker.elements.of_local(name) for name in function.parameters}
            say = self.speaker.say_set if function.kind == "set" else self.speaker.say
            yield f"      {say(function.body, local)}"
        yield ""

    def _scoring(self) -> Iterator[str]:
        scoring, local = self.program.scoring, {"player": "player"}
        if scoring.eligible is None and not scoring.lines:
            return
        yield "the winner"
        if scoring.eligible is not None:
            yield f"  must be: {self.speaker.say(scoring.eligible, local)}"
        for line in scoring.lines:
            yield f"  {'highest' if line.highest else 'lowest'} {line.name}: {self.speaker.say(line.value, local)}"
        yield "  a tie is shared" + ("" if scoring.shared else " (the rules do not say so)")
        yield ""

    # ------------------------------------------------------------------------------------------------ nodes

    def nodes(self, group: str | None) -> Iterator[str]:
        before: str | None = None
        for node in self.program.nodes:
            if group is not None and not belongs(node.group, group):
                continue
            if node.group != before:
                yield ""
                yield f"-- {node.group or 'outside of every phase and action'}"
                before = node.group
            yield from self._node(own_locals(node))

    def _node(self, node: Node) -> Iterator[str]:
        kind = KIND_OF_NODE[type(node)]
        title = f' "{node.title}"' if not isinstance(node, End) and node.title else ""
        yield f"  {self.speaker.nodes[node.number]}: {kind}{title}{_marks(node)}{self._origin(node.origin)}"
        body: Iterator[str]
        match node:
            case Decide():
                body = self._decide(node)
            case ChanceNode():
                body = self._chance(node)
            case Do():
                body = (*effect_lines(self.speaker, node.effects, {}), self._to(node.target)).__iter__()
            case Test():
                body = self._test(node)
            case End():
                body = iter(())
        yield from (f"       {line}" for line in body)

    def _decide(self, node: Decide) -> Iterator[str]:
        secret = ", the others learn it later" if node.secret else ""
        yield f"{self.speaker.say(node.actor, {}, 'player')} chooses{secret}"
        for option in node.options:
            yield from self._option(option)
        yield f"otherwise {self._to(node.otherwise)}" if node.otherwise >= 0 else "otherwise the game is stuck"

    def _option(self, option: OptionEdge) -> Iterator[str]:
        name = "pass" if option.role == "pass" else "option"
        marks = [mark for mark, there in (("silent", option.silent), ("must be completed", option.lookahead)) if there]
        written = f' "{option.written}"' if option.written else ""
        yield f"{name} {option.name}{written}{_bracketed(marks)}{self._origin(option.origin)}"
        local: dict[str, str] = {}
        inner: list[str] = []
        for parameter in option.parameters:
            handful = option.handfuls.get(parameter.name)
            kept = f", kept in [{handful}]" if handful else ""
            inner.append(parameter_phrase(self.speaker, parameter, local) + kept)
        if option.guard is not None:
            inner.append(f"if {self.speaker.say(option.guard, local)}")
        inner.extend(effect_lines(self.speaker, option.effects, local))
        inner.append(self._to(option.target))
        yield from (f"    {line}" for line in inner)

    def _chance(self, node: ChanceNode) -> Iterator[str]:
        local: dict[str, str] = {}
        if node.shuffles is not None:
            yield f"shuffle {self.speaker.say(node.shuffles, {}, 'place')}"
        if node.parameter is not None:
            yield parameter_phrase(self.speaker, node.parameter, local)
        if node.weight is not None:
            yield f"weight: {self.speaker.say(node.weight, local)}"
        yield f"stream: {node.stream}; seen by {self.speaker.say_set(node.audience, local, 'player')}"
        yield from effect_lines(self.speaker, node.effects, local)
        yield self._to(node.target)

    def _test(self, node: Test) -> Iterator[str]:
        for condition, target in node.arms:
            yield f"if {self.speaker.say(condition)} {self._to(target)}"
        yield f"otherwise {self._to(node.otherwise)}"

    def _to(self, node: int) -> str:
        return f"-> {self.speaker.nodes[node]}" if node >= 0 else "-> nowhere"

    def _origin(self, origin: Origin) -> str:
        cite = f"  [{origin.cite}]" if origin.cite else ""
        return f"{cite}  ({origin.span})" if self.lines and origin.span is not None else cite


def _marks(node: Node) -> str:
    return "" if isinstance(node, ChanceNode | End) or not node.rest else " (a move ends here)"


def _bracketed(words: list[str]) -> str:
    return f" ({', '.join(words)})" if words else ""


def _short(words: Iterable[str], most: int = 60) -> str:
    """Long rows are cut, with a checksum that keeps the text exact."""
    found = list(words)
    if len(found) <= most:
        return " ".join(found)
    return f"{' '.join(found[:12])} ... {len(found)} entries, sum {_checksum(found):08x}"


def _checksum(words: list[str]) -> int:
    from zlib import crc32

    return crc32(" ".join(words).encode())


# ------------------------------------------------------------------------------------------------------- layout


def _layout(layout: Layout) -> Iterator[str]:
    yield f"state: {layout.size} cells"
    for region in layout.regions.values():
        yield f"  {_region(region)}"
    yield ""
    yield "places"
    for first, last, place in _runs(layout.places):
        yield f"  {_place(place, last - first + 1)}"
    if layout.pieces:
        yield ""
        yield "pieces"
        looks = {piece.name: piece.look for piece in layout.pieces}
        alike = len(set(looks.values())) == len(looks) and all(looks[one.name] == one.look for one in layout.pieces)
        for piece in layout.pieces:
            owner = f", owner {piece.owner}" if piece.owner >= 0 else ""
            look = "" if alike else f", look {piece.look}"
            yield f"  {piece.name}: {piece.kind}{look}{owner}"
    if layout.varieties:
        yield ""
        yield "tokens"
        for number, variety in enumerate(layout.varieties):
            owner = f", owner {variety.owner}" if variety.owner >= 0 else ""
            supply = layout.tokens[number]
            stored = f"a set over {supply.set_places:#x}" if supply.set_places else ""
            counted = f"counted in {len(supply.counts)} places" if supply.counts else ""
            how = " and ".join(part for part in (stored, counted) if part)
            yield f"  {variety.name}: {variety.kind}{owner}, {how}"
    yield ""


def _region(region: Region) -> str:
    what = region.elements if region.kind == "number" else f"set of {region.elements}"
    bounds = f" {region.low} to {region.high}" if region.elements == "number" and region.high < 1 << 20 else ""
    start = _short(map(str, region.start if len(set(region.start)) > 1 else region.start[:1]), 24)
    times = f" x {region.length}" if region.length > 1 else ""
    hidden = "" if region.audience == "open" else f", seen as its {region.audience}"
    return f"{region.name}: {region.role}, {what}{bounds}{times}, starts as {start}{hidden}"


def _place(place: Place, count: int) -> str:
    name = f"{count} {place.holder} spaces" if count > 1 else place.name
    limit = "any number" if place.limit < 0 else f"up to {place.limit}"
    order = f", a {place.order}" if place.order else ""
    owner = f", owner {place.owner}" if place.owner >= 0 else ""
    return f"{name}: {place.sight}, {limit}{order}{owner}"


def _runs(places: tuple[Place, ...]) -> Iterator[tuple[int, int, Place]]:
    """Neighbouring places that are alike in everything but their name."""

    def likeness(place: Place) -> object:
        return (place.holder, place.owner, place.sight, place.limit, place.order, place.order_start, place.owner < 0)

    first = 0
    for number in range(1, len(places) + 1):
        if number == len(places) or likeness(places[number]) != likeness(places[first]):
            yield first, number - 1, places[first]
            first = number
