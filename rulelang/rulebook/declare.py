"""From the items of a rulebook to the `World`: what exists, how it is numbered, what is printed on it.

Before: placed items for one number of players. After: a world in which every name of a component is declared once,
every place and every piece has its number, and every problem found on the way is a diagnostic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import components as wording
from rulelang.diagnostics.catalogue import unions as union_wording
from rulelang.rulebook.had_twice import had_twice
from rulelang.rulebook.holdings import Holdings, contents, counted_only, counter_of
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.meaningless import meaningless
from rulelang.rulebook.naming import (
    HEXAGONAL_DIRECTIONS,
    PIECE_SHAPES,
    SEATS,
    SQUARE_DIRECTIONS,
    first_column,
    introduced,
    noun_text,
    shape_of,
    sight_of,
)
from rulelang.rulebook.pictures import lay_out
from rulelang.rulebook.supplies import Supplies
from rulelang.rulebook.tables import StockReader, resolve
from rulelang.rulebook.world import (
    Column,
    Counter,
    Kind,
    ListOf,
    PieceClass,
    PlaceFamily,
    SpaceClass,
    Union,
    Variable,
    World,
)
from rulelang.source import Span
from rulelang.tree import nodes as tree


def declare(items: Iterable[Placed], players: int) -> tuple[World, tuple[Diagnostic, ...]]:
    """Build the world of a rulebook for so many players."""
    declarer = _Declarer(tuple(items), players)
    declarer.run()
    declarer.diagnostics += lay_out(declarer.world, declarer.items)
    return declarer.world, tuple(declarer.diagnostics)


class _Declarer:
    """Walks the items several times: names first, then columns, then members and numbers, then holdings."""

    def __init__(self, items: tuple[Placed, ...], players: int) -> None:
        self.items = items
        names = [*SEATS, *(f"Player {seat + 1}" for seat in range(len(SEATS), players))]
        self.world = World(players, Kind("player", names[:players]), sides=names)
        self.diagnostics: list[Diagnostic] = []
        self.reader = StockReader(self.world, self.diagnostics)
        self.names: dict[str, Span] = {}
        self.later: list[Callable[[], None]] = []

    def run(self) -> None:
        for sweep in (self._plural, self._name, self._columns, self._spaces):
            for placed in self.items:
                sweep(placed.item)
        for placed in self.items:
            self.diagnostics.extend(meaningless(placed.item))
            if isinstance(placed.item, tree.UnionDeclaration):
                self._of_one_form(placed.item)
        self._number_spaces()
        supplies = Supplies(self.world, self.diagnostics, self.reader)
        for placed in self.items:
            supplies.declare(placed.item)
        holdings = Holdings(self.world, self.diagnostics, self.later)
        twice = dict(had_twice((placed.item for placed in self.items), self.world))
        self.diagnostics.extend(twice.values())
        for placed in self.items:
            if placed.item.span not in twice:
                holdings.declare(placed.item)
        for task in self.later:
            task()
        self.diagnostics.extend(counted_only(self.world))
        supplies.tell_apart()

    # ----------------------------------------------------------------- names

    def _plural(self, item: tree.Item) -> None:
        if isinstance(item, tree.PluralDeclaration):
            self.world.plurals.irregular[item.singular.text] = item.plural.text
        elif isinstance(item, tree.SidesDeclaration):
            names = [name.text for name in item.names]
            for number, name in enumerate(item.names):
                if name.text in names[:number]:
                    first = item.names[names.index(name.text)].span
                    self.diagnostics.append(wording.declared_twice(name.span, name.text, first))
            self.world.seats.members, self.world.sides = names[: self.world.players], names
            if len(names) < self.world.players:
                self.diagnostics.append(wording.too_few_sides(item.span, len(names), self.world.players))

    def _declare(self, name: str, span: Span) -> bool:
        meant = (self.world.plurals(form) for form in self.world.plurals.forms(name))
        other = name if name in self.names else next((one for one in meant if one in self.names), None)
        if other is not None:
            self.diagnostics.append(wording.declared_twice(span, name, self.names[other], other))
            return False
        self.names[name] = span
        self.world.plurals.learn(name)
        return True

    def _name(self, item: tree.Item) -> None:
        world = self.world
        match item:
            case tree.KindDeclaration():
                name = introduced(item.term)
                if name and self._declare(name, item.term.span):
                    world.kinds[name] = Kind(name, [word.text for word in item.names], span=item.span)
                    for word in item.names:
                        world.plurals.learn(word.text)
                    self._each_once((word.span, word.text) for word in item.names)
            case tree.UnionDeclaration():
                name = introduced(item.term)
                if name and self._declare(name, item.term.span):
                    world.unions[name] = Union(name, span=item.span)
            case tree.ThingDeclaration():
                self._name_thing(item)
            case tree.Holding(held=tree.HeldPlace() as held) if shape_of(held.shape) in PIECE_SHAPES:
                if self._declare(held.name.text, held.name.span):
                    world.pieces[held.name.text] = PieceClass(held.name.text, shape_of(held.shape), span=held.span)
            case tree.DefineValue(head=tree.The(noun), value=tree.Introduced(of), change=None, condition=None):
                name = noun_text(noun)
                if self._declare(name, item.head.span):
                    world.variables["", name] = Variable(name, noun_text(of), span=item.span)
            case _:
                pass

    def _join(self, item: tree.UnionDeclaration) -> None:
        """The members of a union, none of which is the union itself."""
        world, union = self.world, self.world.unions.get(introduced(item.term) or "")
        self._each_once((member.span, world.plurals(noun_text(member))) for member in item.members)
        for member in item.members if union else ():
            name = world.plurals(noun_text(member))
            if union and name in world.unions_of(union.name):
                self.diagnostics.append(union_wording.joins_what_cannot_be_one(member.span, name))
            elif union and world.is_class(name) and name not in world.kinds:
                union.members.append(name)
            else:
                self.diagnostics.append(union_wording.not_a_class(member.span, name))

    def _each_once(self, members: Iterable[tuple[Span, str]]) -> None:
        """What a kind or a union is made of, each with a name of its own."""
        known: dict[str, Span] = {}
        for span, name in members:
            if known.setdefault(name, span) != span:
                self.diagnostics.append(wording.declared_twice(span, name, known[name]))

    def _of_one_form(self, item: tree.UnionDeclaration) -> None:
        """Pieces, or spaces, but not some of each."""
        world = self.world
        members = [(one.span, world.plurals(noun_text(one))) for one in item.members]
        spaces = [name for _, name in members if world.space_classes(name) and not world.piece_classes(name)]
        pieces = [one for one in members if world.piece_classes(one[1]) and not world.space_classes(one[1])]
        if spaces and pieces:
            self.diagnostics.append(union_wording.joins_what_cannot_be_one(*pieces[0], spaces[0]))

    def _name_thing(self, item: tree.ThingDeclaration) -> None:
        world, shape = self.world, shape_of(item.shape)
        name = introduced(item.term)
        if name:
            if not self._declare(name, item.term.span):
                return
            if shape == "kind":
                world.kinds[name] = Kind(name, span=item.span)
            elif shape in PIECE_SHAPES:
                world.pieces[name] = PieceClass(name, shape, span=item.span)
            else:
                world.spaces[name] = SpaceClass(name, span=item.span)
        elif isinstance(item.term, tree.The):
            name = noun_text(item.term.noun)
            if not self._declare(name, item.term.span):
                return
            if shape in PIECE_SHAPES:
                world.pieces[name] = PieceClass(name, shape, span=item.span)
            elif shape == "list":
                world.lists[name] = ListOf(name, "", span=item.span)
            elif shape == "track" or any(isinstance(trait, tree.FromTo) for trait in item.traits):
                world.counters["", name] = Counter(name, 0, 0, 0, span=item.span)
            else:
                world.places[name] = PlaceFamily(name, shape, span=item.span)
        else:
            self.diagnostics.append(wording.declares_nothing(item.term.span))

    # --------------------------------------------------------------- columns

    def _columns(self, item: tree.Item) -> None:
        world = self.world
        if isinstance(item, tree.UnionDeclaration):
            self._join(item)
        if not isinstance(item, tree.ThingDeclaration):
            return
        name = introduced(item.term) or (noun_text(item.term.noun) if isinstance(item.term, tree.The) else "")
        owner = world.kinds.get(name) or world.spaces.get(name) or world.pieces.get(name)
        if owner is not None and isinstance(item.features, tree.Features):
            owner.columns = self._read_columns(item.features)
            for column in owner.columns.values():
                world.plurals.learn(column.name)
                if column.form == "links":
                    world.relations.setdefault(column.name, []).append(column)
        if name in world.pieces and isinstance(item.features, tree.Faces):
            world.pieces[name].faces = item.features.values
        if ("", name) in world.counters:
            world.counters["", name] = counter_of(name, item.traits, "", None, item.span)

    def _read_columns(self, features: tree.Features) -> dict[str, Column]:
        columns: dict[str, Column] = {}
        for prop in features.props:
            name = prop.name.text
            match prop:
                case tree.PropLinks():
                    noun = self.world.plurals(noun_text(prop.noun))
                    column = Column(name, "links", noun=noun, one_way=prop.one_way, span=prop.span)
                case tree.PropMark():
                    column = Column(name, "mark", 0, 1, span=prop.span)
                case tree.PropBundle():
                    kind = self.world.kinds.get(self.world.plurals(prop.kind.text))
                    if kind is None:
                        self.diagnostics.append(wording.not_a_kind(prop.kind.span, prop.kind.text))
                        continue
                    column = Column(name, "bundle", kind=kind, span=prop.span)
                case tree.PropAs():
                    column = self._member_column(name, noun_text(prop.noun), prop.span)
                case tree.Prop(range=tree.FromTo(low, high)):
                    column = Column(name, "number", low, high, span=prop.span)
                case _:
                    column = self._member_column(name, name, prop.span)
            columns[name] = column
        return columns

    def _member_column(self, name: str, noun: str, span: Span) -> Column:
        world, noun = self.world, self.world.plurals(noun)
        if noun == "player":
            return Column(name, "member", kind=world.seats, noun="player", span=span)
        if noun in world.kinds:
            return Column(name, "member", kind=world.kinds[noun], noun=noun, span=span)
        if noun in world.spaces or noun in world.pieces or noun in world.unions:
            return Column(name, "element", noun=noun, span=span)
        self.diagnostics.append(wording.unknown_column_kind(span, name))
        return Column(name, "number", 0, 0, span=span)

    # ---------------------------------------------------------------- spaces

    def _spaces(self, item: tree.Item) -> None:
        if not isinstance(item, tree.ThingDeclaration):
            return
        world = self.world
        name = introduced(item.term) or ""
        if name in world.kinds:
            kind = world.kinds[name]
            kind.members += first_column(item.stock)
            entries = self.reader.read(item.stock, kind.columns, name).entries
            self._each_once((entry.span, entry.name) for entry in entries)
            for number, entry in enumerate(entries):
                world.plurals.learn(entry.name)
                for column, value in entry.values.items():
                    kind.values.setdefault(column, {})[number] = value
        elif name in world.spaces:
            space = world.spaces[name]
            space.sight = sight_of(item.sight)
            space.order = "pile" if shape_of(item.shape) == "pile" else "row" if shape_of(item.shape) == "row" else ""
            for trait in item.traits:
                match trait:
                    case tree.TraitOf(limit, nouns):
                        space.limit = -1 if limit is None else limit
                        space.accepts = contents(nouns, world, self.diagnostics, self.later)
                    case tree.TraitRing(form):
                        space.topology = "line" if form == "line" else "ring"
                    case tree.TraitGrid(form, columns, rows):
                        space.topology, space.width, space.height = form, columns, rows
                    case _:
                        pass
            for number, entry in enumerate(self.reader.read(item.stock, space.columns, name).entries):
                if entry.name in space.members:
                    self.diagnostics.append(wording.declared_twice(entry.span, entry.name, space.span or entry.span))
                space.members.append(entry.name)
                if entry.spot is not None:
                    space.spots[number] = entry.spot
                for column, value in entry.values.items():
                    space.values.setdefault(column, {})[number] = value
            if space.width:
                space.members = [
                    f"{chr(ord('a') + column)}{row + 1}" for row in range(space.height) for column in range(space.width)
                ]
                directions = SQUARE_DIRECTIONS if space.topology == "square" else HEXAGONAL_DIRECTIONS
                world.kinds.setdefault("direction", Kind("direction", list(directions)))

    def _number_spaces(self) -> None:
        """Grids first, so that the bit of a square is its own number; then other spaces, then the box."""
        world = self.world
        for space in sorted(world.spaces.values(), key=lambda space: not space.width):
            space.first = len(world.place_names)
            world.place_names.extend(space.members)
            world.space_of.extend([space] * len(space.members))
        world.box = len(world.place_names)
        world.place_names.append("Box")
        world.places["Box"] = PlaceFamily("Box", "area", first=world.box)
        for space in world.spaces.values():
            space.spots = {space.first + number: spot for number, spot in space.spots.items()}
            space.values = {
                column: {space.first + number: value for number, value in values.items()}
                for column, values in space.values.items()
            }
            for column in space.columns.values():
                if column.form in ("links", "element"):
                    self.later.append(partial(resolve, world, self.diagnostics, space.values, column))
