"""Effects for each of many: which they are, if that is known, and what is known after all of them at once."""

from __future__ import annotations

from typing import Final

from rulelang.checks.values.moving import Moving
from rulelang.graph import terms as t
from rulelang.graph.bit_sets import members
from rulelang.graph.bounds import exactly
from rulelang.graph.terms import Domain, Term
from rulelang.graph.values.intervals import ALWAYS, PERHAPS
from rulelang.graph.values.known_facts import KnownFacts

_MOST: Final = 128
"""So many elements are gone through one by one."""


class Many:
    """`for each`, and `all`, in the state of one program."""

    def __init__(self, moving: Moving) -> None:
        self._moving = moving
        self.values = moving.values
        self.layout = moving.layout
        self._every_place = (1 << len(moving.layout.places)) - 1

    def each(self, domain: Domain, facts: KnownFacts) -> list[int] | None:
        """All elements of a domain in their order, if they are known and not too many."""
        if not facts.sets:
            return None
        match domain:
            case t.Members(t.Filtered(name, inner, body)):
                return self._each_that(name, inner, body, facts)
            case t.Members(of):
                may = self.values.members(of, {}, facts)
                known = may >= 0 and may.bit_count() <= _MOST and self.values.certain(of, {}, facts) == may
                return list(members(may)) if known else None
            case t.Between(low, high):
                first, last = self.values.number(low, {}, facts), self.values.number(high, {}, facts)
                known = first[0] == first[1] and last[0] == last[1] and last[0] - first[0] < _MOST
                return list(range(first[0], last[0] + 1)) if known else None
            case t.Listed(table, index):
                at = self.values.number(index, {}, facts)
                return list(self.values.program.lists[table][at[0]]) if at[0] == at[1] else None
            case t.Tokens(varieties, places):
                return self._each_token(varieties, places, facts)
            case _:
                return None

    def _each_that(self, name: str, domain: Domain, body: Term, facts: KnownFacts) -> list[int] | None:
        """The elements for which something holds, if that is known of each."""
        found = []
        elements = self.each(domain, facts)
        if elements is None:
            return None
        for element in elements:
            answer = self.values.rested().truth(body, {name: exactly(element)}, facts)
            if answer == PERHAPS:
                return None
            if answer == ALWAYS:
                found.append(element)
        return found

    def _each_token(self, varieties: Term, places: Term, facts: KnownFacts) -> list[int] | None:
        sorts, where = self.values.members(varieties, {}, facts), self.values.members(places, {}, facts)
        if min(sorts, where) < 0 or sorts.bit_count() * where.bit_count() > _MOST:
            return None
        if self.values.certain(varieties, {}, facts) != sorts or self.values.certain(places, {}, facts) != where:
            return None
        found = []
        for place in members(where & self._every_place):
            for variety in members(sorts):
                low, high = self.values.token_count(variety, place, facts)
                if high > 0 and low < 1:
                    return None
                if low > 0:
                    found.append(variety + len(self.layout.varieties) * place)
        return sorted(found)

    def whole(self, effect: t.ForIn, facts: KnownFacts) -> KnownFacts | None:
        """All of something goes from here to there at once; None if something else happens."""
        if not facts.sets or len(effect.body) != 1:
            return None
        match effect.domain, effect.body[0]:
            case t.Members(of), t.MovePiece(t.Local(name), place) if name == effect.name:
                return self._all_pieces(of, place, facts)
            case t.Tokens(varieties, places), t.MoveTokens(
                t.VarietyOf(t.Local(one)),
                t.PlaceOf(t.Local(two)),
                target,
                t.TokenCount(t.VarietyOf(t.Local(three)), t.PlaceOf(t.Local())),
            ) if one == two == three == effect.name:
                return self._all_tokens(varieties, places, target, facts)
            case _:
                return None

    def _all_pieces(self, of: Term, place: Term, facts: KnownFacts) -> KnownFacts | None:
        contents = facts.sets.get("contents")
        targets = self.values.elements(place, {}, facts) & self._every_place
        if contents is None or targets.bit_count() != 1:
            return None
        target = targets.bit_length() - 1
        every_piece = (1 << len(self.layout.pieces)) - 1
        may, certain = self.values.members(of, {}, facts) & every_piece, self.values.certain(of, {}, facts)
        low, high = self.values.population(of, {}, facts)
        found = list(contents)
        inside = contents[target]
        sources = [number for number, one in enumerate(contents) if one[1] & may and number != target]
        elsewhere = 0
        for number in sources:
            held = found[number]
            stays = held[1] & ~(certain | self._taken(of, number, facts))
            gone = low if len(sources) == 1 and not inside[1] & may else 0
            least = max((held[0] & ~may).bit_count(), held[2] - high, 0)
            most = max(0, min(held[3] - gone, stays.bit_count()))
            found[number] = (held[0] & ~may, stays, min(least, most), most)
        for number, one in enumerate(found):
            elsewhere |= one[1] if number != target else 0
        arrived = low if not inside[1] & may else 0
        # A piece that lies nowhere else lies here.
        new_certain, new_may = inside[0] | certain | (every_piece & ~elsewhere), inside[1] | may
        most = min(inside[3] + high, new_may.bit_count())
        least = max(inside[2] + arrived, new_certain.bit_count())
        found[target] = new_certain, new_may | new_certain, least, max(most, least)
        return facts.with_sets({"contents": tuple(found)})

    def _taken(self, of: Term, place: int, facts: KnownFacts) -> int:
        """The pieces that are certainly in a set if they lie in a place."""
        every_piece = (1 << len(self.layout.pieces)) - 1
        match of:
            case t.Const(value):
                return value & every_piece
            case t.Cell("contents", index):
                return every_piece if self.values.elements(index, {}, facts) == 1 << place else 0
            case t.Both(parts):
                found = every_piece
                for part in parts:
                    found &= self._taken(part, place, facts)
                return found
            case t.Without(left, t.Cell("contents", index)):
                if self.values.elements(index, {}, facts) >> place & 1:
                    return 0
                return self._taken(left, place, facts)
            case _:
                return 0

    def _all_tokens(self, varieties: Term, places: Term, target: Term, facts: KnownFacts) -> KnownFacts | None:
        sorts, where = self.values.members(varieties, {}, facts), self.values.members(places, {}, facts)
        if self.values.certain(varieties, {}, facts) != sorts or self.values.certain(places, {}, facts) != where:
            return None
        for variety in members(sorts & ((1 << len(self.layout.varieties)) - 1)):
            for place in members(where & self._every_place):
                low, high = self.values.token_count(variety, place, facts)
                if high > 0:
                    move = t.MoveTokens(t.Const(variety), t.Const(place), target, t.Const(high))
                    if low == high:
                        facts = self._moving.tokens(move, facts)
                    else:
                        facts = self._moving.some_tokens(move, variety, place, (low, high), facts)
        return facts
