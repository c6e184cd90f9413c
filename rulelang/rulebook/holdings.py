"""Counters, places and lists of their own, and what each player, space, piece or member of a kind has."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import components as wording
from rulelang.diagnostics.catalogue import names as name_wording
from rulelang.diagnostics.catalogue import supply as supply_wording
from rulelang.rulebook.naming import PIECE_SHAPES, noun_text, shape_of, sight_of
from rulelang.rulebook.words import singular_guess
from rulelang.rulebook.world import Counter, Flag, Kind, ListOf, PlaceFamily, Variable, World
from rulelang.source import Span
from rulelang.tree import nodes as tree


def counter_of(
    name: str, traits: Iterable[tree.Trait], holder: str, every: Kind | None, span: Span, *, is_open: bool = False
) -> Counter:
    """`Coins from 0 to 40 starting at 5 out of 90`; without a start it is 0, or the lowest number there is."""
    low, high = 0, 0
    start: int | None = None
    begins: tree.Phrase | None = None
    bank: int | None = None
    for trait in traits:
        match trait:
            case tree.FromTo(lowest, highest):
                low, high = lowest, highest
            case tree.TraitStart(value) if isinstance(value, int):
                start = value
            case tree.TraitStart(value) if isinstance(value, tree.Node):
                begins = value
            case tree.TraitBank(total):
                bank = total
            case _:
                pass
    default = low if start is None and not low <= 0 <= high else (start if start is not None else max(low, 0))
    return Counter(name, low, high, default, holder, every, bank, span, is_open, begins)


def contents(
    nouns: Iterable[tree.Noun],
    world: World,
    found: list[Diagnostic],
    later: list[Callable[[], None]],
    ordered: str = "",
) -> list[str]:
    """The sorts of pieces. Whether they exist can only be told `later`, when all pieces have a name; so can whether
    they may lie in a row or a pile, where the place is `ordered` so."""
    nouns = tuple(nouns)
    later.append(lambda: found.extend(_unknown(nouns, world)))
    if ordered:
        later.append(lambda: found.extend(_counted(nouns, world, ordered)))
    return [world.plurals(noun_text(noun)) for noun in nouns]


def _unknown(nouns: Iterable[tree.Noun], world: World) -> Iterable[Diagnostic]:
    for noun in nouns:
        name = world.plurals(noun_text(noun))
        if name != "piece" and not world.piece_classes(name):
            yield not_a_piece(noun.span, noun.span.text, world)


def _counted(nouns: Iterable[tree.Noun], world: World, ordered: str) -> Iterable[Diagnostic]:
    for noun in nouns:
        name = world.plurals(noun_text(noun))
        if name != "piece" and any(kind.is_token for kind in world.piece_classes(name)):
            yield wording.tokens_have_no_order(noun.span, noun.span.text, ordered)


def counted_only(world: World) -> Iterable[Diagnostic]:
    """What is held by tokens, lists of them, and variables that are one of tokens and other pieces."""
    held: list[tuple[tuple[str, str], Flag | Counter | Variable | PlaceFamily]] = []
    held += [*world.flags.items(), *world.counters.items(), *world.variables.items(), *world.holdings.items()]
    about = [(holder, thing.span) for (holder, _), thing in held]
    about += [(listed.noun, listed.span) for listed in world.lists.values()]
    mixed = [(one.noun, one.span) for one in world.variables.values()]
    for noun, span in dict.fromkeys([*about, *(one for one in mixed if _is_mixed(one[0], world))]):
        tokens = [kind.name for kind in world.piece_classes(noun) if kind.is_token]
        if tokens and span is not None:
            yield supply_wording.not_told_apart(span, noun, tokens[0])


def _is_mixed(noun: str, world: World) -> bool:
    return len({kind.is_token for kind in world.piece_classes(noun)}) > 1


def not_a_piece(span: Span, name: str, world: World) -> Diagnostic:
    """A name where one of a sort of piece belongs."""
    one = world.plurals(name)
    sort = "space" if one in world.spaces else "kind" if one in world.kinds else ""
    return wording.not_a_piece(span, name, singular_guess(name) or name, [*world.pieces], sort)


def holder_name(holder: tree.Noun | tree.Word, world: World) -> str:
    """Who or what has something, in the singular."""
    return world.plurals(noun_text(holder) if isinstance(holder, tree.Noun) else holder.text)


class Holdings:
    """Notes what is held, and gives places their numbers. What can only be told at the end is put off until `later`."""

    def __init__(self, world: World, diagnostics: list[Diagnostic], later: list[Callable[[], None]]) -> None:
        self.world = world
        self.diagnostics = diagnostics
        self.later = later

    def declare(self, item: tree.Item) -> None:
        """What an item says somebody or something has; or a place or list of its own."""
        world = self.world
        match item:
            case tree.ThingDeclaration(term=tree.The(noun)):
                name = noun_text(noun)
                if name in world.places and name != "Box":
                    self._place(world.places[name], item.sight, item.traits, 1)
                    world.place_names.append(name)
                elif name in world.lists:
                    for trait in item.traits:
                        if isinstance(trait, tree.TraitOf):
                            self._list(world.lists[name], trait)
            case tree.FlagDeclaration():
                holder = self._holder(item.holder)
                if holder:
                    world.plurals.learn(item.name.text)
                    world.flags[holder, item.name.text] = Flag(item.name.text, holder, item.span)
            case tree.Holding():
                self._held(item)
            case _:
                pass

    def _list(self, listed: ListOf, trait: tree.TraitOf) -> None:
        noun = trait.nouns[0]
        listed.noun, listed.limit = self.world.plurals(noun_text(noun)), trait.limit or 0
        of_the_language = listed.noun in ("position", "player", "direction", "piece")
        if not of_the_language and not self.world.is_class(listed.noun):
            known = [*self.world.class_names(), "positions"]
            self.diagnostics.append(name_wording.unknown_noun(noun.span, noun_text(noun), known))
        elif listed.noun != "position" and (listed.limit or len(trait.nouns) > 1):
            self.diagnostics.append(wording.not_of_such_a_thing(trait.span, listed.name, "list"))
        elif listed.noun == "position" and not listed.limit:
            self.diagnostics.append(wording.how_many_positions(trait.span))

    def _held(self, item: tree.Holding) -> None:
        world, held = self.world, item.held
        if isinstance(held, tree.HeldPieces) or (
            isinstance(held, tree.HeldPlace) and shape_of(held.shape) in PIECE_SHAPES
        ):
            return
        holder = self._holder(item.holder)
        if not holder:
            return
        name = held.name.text
        world.plurals.learn(name)
        if isinstance(held, tree.HeldValue | tree.HeldCounter) and held.open and not world.piece_classes(holder):
            self.diagnostics.append(wording.not_of_such_a_thing(held.span, name, "marked"))
        match held:
            case tree.HeldPlace():
                family = PlaceFamily(name, shape_of(held.shape), holder, span=held.span)
                elements = self._element_names(holder)
                self._place(family, held.sight, held.traits, len(elements))
                world.place_names.extend(f"{element}'s {name}" for element in elements)
                world.holdings[holder, name] = family
            case tree.HeldValue():
                world.variables[holder, name] = Variable(
                    name, world.plurals(noun_text(held.noun)), holder, held.span, held.open
                )
            case tree.HeldCounter():
                every = None
                if held.every:
                    every = world.kinds.get(world.plurals(name))
                    if every is None:
                        self.diagnostics.append(wording.not_a_kind(held.name.span, name))
                        return
                    for member in every.members:
                        world.plurals.learn(member)
                world.counters[holder, name] = counter_of(
                    name, (held.range, *held.traits), holder, every, held.span, is_open=held.open
                )

    def _holder(self, holder: tree.Noun | tree.Word) -> str:
        name = holder_name(holder, self.world)
        if name == "player" or self.world.is_class(name):
            return name
        self.diagnostics.append(wording.not_a_holder(holder.span, name, one_side=name in self.world.seats.members))
        return ""

    def _element_names(self, holder: str) -> list[str]:
        world = self.world
        if holder == "player":
            return world.seats.members
        if holder in world.kinds:
            return world.kinds[holder].members
        if world.space_classes(holder):
            return [name for space in world.space_classes(holder) for name in space.members]
        return [f"{holder} {number + 1}" for number in range(self._expected_pieces(holder))]

    def _expected_pieces(self, noun: str) -> int:
        return sum(len(kind.individuals) for kind in self.world.piece_classes(noun))

    def _place(self, family: PlaceFamily, sight: Iterable[str], traits: Iterable[tree.Trait], count: int) -> None:
        family.first, family.count = len(self.world.place_names), count
        family.sight = sight_of(sight)
        for trait in traits:
            if isinstance(trait, tree.TraitOf):
                family.limit = -1 if trait.limit is None else trait.limit
                family.accepts = contents(trait.nouns, self.world, self.diagnostics, self.later, family.order)
