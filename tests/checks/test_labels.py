"""A promised language has a label for everything a player reads."""

from __future__ import annotations

from rulelang.diagnostics import Severity
from tests.checks.finding import GAME, checked, found

GLOSSARY = """glossary:
    | Term    | de        | fr    |
    | Ann     | "Anna"    | "Ann" |
    | Ben     | "Benno"   | "Ben" |
    | Firefly | "Käfer"   |       |
    | Pond    | "Teich"   | "Mare"|
    | Jar     | "Glas"    |       |
    | Scoop   | "Fangen"  | "Prendre" |
    | Points  | "Punkte"  | "Points" |
"""


def test_each_language_tells_what_it_lacks() -> None:
    [(place, message)] = found("RL0801", GAME + "languages de, fr\n" + GLOSSARY)
    assert place == "languages de, fr"
    assert message == "`Firefly` and `Jar` have no label in `fr`."


def test_two_languages_are_two_findings_of_eight_names_at_most() -> None:
    many = "a Colour is one of Red, Blue, Green, Grey, Black, White, Pink, Brown\n"
    messages = [message for _, message in found("RL0801", GAME + "languages de, fr\n" + many)]
    assert len(messages) == 2
    assert all(" more have no label in " in message and message.count("`") == 18 for message in messages)


def test_complete_or_unpromised_labels_are_fine() -> None:
    assert found("RL0801", GAME + "languages de\n" + GLOSSARY) == []
    assert [one for one in checked(GAME) if one.severity is not Severity.UNPROVED] == []


def test_names_of_players_at_an_unnamed_table_need_no_label() -> None:
    text = GAME.replace("the sides are Ann, Ben\n", "") + "languages de\n"
    glossary = "\n".join(line for line in GLOSSARY.splitlines() if "Ann" not in line and "Ben" not in line)
    assert found("RL0801", text + glossary + "\n") == []


def test_what_is_written_and_what_is_kept_is_read_too() -> None:
    text = GAME.replace("to Scoop:", 'to Scoop written "scoop {Handful}":') + "languages de\neach player may be Wet\n"
    [(_, message)] = found("RL0801", text + GLOSSARY + "as soon as any player is Wet: nobody wins\n")
    assert message == "`Wet` and `scoop {Handful}` have no label in `de`."


def test_a_form_of_signs_alone_is_the_same_everywhere() -> None:
    text = GAME.replace("to Scoop:", 'to Scoop written "x{Handful}":') + "languages de\n"
    assert found("RL0801", text + GLOSSARY) == []
