"""What the table says to the players at it, in the languages rulebooks are most often labelled in."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "en": """\
a number           choose this option          a few letters   search among the options
undo               take the last move back     back            one step back in a choice of several parts
why                what the last move did      why-not MOVE    which rule forbids a move
board              show everything again       log             what has happened so far
look NAME          what is printed on it       where NAME      what lies there, or where it lies
save FILE          keep the game for later     q, quit         leave the game
1 4 7              several at once: things chosen together, or the parts of a choice in their order
""",
    "de": """\
eine Zahl          diese Möglichkeit wählen    ein paar Buchstaben   unter den Möglichkeiten suchen
undo               letzten Zug zurücknehmen    back                  einen Schritt zurück bei einer Wahl in Teilen
why                was der letzte Zug bewirkte why-not ZUG           welche Regel einen Zug verbietet
board              alles noch einmal zeigen    log                   was bisher geschehen ist
look NAME          was darauf gedruckt ist     where NAME            was dort liegt, oder wo es liegt
save DATEI         das Spiel aufbewahren       q, quit               das Spiel verlassen
1 4 7              mehreres auf einmal: was zusammen gewählt wird, oder einen Teil nach dem anderen
""",
    "fr": """\
un nombre          choisir cette possibilité   quelques lettres      chercher parmi les possibilités
undo               reprendre le dernier coup   back                  un pas en arrière dans un choix
why                ce que le coup a provoqué   why-not COUP          quelle règle interdit un coup
board              tout montrer à nouveau      log                   ce qui s'est passé jusqu'ici
look NOM           ce qui y est imprimé        where NOM             ce qui s'y trouve, ou où cela se trouve
save FICHIER       garder la partie            q, quit               quitter la partie
1 4 7              plusieurs à la fois : ce qu'on choisit ensemble, ou une partie après l'autre
""",
}

_WORDS: Final[dict[str, dict[str, str]]] = {
    "{}, {} players, seed {}. Type ? for help.": {
        "de": "{}, {} Spieler, Startzahl {}. ? zeigt die Hilfe.",
        "fr": "{}, {} joueurs, graine {}. ? affiche l'aide.",
    },
    "{}, it is your turn. Press Enter when only you can see the screen. ": {
        "de": "{}, du bist am Zug. Drücke Enter, wenn nur du den Bildschirm siehst. ",
        "fr": "{}, c'est à toi. Appuie sur Entrée quand toi seul vois l'écran. ",
    },
    "nothing fits; press Enter for the options, ? for help": {
        "de": "nichts passt; Enter zeigt die Möglichkeiten, ? die Hilfe",
        "fr": "rien ne convient ; Entrée montre les possibilités, ? l'aide",
    },
    "choose {}": {"de": "{} davon", "fr": "choisis-en {}"},
    "choose up to {}": {"de": "bis zu {} davon", "fr": "choisis-en jusqu'à {}"},
    "{} more": {"de": "noch {}", "fr": "encore {}"},
    "up to {} more": {"de": "noch bis zu {}", "fr": "encore jusqu'à {}"},
    "so far: {}": {"de": "bisher: {}", "fr": "jusqu'ici : {}"},
    "and {} more: type a few letters to search among them": {
        "de": "und {} weitere: ein paar Buchstaben suchen unter ihnen",
        "fr": "et {} de plus : quelques lettres cherchent parmi elles",
    },
    "There are {} choices: type the number in front of one, or a few letters.": {
        "de": "Es gibt {} Möglichkeiten: tippe die Nummer vor einer davon, oder ein paar Buchstaben.",
        "fr": "Il y a {} possibilités : tape le numéro devant l'une d'elles, ou quelques lettres.",
    },
    "one of: {}": {"de": "eins von: {}", "fr": "un de : {}"},
    "Nothing in the rulebook goes by that name. Type a few letters of one: look Net": {
        "de": "Nichts im Regelheft heißt so. Nenne ein paar Buchstaben eines Namens: look Netz",
        "fr": "Rien ne s'appelle ainsi dans la règle. Donne quelques lettres d'un nom : look Filet",
    },
    "You see nothing by that name. Type a few letters of a place or a piece: where Deck": {
        "de": "Du siehst nichts, das so heißt. Nenne ein paar Buchstaben eines Ortes oder Teils: where Stapel",
        "fr": "Tu ne vois rien qui s'appelle ainsi. Donne quelques lettres d'un lieu ou d'une pièce : where Pioche",
    },
    "These cannot be chosen together: {}.": {
        "de": "Das lässt sich nicht zusammen wählen: {}.",
        "fr": "Cela ne peut pas être choisi ensemble : {}.",
    },
    "That is possible.": {"de": "Das ist möglich.", "fr": "C'est possible."},
    "{} is not possible:": {"de": "{} ist nicht möglich:", "fr": "{} n'est pas possible :"},
    "possible: {}": {"de": "möglich: {}", "fr": "possible : {}"},
    "This cannot be taken back: something was revealed, or left to chance, or nothing was done yet.": {
        "de": "Das lässt sich nicht zurücknehmen: etwas wurde aufgedeckt oder ausgelost, oder es geschah noch nichts.",
        "fr": "Impossible de revenir en arrière : quelque chose a été révélé ou tiré au sort, ou rien n'a été fait.",
    },
    "Nothing has happened yet.": {"de": "Es ist noch nichts geschehen.", "fr": "Il ne s'est encore rien passé."},
    "Give a file: save my_game.json": {
        "de": "Nenne eine Datei: save mein_spiel.json",
        "fr": "Donne un fichier : save ma_partie.json",
    },
    "Saved as {}.": {"de": "Gespeichert als {}.", "fr": "Enregistré sous {}."},
    "You left the game.": {"de": "Du hast das Spiel verlassen.", "fr": "Tu as quitté la partie."},
    "The game goes on.": {"de": "Das Spiel geht weiter.", "fr": "La partie continue."},
    "The game is over: {}.": {"de": "Das Spiel ist aus: {}.", "fr": "La partie est finie : {}."},
}


def say(text: str, language: str, *values: object) -> str:
    """A sentence to the players, its gaps filled; English where there is no other."""
    return _WORDS.get(text, {}).get(language, text).format(*values)
