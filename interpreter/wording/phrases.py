"""The few words that are RuleLang's own and not the rulebook's, in the languages rulebooks are most often labelled
in."""

from __future__ import annotations

from typing import Final

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
