"""What is said in a language of the rulebook can be read in it: what a person sees may be typed back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter import Rulebook, load

ROOT = Path(__file__).parents[2]
BOOKS = (
    ROOT / "tests" / "language" / "cases" / "languages.rules",
    *(ROOT / "rulebooks" / f"{name}.rules" for name in ("samurai", "tokaido_duo", "iki", "yamatai")),
)
MOVES = 8
OPTIONS = 5


@pytest.fixture(scope="module", params=BOOKS, ids=lambda path: path.stem)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return load(request.param)


def test_what_is_offered_can_be_typed_in_every_language(book: Rulebook) -> None:
    game = book.game(players=book.players[0])
    assert len(game.languages) > 1
    translated: set[str] = set()
    for language in game.languages:
        random = Random(f"{book.title} {language}")
        session = game.start(seed=3)
        for _ in range(MOVES):
            if session.decision is None:
                break
            options = list(session.decision.options)
            for option in random.sample(options, min(OPTIONS, len(options))):
                said = option.label(language)
                assert option.notation in {found.notation for found in session.decision.read(said)}, said
                if said != option.label("en"):
                    translated.add(language)
            session.apply(random.choice(options))
    assert translated == {*game.languages} - {"en"}, "no label was ever needed"


def test_a_game_typed_in_another_language_is_the_same_game() -> None:
    game = load(BOOKS[0]).game(players=2)
    typed = {
        "en": ("earn 2", "earn 1", "1", "earn 2"),
        "it": ("guadagna 2", "guadagna 1", "1", "Guadagna, 2"),
        "de": ("2 verdient", "1 verdient", "1", "Verdienen, 2"),
    }
    ends = set()
    for moves in typed.values():
        session = game.start(seed=1)
        for text in moves:
            assert session.decision is not None
            (option,) = session.decision.read(text)
            session.apply(option)
        assert session.result is not None
        ends.add((session.transcript(language="de"), str(session.result)))
    assert len(ends) == 1
