"""The layout of the vector: which cells there are, where tokens are kept, what every cell starts with."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.graph.book import Book
from rulelang.graph.flow.frames import Frame, Frames, start_of
from rulelang.graph.layout import Layout, Piece, Place, Region, Sight, TokenStore, Variety
from rulelang.rulebook.world import Counter, World

Role: TypeAlias = Literal["flow", "counter", "flag", "variable", "list", "at", "contents", "order", "tokens", "frame"]
BIG = 1 << 20


class Storage:
    """Builds a layout, region by region."""

    def __init__(self, book: Book, frames: Frames, windows: int) -> None:
        self.book = book
        self.world = book.world
        self.frames = frames
        self.windows = windows
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
        audience: Literal["open", "frame", "places"] = "open",
        start: tuple[int, ...] | None = None,
        elements: str = "number",
        holder: str = "",
    ) -> None:
        first = start if start is not None else (0 if kind == "set" else max(low, -1),) * length
        self.regions[name] = Region(
            name,
            self.size,
            length,
            kind,
            low,
            high,
            role,
            audience,
            first,
            elements,
            holder,
        )
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
        for counter in world.counters.values():
            self._counter(counter)
        for flag in world.flags.values():
            self.add(flag.region, 1, "set", 0, BIG, "flag", elements=flag.holder, holder=flag.holder)
        for (holder, _), variable in world.variables.items():
            length = self._holders(holder)
            elements = self._elements(variable.noun)
            self.add(variable.region, length, role="variable", start=(-1,) * length, elements=elements, holder=holder)
        for listed in world.lists.values():
            most = listed.limit or self._class_size(listed.noun)
            self.add(
                listed.name, most + 1, role="list", start=(0, *([-1] * most)), elements=self._elements(listed.noun)
            )
        if any(kind.faces for kind in world.pieces.values()):
            faces = {p: min(k.faces) for k in world.pieces.values() for p in k.individuals if k.faces}
            count = len(world.individuals)
            start = tuple(faces.get(p, 0) for p in range(count))
            self.add("die value", count, low=0, role="counter", start=start, holder="piece")
        if self.book.turnable:
            self.add("face-down", 1, "set", 0, max(1, len(world.individuals)), "flag", elements="piece", holder="piece")
        places = self._places()
        tokens = self._tokens()
        for frame in self.frames.regions.values():
            if frame.name not in self.regions:
                low, high = self._frame_range(frame)
                start = start_of(frame)
                self.add(frame.name, frame.length, frame.kind, low, high, "frame", "frame", start, frame.elements)
        pieces = tuple(Piece(p.name, p.look, p.owner, p.kind) for p in world.individuals)
        varieties = tuple(Variety(v.name, v.kind, v.owner) for v in world.varieties)
        return Layout(self.regions, self.size, places, pieces, varieties, tokens, world.box)

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
        length = self._holders(counter.holder) * (len(counter.every.members) if counter.every else 1)
        self.add(
            counter.region,
            length,
            low=counter.low,
            high=counter.high,
            role="counter",
            start=(counter.default,) * length,
            holder=counter.holder,
        )

    def _holders(self, holder: str) -> int:
        world = self.world
        if not holder:
            return 1
        if holder == "player":
            return world.players
        return self._class_size(holder)

    def _class_size(self, noun: str) -> int:
        world = self.world
        if noun == "player":
            return world.players
        if noun in world.kinds:
            return len(world.kinds[noun].members)
        spaces = sum(len(space.members) for space in world.space_classes(noun))
        return spaces or sum(len(kind.individuals) for kind in world.piece_classes(noun))

    def _elements(self, noun: str) -> str:
        world = self.world
        noun = world.plurals(noun)
        if world.space_classes(noun):
            return "place"
        return "piece" if world.piece_classes(noun) else noun

    # ------------------------------------------------------------------ places

    def _places(self) -> tuple[Place, ...]:
        world = self.world
        found: list[Place] = []
        starts: list[int] = []
        length = 0
        pieces = len(world.individuals)
        for number, name in enumerate(world.place_names):
            holder, owner, sight, limit, order = self._place(number)
            starts.append(length if order else 0)
            found.append(Place(name, holder, owner, sight, limit, order, "order" if order else "", starts[-1]))
            if order:
                length += self._capacity(number, limit) + 1
        if pieces:
            self.add(
                "at",
                pieces,
                low=0,
                high=len(found),
                role="at",
                audience="places",
                start=(world.box,) * pieces,
                elements="place",
            )
            contents = tuple((1 << pieces) - 1 if number == world.box else 0 for number in range(len(found)))
            self.add("contents", len(found), "set", 0, pieces, "contents", "places", contents, "piece")
        else:
            if any(not kind.is_token for kind in world.pieces.values()):
                # Sentences speak of pieces of which there is none: the cell they would read stays where it is.
                self.add("at", 1, low=0, high=len(found), role="at", audience="places", start=(world.box,))
            self.add("contents", len(found), "set", 0, 1, "contents", "places", None, "piece")
        if length:
            self.add("order", length, role="order", audience="places", start=(0,) * length, elements="piece")
        self.book.tables["order start"] = (*starts, 0)
        return tuple(found)

    def _place(self, number: int) -> tuple[str, int, Sight, int, Literal["", "row", "pile"]]:
        world = self.world
        space = world.place_class(number)
        if space is not None:
            return space.name, -1, space.sight, space.limit, space.order
        for (holder, name), family in world.holdings.items():
            if family.first <= number < family.first + family.count:
                owner = number - family.first if holder == "player" else -1
                return name, owner, family.sight, family.limit, family.order
        for name, family in world.places.items():
            if number == family.first:
                return name, -1, family.sight, family.limit, family.order
        return "", -1, "open", -1, ""

    def _capacity(self, number: int, limit: int) -> int:
        """How many pieces can ever lie in an ordered place."""
        world = self.world
        space = world.place_class(number)
        accepts = space.accepts if space is not None else []
        for family in [*world.places.values(), *world.holdings.values()]:
            if family.first <= number < family.first + family.count:
                accepts = family.accepts
        classes = [kind for name in accepts for kind in world.piece_classes(name)] or list(world.pieces.values())
        count = sum(len(kind.individuals) for kind in classes)
        return min(count, limit) if limit > 0 else count

    # ------------------------------------------------------------------ tokens

    def _tokens(self) -> tuple[TokenStore, ...]:
        """Tokens in places for one are kept as a set of places for each variety, all others are counted."""
        world = self.world
        stores = []
        for number, variety in enumerate(world.varieties):
            set_places, counted = 0, []
            for place in range(len(world.place_names)):
                if self._can_hold(place, variety.kind):
                    if self._place(place)[3] == 1 and world.place_class(place) is not None:
                        set_places |= 1 << place
                    else:
                        counted.append(place)
            set_cell = -1
            if set_places:
                set_cell = self.size
                self.add(
                    f"tokens {number} on spaces",
                    1,
                    "set",
                    0,
                    set_places.bit_length(),
                    "tokens",
                    "places",
                    None,
                    "place",
                )
            counts = {}
            if counted:
                base = self.size
                start = tuple(variety.supply if place == world.box else 0 for place in counted)
                self.add(
                    f"tokens {number} counted",
                    len(counted),
                    "number",
                    0,
                    max(1, variety.supply),
                    "tokens",
                    "places",
                    start,
                )
                counts = {place: base + i for i, place in enumerate(counted)}
            stores.append(TokenStore(set_cell, set_places, counts))
        return tuple(stores)

    def _can_hold(self, place: int, kind: str) -> bool:
        world: World = self.world
        if place == world.box:
            return True
        space = world.place_class(place)
        accepts: list[str] = space.accepts if space is not None else []
        if space is None:
            for family in [*world.places.values(), *world.holdings.values()]:
                if family.first <= place < family.first + family.count:
                    if family.order:
                        return False
                    accepts = family.accepts
        if not accepts:
            return True
        return any(kind in [k.name for k in world.piece_classes(name)] for name in accepts)
