"""What things are called in one language. English is the names of the rulebook itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from rulelang.graph.layout import Place
from rulelang.graph.program import Program

if TYPE_CHECKING:
    from interpreter.visibility.sight import Back, Sight


# The few words that are RuleLang's own and not the rulebook's, in the languages rulebooks are most often labelled in.


_WORDS: Final[dict[str, dict[str, str]]] = {
    "nothing": {"de": "nichts", "fr": "rien", "it": "niente", "es": "nada"},
    "and": {"de": "und", "fr": "et", "it": "e", "es": "y"},
    "Box": {"de": "Schachtel", "fr": "Boîte", "it": "Scatola", "es": "Caja"},
    "done": {"de": "fertig", "fr": "terminé", "it": "fatto", "es": "listo"},
    "chance": {"de": "Zufall", "fr": "hasard", "it": "caso", "es": "azar"},
    "chance chooses {}": {
        "de": "Zufall wählt {}",
        "fr": "le hasard choisit {}",
        "it": "il caso sceglie {}",
        "es": "el azar elige {}",
    },
    "player": {"de": "Spieler", "fr": "joueur", "it": "giocatore", "es": "jugador"},
    "position": {"de": "Stellung", "fr": "position", "it": "posizione", "es": "posición"},
    "number": {"de": "Zahl", "fr": "nombre", "it": "numero", "es": "número"},
    "roll {}": {"de": "{} werfen", "fr": "lancer {}", "it": "lanciare {}", "es": "lanzar {}"},
    "draw {}": {"de": "{} ziehen", "fr": "piocher {}", "it": "pescare {}", "es": "robar {}"},
    "shuffle {}": {"de": "{} mischen", "fr": "mélanger {}", "it": "mescolare {}", "es": "barajar {}"},
    "from {}": {"de": "aus {}", "fr": "de {}", "it": "da {}", "es": "de {}"},
    "to {}": {"de": "nach {}", "fr": "vers {}", "it": "a {}", "es": "a {}"},
    "random order": {
        "de": "zufällige Reihenfolge",
        "fr": "ordre au hasard",
        "it": "ordine casuale",
        "es": "orden al azar",
    },
    "nobody wins": {"de": "niemand gewinnt", "fr": "personne ne gagne", "it": "nessuno vince", "es": "nadie gana"},
    "{} wins": {"de": "{} gewinnt", "fr": "{} gagne", "it": "{} vince", "es": "{} gana"},
    "{} win": {"de": "{} gewinnen", "fr": "{} gagnent", "it": "{} vincono", "es": "{} ganan"},
    "no score": {"de": "keine Wertung", "fr": "pas de score", "it": "nessun punteggio", "es": "sin puntuación"},
    "dice": {"de": "Würfel", "fr": "dés", "it": "dadi", "es": "dados"},
    "seen before": {"de": "gesehen", "fr": "déjà vu", "it": "già visto", "es": "ya visto"},
    "unseen": {"de": "verdeckt", "fr": "caché", "it": "nascosto", "es": "oculto"},
    "no longer {}": {"de": "nicht mehr {}", "fr": "plus {}", "it": "non più {}", "es": "ya no {}"},
    "{} face up": {"de": "{} offen", "fr": "{} face visible", "it": "{} scoperto", "es": "{} boca arriba"},
    "{} face down": {"de": "{} verdeckt", "fr": "{} face cachée", "it": "{} coperto", "es": "{} boca abajo"},
    "{}": {},
    "sees": {"de": "sieht", "fr": "voit", "it": "vede", "es": "ve"},
    "something": {"de": "etwas", "fr": "quelque chose", "it": "qualcosa", "es": "algo"},
    "chooses in secret": {
        "de": "entscheidet geheim",
        "fr": "choisit en secret",
        "it": "sceglie in segreto",
        "es": "elige en secreto",
    },
}


def phrase(word: str, language: str) -> str:
    """A word of ours in a language; English where there is no other."""
    return _WORDS[word].get(language, word)


def every(word: str) -> frozenset[str]:
    """A word in all languages, for reading what people write."""
    return frozenset({word, *_WORDS[word].values()})


_NUMBERED: Final = re.compile(r"(.*\S) (\d+|[A-Z]\d*)")


class Names:
    """Labels of one language for everything in one program."""

    def __init__(self, program: Program, language: str = "en") -> None:
        self.program: Final = program
        self.language: Final = language
        #: What a back is called by its place and where in a row it stands there.
        self._backs_in_places: Final[dict[tuple[Back, int, int], str]] = {}

    def term(self, text: str) -> str:
        """A name or a `written` form in this language; what has no label keeps its English name."""
        found = self._label(text)
        if found is not None:
            return found
        numbered = _NUMBERED.fullmatch(text)
        if numbered and (stem := self._label(numbered[1])) is not None:
            return f"{stem} {numbered[2]}"
        if ": " in text:
            return ": ".join(self.term(part) for part in text.split(": "))
        return text

    def _label(self, text: str) -> str | None:
        if self.language == "en":
            return None
        return self.program.labels.get(text, {}).get(self.language)

    @property
    def nothing(self) -> str:
        """The word for choosing nothing."""
        return phrase("nothing", self.language)

    def player(self, seat: int) -> str:
        """The name of a seat."""
        return self.term(self.program.seats[seat]) if seat >= 0 else self.nothing

    def place(self, place: int) -> str:
        """The name of a place. A place of a player is named after both."""
        if place < 0:
            return self.nothing
        found = self.program.layout.places[place]
        if place == self.program.layout.box and self._label(found.name) is None:
            return phrase("Box", self.language)
        if self.language == "en" or self._label(found.name) is not None or found.owner < 0:
            return self.term(found.name)
        return f"{self.term(found.holder)} ({self.player(found.owner)})"

    def the(self, place: int) -> str:
        """A place as part of an English sentence: with an article, unless it is a space or somebody's own."""
        found = self.program.layout.places[place]
        return (
            f"the {found.name}"
            if self.language == "en" and found.owner < 0 and not _is_space(found)
            else self.place(place)
        )

    def piece(self, piece: int, speaker: int = -1) -> str:
        """The name of an individual piece, with its owner where several pieces differ only in that.

        The speaker's own pieces need no owner.
        """
        if piece < 0:
            return self.nothing
        found = self.program.layout.pieces[piece]
        return self._owned(found.name, found.owner, found.owner != speaker and found.name in self._shared_pieces)

    def variety(self, variety: int, speaker: int = -1) -> str:
        """The name of a variety of tokens, with its owner where several differ only in that."""
        if variety < 0:
            return self.nothing
        found = self.program.layout.varieties[variety]
        return self._owned(found.name, found.owner, found.owner != speaker and found.name in self._shared_varieties)

    def back(self, kind: str, owner: int) -> str:
        """What is called a piece of which only the back is seen."""
        return self._owned(kind, owner, shared=owner >= 0)

    def back_in_place(self, sight: Sight, cells: Sequence[int], piece: int) -> str:
        """What a piece is called where it lies by those who do not see it; in a row by where it stands there."""
        back, position, place = sight.back(piece), sight.position(cells, piece), cells[sight.at + piece]
        found = self._backs_in_places.get((back, position, place))
        if found is None:
            named = self.back(*back)
            found = self.at(f"{named} #{position}" if position else named, place)
            self._backs_in_places[back, position, place] = found
        return found

    def _owned(self, name: str, owner: int, shared: bool) -> str:
        if not shared or owner < 0:
            return self.term(name)
        if self.language == "en":
            return f"{self.player(owner)} {name}"
        return f"{self.term(name)} ({self.player(owner)})"

    @cached_property
    def _shared_pieces(self) -> frozenset[str]:
        return _shared([(piece.name, piece.owner) for piece in self.program.layout.pieces])

    @cached_property
    def _shared_varieties(self) -> frozenset[str]:
        return _shared([(variety.name, variety.owner) for variety in self.program.layout.varieties])

    @cached_property
    def _spaces(self) -> frozenset[str]:
        return frozenset(place.holder for place in self.program.layout.places)

    @cached_property
    def _kinds_of_pieces(self) -> frozenset[str]:
        layout = self.program.layout
        return frozenset({"piece", *layout.unions, *(piece.kind for piece in layout.pieces)})

    def element(self, elements: str, value: int) -> str:
        """A value of a class, as the class is called in a parameter or a region."""
        if elements in ("number", ""):
            return str(value)
        if value < 0:
            return self.nothing
        if elements == "variety":
            return self.variety(value)
        if elements == "position":
            # Its number says nothing to anybody.
            return phrase("position", self.language)
        if value >= self._size(elements):
            return str(value)
        if elements == "player":
            return self.player(value)
        if elements == "place":
            return self.place(value)
        if elements == "token":
            variety, place = value % len(self.program.layout.varieties), value // len(self.program.layout.varieties)
            return self.at(self.variety(variety), place)
        if elements in self._kinds_of_pieces:
            return self.piece(value)
        if elements in self.program.names:
            return self.term(self.program.names[elements][value])
        if elements in self._spaces:
            return self.place(value)
        return str(value)

    def _size(self, elements: str) -> int:
        layout = self.program.layout
        if elements == "token":
            return len(layout.varieties) * len(layout.places)
        if elements in self._kinds_of_pieces:
            return len(layout.pieces)
        return len(self.program.names.get(elements, layout.places))

    def at(self, thing: str, place: int) -> str:
        """A thing with the place it lies in: `Buddha on Nara`."""
        if self.language != "en":
            owner = self.program.layout.places[place].owner
            whose = f" ({self.player(owner)})"
            if owner >= 0 and thing.endswith(whose):
                thing = thing.removesuffix(whose)
            return f"{thing} ({self.place(place).replace(whose, f', {self.player(owner)}')})"
        return f"{thing} {'on' if _is_space(self.program.layout.places[place]) else 'in'} {self.place(place)}"

    def several(self, counts: Mapping[str, int]) -> str:
        """Things that were chosen together: `2 Rice and Tea`."""
        return self.joined([f"{count} {text}" if count > 1 else text for text, count in counts.items()])

    def joined(self, texts: list[str]) -> str:
        """Several things said together: `Rice, Wood and Tea`."""
        if not texts:
            return self.nothing
        *most, last = texts
        return f"{', '.join(most)} {phrase('and', self.language)} {last}" if most else last


def _is_space(place: Place) -> bool:
    return place.owner < 0 and place.name != place.holder


def _shared(owned: list[tuple[str, int]]) -> frozenset[str]:
    """Names that belong to more than one owner."""
    counts = Counter(name for name, _ in set(owned))
    return frozenset(name for name, count in counts.items() if count > 1)
