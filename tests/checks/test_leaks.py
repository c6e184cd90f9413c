"""What may be known is never called a leak; what may not be known always is."""

from __future__ import annotations

import pytest

from tests.checks.finding import checked, found
from tests.checks.test_pages_of_secrets import CARDS, TURNS

HAND = "each player has a Hand, a secret area of Cards\n"
TRAY = "each player has a Tray, an open area of Cards\n"


def accusing(sentences: str, players: str = "2 to 4") -> str:
    """A game in which the sentences are one of two options."""
    action = "to Accuse:\n" + "".join(f"    {line}\n" for line in sentences.splitlines())
    return CARDS.replace("2 to 4", players) + HAND + TRAY + action + TURNS.format("Accuse")


@pytest.mark.parametrize(
    "sentences",
    [
        "choose a Card from your Hand",
        "choose a Thief Card from your Hand\nmove the Card to your Tray",
        "choose another player where the player has a Card in the player's Hand",
        "choose another player where the number of Cards in the player's Hand is at least 2",
        "choose another player where the player's Tray has a Thief Card",
        "choose a player where it is you and the player has a Thief Card in the player's Hand",
        "only if the Deck is not empty\ndraw 1 Card from the Deck to your Hand",
        "choose another player\nmove all Cards from the player's Hand to your Hand",
    ],
)
def test_own_secrets_counts_and_the_open_are_no_leaks(sentences: str) -> None:
    text = accusing(sentences)
    assert [found(code, text) for code in ("RL0601", "RL0602")] == [[], []]


@pytest.mark.parametrize(
    "sentences",
    [
        "choose another player where the player has a Thief Card in the player's Hand",
        "choose another player where there is a Guard Card in the player's Hand",
        "only if your opponent's Hand has a Thief Card\ngain 1 Point",
        "choose a Card from your opponent's Hand",
        "only if there is a Thief Card in the Deck\ngain 1 Point",
        "choose another player where the total Points of players where it has a Thief Card in its Hand is 3",
    ],
)
def test_what_others_hide_is(sentences: str) -> None:
    players = "2" if "opponent" in sentences else "2 to 4"
    text = accusing(sentences, players)
    messages = [message for code in ("RL0601", "RL0602") for _, message in found(code, text)]
    assert len(messages) == 1
    assert "`Hand`" in messages[0] or "`Deck`" in messages[0]


def test_what_was_shown_is_no_certain_leak() -> None:
    text = accusing("choose another player where the player has a Thief Card in the player's Hand", "2")
    assert len(found("RL0601", text)) == 1
    shown = text + "at the start of each turn: show your Hand to your opponent\n"
    assert found("RL0601", shown) == []
    assert len(found("RL0602", shown)) == 1


def test_needs_deep_in_a_move_are_not_proved() -> None:
    sentences = "choose another player\nif the player has a Thief Card in the player's Hand:\n    pay 2 Points"
    [(place, message)] = found("RL0602", accusing(sentences))
    assert place.startswith("if the player has a Thief Card")
    assert "reveals nothing about `Hand`" in message


def test_a_public_number_that_depends_on_a_secret_is_not_proved() -> None:
    [(_, message)] = found("RL0603", accusing("gain as many Points as the number of Thief Cards in your Hand"))
    assert "reveals something about `Hand`" in message
    shown = "show your Hand to your opponent\ngain as many Points as the number of Thief Cards in your Hand"
    assert found("RL0603", accusing(shown, "2")) == []
    assert found("RL0603", accusing("gain as many Points as the number of Cards in your Hand")) == []


MASKS = """rulebook "Mask Ball" for 2 players
a Mask is a card with a Rank from 1 to 5
there are 6 Masks:
    | Title | Rank | Copies |
    | Fox   | 1    | 3      |
    | Owl   | 4    | 3      |
the Ring is an open area of Masks
each player has Points from 0 to 9
setup: move all Masks from the Box to the Ring face down
play:
    repeat turns: Unmask
as soon as a player's Points are 9: the player wins
to Unmask:
"""


@pytest.mark.parametrize(
    ("sentences", "codes"),
    [
        ("choose a Mask in the Ring\nturn the Mask face up", set()),
        ("choose a face-down Mask in the Ring\nturn the Mask face up", set()),
        ("choose a face-up Mask in the Ring where its Rank is 4\ngain 1 Point", set()),
        ("choose a Mask in the Ring where it is face-up and its Rank is 4\ngain 1 Point", set()),
        ("choose a Mask in the Ring where its Rank is 4\nturn the Mask face up", {"RL0602"}),
        ("choose an Owl Mask in the Ring\nturn the Mask face up", {"RL0602"}),
        ("choose a number from 1 to 2 as Step\nif there is an Owl Mask in the Ring: gain 1 Point", {"RL0603"}),
        ("choose a number from 1 to 2 as Step\nif there is a face-up Owl Mask in the Ring: gain 1 Point", set()),
    ],
)
def test_the_other_side_of_what_lies_face_down(sentences: str, codes: set[str]) -> None:
    text = MASKS + "".join(f"    {line}\n" for line in sentences.splitlines())
    assert {one.code for one in checked(text) if one.code.startswith("RL06")} == codes


