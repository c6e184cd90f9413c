"""The words a printed rulebook needs beside the author's own: headings, kinds of components, in several languages."""

from __future__ import annotations

from typing import Final

_WORDS: Final[dict[str, dict[str, str]]] = {
    "Component list": {"de": "Spielmaterial im Überblick", "fr": "Liste du matériel"},
    "Component": {"de": "Bestandteil", "fr": "Élément"},
    "What it is": {"de": "Art", "fr": "Nature"},
    "How many": {"de": "Anzahl", "fr": "Nombre"},
    "{} players": {"de": "{} Spieler", "fr": "{} joueurs"},
    "for {} players": {"de": "für {} Spieler", "fr": "pour {} joueurs"},
    "with {} players": {"de": "Mit {} Spielern", "fr": "À {} joueurs"},
    "with {} or more players": {"de": "Ab {} Spielern", "fr": "À partir de {} joueurs"},
    "with {} or fewer players": {"de": "Mit bis zu {} Spielern", "fr": "Jusqu'à {} joueurs"},
    "variant {}": {"de": "Variante: {}", "fr": "Variante : {}"},
    "Example: {}": {"de": "Beispiel: {}", "fr": "Exemple : {}"},
    "page {}": {"de": "Seite {}", "fr": "page {}"},
    "assumed": {"de": "angenommen", "fr": "supposé"},
    "Printed rules: {}": {"de": "Gedruckte Regel: {}", "fr": "Règle imprimée : {}"},
    "Names: {}": {"de": "Namen: {}", "fr": "Noms : {}"},
    "in the rules": {
        "de": "Die Regelsätze stehen auf Englisch, so wie sie gespielt werden; "
        "dahinter steht, wie die Dinge auf Deutsch heißen.",
        "fr": "Les phrases des règles sont en anglais, telles qu'elles sont jouées ; "
        "elles sont suivies des noms français.",
    },
    "for each player": {"de": "je Spieler", "fr": "par joueur"},
    "figure": {"de": "Figur", "fr": "figurine"},
    "token": {"de": "Marker", "fr": "jeton"},
    "tile": {"de": "Plättchen", "fr": "tuile"},
    "card": {"de": "Karte", "fr": "carte"},
    "die": {"de": "Würfel", "fr": "dé"},
    "piece": {"de": "Spielstein", "fr": "pièce"},
    "space": {"de": "Feld", "fr": "case"},
    "area": {"de": "Ablage", "fr": "zone"},
    "row": {"de": "Reihe", "fr": "rangée"},
    "pile": {"de": "Stapel", "fr": "pile"},
    "bag": {"de": "Beutel", "fr": "sac"},
    "track": {"de": "Leiste", "fr": "piste"},
    "track from {} to {}": {"de": "Leiste von {} bis {}", "fr": "piste de {} à {}"},
}


def word(text: str, language: str, *values: object) -> str:
    """A word of ours in a language (English where there is no other), with its gaps filled."""
    return _WORDS.get(text, {}).get(language, text).format(*values)


def speaks(language: str) -> bool:
    """Do we have words of this language?"""
    return language == "en" or any(language in words for words in _WORDS.values())
