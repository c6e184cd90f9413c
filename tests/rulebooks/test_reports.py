"""What a report of a whole game says reads well, in every language: who laid what where, and what was left undone."""

from __future__ import annotations

import re
from functools import cache

import pytest

from interpreter import Session
from interpreter.bots import bot, play
from tests.rulebooks.library import game


@cache
def played(name: str, players: int) -> Session:
    session = game(name, players).start(seed=5)
    play(session, [bot("random", seat) for seat in range(players)])
    return session


def lines(name: str, players: int, language: str = "en", seat: int | None = None) -> list[str]:
    return [event.text(language) for event in played(name, players).events(seat)]


def test_a_stall_is_chosen_for_the_artisan_just_named() -> None:
    said = [line for line in lines("iki", 2) if "as a neutral artisan" in line]
    assert len(said) >= 10
    for artisan, stall in zip(said[::2], said[1::2], strict=True):
        assert re.fullmatch(re.escape(artisan) + r" \(Stall [A-D][1-3]\)", stall)


@pytest.mark.parametrize(("language", "laid", "hidden"), [("de", "auf", "Sichtschirm"), ("fr", "sur", "Écran")])
def test_what_was_hidden_is_named_when_it_is_laid(language: str, laid: str, hidden: str) -> None:
    known, seen = lines("samurai", 2, language), lines("samurai", 2, language, 0)
    assert len(known) == len(seen)
    kept = [number for number, line in enumerate(seen) if hidden in line and f", {hidden}" not in line]
    assert len(kept) > 10
    assert [line for line in seen if f" {laid} " in line] == [line for line in known if f" {laid} " in line]
    assert all(") (" not in line.partition(": ")[2] for line in seen)


@pytest.mark.parametrize(
    ("name", "players", "language", "undone"),
    [
        ("tokaido_duo", 2, "de", {"Station nutzen", "Malen / Gemälde verschenken"}),
        ("samurai", 2, "fr", {"Poser une tuile"}),
        ("iki", 2, "de", {"Laden besuchen / Stand besuchen"}),
        ("yamatai", 4, "de", {"Schiff festmachen", "Weiteres Schiff einsetzen", "Schiff kaufen / Schiff verkaufen"}),
    ],
)
def test_who_does_nothing_is_told_with_what_was_left_undone(
    name: str, players: int, language: str, undone: set[str]
) -> None:
    nothing = game(name, players).names(language).nothing
    said = {line.split(": ")[1] for line in lines(name, players, language) if line.endswith(f": {nothing}")}
    assert undone <= said
    assert all("Flotte" not in words for words in said)


def test_several_things_are_listed_with_commas() -> None:
    said = lines("samurai", 2, "de")[0]
    assert re.fullmatch(r"Rot: Plättchen wählen: [^,]+(, [^,]+)+ und [^,]+", said)
