"""The layout of the vector: which cells there are, where tokens are kept, what every cell starts with.

Before: everything is declared, and all sentences are drawn, so that every frame cell they need is known. After: regions
one behind the other, from cell 0 on, in the order in which they are added here; places, pieces and tokens in that of
the world.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from rulelang.compile.clock import ROUND, TURN, Clock
from rulelang.compile.context import CompileContext
from rulelang.compile.flow.frames import Frame, start_of
from rulelang.compile.sorts import POSITION
from rulelang.graph.layout import Audience, Layout, Piece, Place, Region, TokenStore, Variety
from rulelang.graph.roles import DIE_VALUE
from rulelang.graph.terms.fingerprints import MODULUS
from rulelang.rulebook.world import Counter, PlaceFamily, SpaceClass

Role: TypeAlias = Literal["flow", "counter", "flag", "variable", "list", "at", "contents", "order", "tokens", "frame"]
BIG = 1 << 20


class LayoutBuilder:
    """Builds a layout, region by region."""

    def __init__(
        self,
        book: CompileContext,
        frames: Mapping[str, Frame],
        windows: int,
        clock: Clock,
        first: Mapping[str, tuple[int, ...]],
    ) -> None:
        """`first` are first values that were worked out."""
        self.book = book
        self.world = book.world
        self.frames = frames
        self.windows = windows
        self.clock = clock
        self.first = first
        self.regions: dict[str, Region] = {}
        self.size = 0

    def add(
        self,
        name: str,
        length: int,
        kind: Literal["number", "set"] = "number",
        low: int = -1,
        high: int = BIG,
        role: Role = "flow",
        audience: Audience = "open",
        start: tuple[int, ...] | None = None,
        elements: str = "number",
        holder: str = "",
        called: str = "",
        frame: Frame | None = None,
    ) -> None:
        first = start if start is not None else (0 if kind == "set" else max(low, -1),) * length
        self.regions[name] = Region(
            name, self.size, length, kind, low, high, role, audience, first, elements, holder, called or name,
            frame.action if frame is not None else "", frame.role if frame is not None else None,
        )  # fmt: skip
        self.size += length

    def build(self) -> Layout:
        """The whole layout."""
        world = self.world
        everybody = (1 << world.players) - 1
        self.add("node", 1, low=-1)
        self.add("playing", 1, low=0, high=1)
        self.add("ending", 1, "set", 0, 4)
        self.add("decided", 1, low=0, high=1)
        self.add("winners", 1, "set", 0, world.players, elements="player")
        self.add("players in", 1, "set", 0, world.players, start=(everybody,), elements="player")
        self.add("windows used", world.players, "set", 0, max(1, self.windows), holder="player")
        if self.clock.running:
            self.add(TURN, 1, high=world.players - 1, elements="player")
            self.add(ROUND, 1, low=0)
        for counter in world.counters.values():
            self._counter(counter)
        for flag in world.flags.values():
            self.add(flag.region, 1, "set", 0, BIG, "flag", elements=flag.holder, holder=flag.holder, called=flag.name)
        for (holder, called), variable in world.variables.items():
            length = self.world.size_of(holder)
            elements, start = self._elements(variable.noun), (-1,) * length
            high = _highest(elements)
            audience: Audience = "all" if variable.open else "open"
            self.add(variable.region, length, "number", -1, high, "variable", audience, start, elements, holder, called)
        for listed in world.lists.values():
            most, elements = listed.limit or self.world.size_of(listed.noun), self._elements(listed.noun)
            start = (0, *([-1] * most))
            self.add(listed.name, most + 1, high=_highest(elements), role="list", start=start, elements=elements)
        if any(kind.faces for kind in world.pieces.values()):
            faces = {p: min(k.faces) for k in world.pieces.values() for p in k.individuals if k.faces}
            count = len(world.individuals)
            start = tuple(faces.get(p, 0) for p in range(count))
            self.add(DIE_VALUE, count, low=0, role="counter", start=start, holder="piece")
        if self.book.turnable:
            self.add("face-down", 1, "set", 0, max(1, len(world.individuals)), "flag", elements="piece", holder="piece")
        places = self._places()
        tokens = self._tokens()
        for frame in self.frames.values():
            if frame.name not in self.regions:
                low, high = self._frame_range(frame)
                start = start_of(frame)
                self.add(
                    frame.name, frame.length, frame.kind, low, high, "frame", "frame", start, frame.elements,
                    called=frame.called, frame=frame,
                )  # fmt: skip
        backs = {name: world.back_of(kind) for name, kind in world.pieces.items()}
        pieces = tuple(Piece(p.name, p.look, p.owner, p.kind, backs[p.kind]) for p in world.individuals)
        varieties = tuple(Variety(v.name, v.kind, v.owner, backs[v.kind]) for v in world.varieties)
        unions = {name: tuple(kind.name for kind in world.piece_classes(name)) for name in world.unions}
        joined = {name: kinds for name, kinds in unions.items() if kinds}
        return Layout(self.regions, self.size, places, pieces, varieties, tokens, world.box, joined)

    def _frame_range(self, frame: Frame) -> tuple[int, int]:
        """What a remembered value may be; nothing (-1) always."""
        world = self.world
        if frame.kind == "set":
            return 0, frame.high
        most = {
            "place": len(world.place_names),
            "piece": len(world.individuals),
            "token": len(world.varieties) * len(world.place_names),
            "player": world.players,
        }
        if frame.elements in most:
            highest = most[frame.elements] - 1
        elif frame.elements in world.kinds:
            highest = len(world.kinds[frame.elements].members) - 1
        else:
            highest = frame.high
        return min(-1, frame.low), max(highest, frame.length - 1, 0)

    # ---------------------------------------------------------------- holdings

    def _counter(self, counter: Counter) -> None:
        length = self.world.size_of(counter.holder) * (len(counter.every.members) if counter.every else 1)
        start = self.first.get(counter.region, (counter.default,) * length)
        low, high, holder = counter.low, counter.high, counter.holder
        self.add(
            counter.region, length, "number", low, high, "counter", "all" if counter.open else "open", start,
            holder=holder, called=counter.name,
        )  # fmt: skip

    def _elements(self, noun: str) -> str:
        world = self.world
        noun = world.plurals(noun)
        if world.space_classes(noun):
            return "place"
        kinds = world.piece_classes(noun)
        return noun if not kinds else "token" if kinds[0].is_token else "piece"

    # ------------------------------------------------------------------ places

    def _places(self) -> tuple[Place, ...]:
        world = self.world
        found: list[Place] = []
        length = 0
        for number, name in enumerate(world.place_names):
            nature = world.nature_of(number)
            if nature is None:
                found.append(Place(name, "", -1, "open", -1, "", "", 0))
                continue
            owner = number - nature.first if isinstance(nature, PlaceFamily) and nature.holder == "player" else -1
            start, region = (length, "order") if nature.order else (0, "")
            found.append(Place(name, nature.name, owner, nature.sight, nature.limit, nature.order, region, start))
            if nature.order:
                length += self._capacity(nature) + 1
        self._pieces(len(found))
        if length:
            self.add("order", length, role="order", audience="places", start=(0,) * length, elements="piece")
        self.book.tables["order start"] = (*(place.order_start for place in found), 0)
        return tuple(found)

    def _pieces(self, places: int) -> None:
        """Where every piece lies, and what lies in every place: at first everything in the Box."""
        world = self.world
        pieces = len(world.individuals)
        boxed = tuple((1 << pieces) - 1 if number == world.box else 0 for number in range(places))
        if pieces:
            self.add("at", pieces, "number", 0, places, "at", "places", (world.box,) * pieces, "place")
        elif any(not kind.is_token for kind in world.pieces.values()):
            # Sentences speak of pieces of which there is none: the cell they would read stays where it is.
            self.add("at", 1, "number", 0, places, "at", "places", (world.box,))
        self.add("contents", places, "set", 0, max(1, pieces), "contents", "places", boxed, "piece")

    def _capacity(self, nature: SpaceClass | PlaceFamily) -> int:
        """How many pieces can ever lie in an ordered place."""
        world = self.world
        classes = [kind for name in nature.accepts for kind in world.piece_classes(name)] or list(world.pieces.values())
        count = sum(len(kind.individuals) for kind in classes)
        return min(count, nature.limit + self.book.crowded.get(nature.name, 0)) if nature.limit > 0 else count

    # ------------------------------------------------------------------ tokens

    def _tokens(self) -> tuple[TokenStore, ...]:
        """Tokens in places for one are kept as a set of places for each variety, all others are counted."""
        world = self.world
        stores = []
        for number, variety in enumerate(world.varieties):
            kind = world.pieces[variety.kind]
            places = [place for place in range(len(world.place_names)) if world.takes(place, kind)]
            single = [place for place in places if world.is_for_one(place)]
            counted = [place for place in places if not world.is_for_one(place)]
            set_cell, set_places = -1, sum(1 << place for place in single)
            if single:
                set_cell, room = self.size, single[-1] + 1
                self.add(f"tokens {number} on spaces", 1, "set", 0, room, "tokens", "places", None, "place")
            base = self.size
            if counted:
                start = tuple(variety.supply if place == world.box else 0 for place in counted)
                most = max(1, variety.supply)
                self.add(f"tokens {number} counted", len(counted), "number", 0, most, "tokens", "places", start)
            stores.append(TokenStore(set_cell, set_places, {place: base + i for i, place in enumerate(counted)}))
        return tuple(stores)


def _highest(elements: str) -> int:
    return MODULUS - 1 if elements == POSITION.noun else BIG
