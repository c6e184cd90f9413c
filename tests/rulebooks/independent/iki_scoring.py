"""The points of a player of Iki at the end."""

from __future__ import annotations

from tests.rulebooks.independent.iki_cards import BUILDINGS, CARDS, WARES, Card
from tests.rulebooks.independent.iki_table import Person


def score(person: Person) -> int:
    """All lines of the score pad."""
    wares = [WARES[name] for name in person.wares]
    fish = [ware for ware in wares if ware.kind == "fish"]
    pipes = sum(ware.kind == "pipe" for ware in wares)
    pouches = sum(ware.points for ware in wares if ware.kind == "pouch")
    total = person.goods["iki"] + (0, 1, 4, 9, 16, 25)[colours(person)]
    total += (0, 3, 6, 10, 15)[len(fish)] + sum(ware.points for ware in fish)
    total += pouches * (2 if pipes else 1)
    for name in person.late_buildings:
        total += BUILDINGS[name][3] + building_extra(name, person, len(fish), pipes)
    total += 3 * person.goods["koban"] + person.goods["wood"] + person.goods["mon"] // 4
    return total + 6 * ("Honour" in person.tiles)


def colours(person: Person) -> int:
    """Different colours; a retired puppeteer is whatever helps most."""
    cards: list[Card] = [CARDS[name] for name in person.retired | person.late]
    if "Puppeteer" in person.retired:
        return min(5, 1 + len({card.colour for card in cards if card.name != "Puppeteer"}))
    return len({card.colour for card in cards})


def building_extra(name: str, person: Person, fish: int, pipes: int) -> int:
    """What the text of a building brings."""
    match name:
        case "Merchant House":
            return min(30, 3 * person.goods["sandal"])
        case "Restaurant":
            return min(12, 3 * fish)
        case "Rice Granary":
            return min(20, 2 * person.goods["rice"])
        case "Bathhouse":
            return min(24, 3 * len(person.retired))
        case "Kabuki Theatre":
            return min(10, 2 * colours(person))
        case "Tobacco House":
            return min(12, 3 * pipes)
        case _:
            return 0
