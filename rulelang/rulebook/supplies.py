"""The pieces there are: individuals with numbers, tokens with varieties, and which of them look alike."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import components as wording
from rulelang.rulebook.holdings import not_a_piece
from rulelang.rulebook.naming import PIECE_SHAPES, noun_text, shape_of
from rulelang.rulebook.tables import StockReader, TableEntry, resolve
from rulelang.rulebook.world import Column, Individual, Kind, PieceClass, TokenVariety, World
from rulelang.tree import nodes as tree


class Supplies:
    """Puts the pieces of stocks and lists into the world."""

    def __init__(self, world: World, diagnostics: list[Diagnostic], reader: StockReader) -> None:
        self.world = world
        self.diagnostics = diagnostics
        self.reader = reader

    def declare(self, item: tree.Item) -> None:
        """The pieces an item brings into the game."""
        world = self.world
        match item:
            case tree.ThingDeclaration(term=tree.The(noun)) if shape_of(item.shape) in PIECE_SHAPES:
                kind = world.pieces.get(noun_text(noun))
                if kind is not None:
                    self._add(kind, TableEntry(1, kind.name, {}, None, item.span), -1, kind.name)
            case tree.ThingDeclaration(term=tree.Introduced(noun)) if shape_of(item.shape) in PIECE_SHAPES:
                if noun.name is not None:
                    self._supply(None, noun.name, item.stock, [-1])
            case tree.PiecesDeclaration():
                self._supply(item.count, item.name, item.stock, [-1])
            case tree.Holding(held=tree.HeldPieces() as held):
                self._supply(held.count, held.name, held.stock, self._owners(item.holder))
            case tree.Holding(held=tree.HeldPlace() as held) if shape_of(held.shape) in PIECE_SHAPES:
                kind = world.pieces.get(held.name.text)
                for owner in self._owners(item.holder) if kind else ():
                    assert kind is not None
                    self._add(kind, TableEntry(1, kind.name, {}, None, held.span), owner, kind.name)

    def _owners(self, holder: tree.Noun | tree.Word) -> list[int]:
        name = noun_text(holder) if isinstance(holder, tree.Noun) else holder.text
        if self.world.plurals(name) == "player":
            return list(range(self.world.players))
        if name in self.world.seats.members:
            return [self.world.seats.index(name)]
        self.diagnostics.append(wording.not_a_holder(holder.span, name))
        return []

    def _supply(self, count: int | None, word: tree.Word, stock: tree.Stock, owners: list[int]) -> None:
        """So many pieces; without a number as many as are listed."""
        world = self.world
        name = world.plurals(word.text)
        kind = world.pieces.get(name)
        if kind is None:
            self.diagnostics.append(not_a_piece(word.span, word.text, world))
            return
        reading = self.reader.read(stock, kind.columns, name)
        entries = reading.entries or (TableEntry(count or 0, name, {}, None, word.span),)
        listed = sum(entry.count for entry in entries)
        if count is None and not reading.entries:
            return
        if count is not None and listed != count:
            self.diagnostics.append(wording.does_not_add_up(word.span, name, count, listed))
        if reading.title and reading.title == name and all(entry.count == 1 for entry in entries):
            kind.own_names = True
        elif reading.title:
            title = reading.title if reading.title != name else f"{name} Title"
            titles = world.kinds.setdefault(title, Kind(title, span=word.span))
            kind.titles = titles
            kind.columns.setdefault(title, Column(title, "member", kind=titles, noun=title))
            world.plurals.learn(title)
            for entry in entries:
                if entry.name not in titles.members:
                    titles.members.append(entry.name)
                    world.plurals.learn(entry.name)
                entry.values[title] = titles.index(entry.name)
        for owner in owners:
            for entry in entries:
                self._add(kind, entry, owner, entry.name)

    def _add(self, kind: PieceClass, entry: TableEntry, owner: int, name: str) -> None:
        world = self.world
        if kind.own_names:
            world.plurals.learn(name)
        if kind.is_token:
            for number in kind.varieties:
                variety = world.varieties[number]
                if variety.owner == owner and variety.values == entry.values:
                    variety.supply += entry.count
                    return
            kind.varieties.append(len(world.varieties))
            world.varieties.append(TokenVariety(name, kind.name, owner, entry.values, entry.count))
            return
        for _ in range(entry.count):
            kind.individuals.append(len(world.individuals))
            world.individuals.append(Individual(name, kind.name, owner, entry.values))

    def tell_apart(self) -> None:
        """Individuals that nobody can tell apart share a look; element columns of pieces become numbers."""
        world = self.world
        for kind in world.pieces.values():
            for column in kind.columns.values():
                if column.form in ("element", "links"):
                    values = {
                        column.name: {
                            p: world.individuals[p].values[column.name]
                            for p in kind.individuals
                            if column.name in world.individuals[p].values
                        }
                    }
                    resolve(world, self.diagnostics, values, column)
                    for piece, value in values[column.name].items():
                        world.individuals[piece].values = {**world.individuals[piece].values, column.name: value}
        looks: dict[object, int] = {}
        for one in world.individuals:
            key = (one.kind, one.owner, one.name, tuple(sorted((k, repr(v)) for k, v in one.values.items())))
            one.look = looks.setdefault(key, len(looks))