def test_what_is_secret_and_nobodys_is_seen_by_nobody() -> None:
    text = accusing("choose a Card from the Safe") + "the Safe is a secret area of Cards\n"
    assert [one.code for one in checked(text) if one.code == "RL0601"] == ["RL0601"]


def pricing(sentences: str) -> str:
    """The same for two players, with cards that have a price."""
    text = accusing("choose a number from 1 to 2 as Step\n" + sentences, "2")
    text = text.replace("a card\n", "a card with a Price from 1 to 9\n", 1).replace("| Copies |", "| Copies | Price |")
    return text.replace("| 4      |", "| 4      | 2     |").replace("| 8      |", "| 8      | 5     |")


@pytest.mark.parametrize(
    ("noticed", "counterpart"),
    [
        ("move all Thief Cards from your opponent's Hand to your Tray", "move all Cards from your Hand to your Tray"),
        (
            "for each Card in your opponent's Hand where its Price is 2: move it to your Tray",
            "for each Card in your Tray where its Price is 2: move it to your Hand",
        ),
        (
            "for each player where the player has a Thief Card in the player's Hand: the player gains 1 Point",
            "for each player where the player has a Thief Card in the player's Tray: the player gains 1 Point",
        ),
        (
            "for each player with the highest Loot: the player gains 1 Point",
            "for each player with the highest Points: the player gains 1 Point",
        ),
        (
            "repeat as many times as your opponent's Loot: gain 1 Point",
            "repeat as many times as your opponent's Points: gain 1 Point",
        ),
        ("each player in order of the highest Loot: Idle", "each player in order of the highest Points: Idle"),
    ],
)
def test_what_everybody_notices_is_asked_about(noticed: str, counterpart: str) -> None:
    """What is moved, for whom something is done, how often, and in which order."""
    more = "a player's Loot is the total Price of Cards in the player's Hand\nto Idle: choose a player\n"
    for sentence, codes in ((noticed, ["RL0603"]), (counterpart, [])):
        text = pricing(sentence) + more
        if sentence.startswith("each"):
            text = pricing("gain 1 Point").replace("play:\n", f"play:\n    {sentence}\n") + more
        assert [code for code in ("RL0601", "RL0602", "RL0603") if found(code, text)] == codes, sentence


@pytest.mark.parametrize(
    "sentences",
    [
        "choose a number from 0 to the Marks as Step",
        "choose a number from 0 to the Best as Step",
        "choose a number from 0 to your opponent's Pet's Price as Step",
    ],
)
def test_offers_that_go_by_marks_lists_and_variables_of_what_is_hidden(sentences: str) -> None:
    """Marks are seen on pieces that are seen, and who has put what on a list is seen by those who see it."""
    book = pricing(sentences).replace("choose a number from 1 to 2 as Step\n    ", "") + (
        "each Card may be Wet\nthe Past is a list of Cards\neach player has a Pet as a Card\n"
        "the Marks is the number of Cards where it is Wet\nthe Best is the highest Price of Cards among the Past\n"
        "to Idle:\n    choose a Card from your {}\n    the Card becomes Wet\n    add it to the Past\n"
        "    your Pet becomes the Card\nat the start of each turn: Idle if possible\n"
    )
    assert found("RL0602", book.format("Hand"))
    assert bool(found("RL0602", book.format("Tray"))) == ("Marks" in sentences)


@pytest.mark.parametrize(
    ("asked", "questions"), [("the Sack is empty", 0), ("the Sack has no Stone", 0), ("the Sack has no Red Stone", 1)]
)
def test_whether_a_bag_of_tokens_is_empty_is_seen_by_everybody(asked: str, questions: int) -> None:
    text = f"""rulebook "Page" for 2 players
a Colour is one of Red, Blue
a Stone is a token with a Colour
there are 10 Stones: 5 Red, 5 Blue
the Sack is a face-down bag of Stones
the Yard is an area of Stones
setup: move all Stones to the Sack
play: repeat 4 rounds: each player: Go
to Go:
    draw 3 Stones from the Sack to the Yard if possible
    if {asked}: move all Stones in the Yard to the Sack
"""
    assert len(found("RL0603", text)) == questions


@pytest.mark.parametrize(("mark", "told"), [("an open Note", 0), ("a Note", 1)])
def test_what_all_see_of_hidden_cards_is_no_secret(mark: str, told: int) -> None:
    """14.6"""
    text = accusing("choose another player where the total Note of Cards in the player's Hand is at most 3", "2")
    text += f"each Card has {mark} from 0 to 5\n"
    assert len(found("RL0601", text)) + len(found("RL0602", text)) == told
