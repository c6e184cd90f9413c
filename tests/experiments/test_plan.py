"""Plans are read, and what is wrong with one is said at its line, with what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.api.rulebook import load
from interpreter.cli.experiment_work import first_plan
from interpreter.experiments.cells import ExperimentCell, cells_of
from interpreter.experiments.toml_places import toml_places
from interpreter.experiments.work import game_of
from interpreter.experiments.written_plan import Unreadable, plan_from
from rulelang.diagnostics.render import render_text
from rulelang.source import source_from_text
from tests.experiments.small import ROOT

PIG = str(ROOT / "examples/pig.rules")
BEACONS = str(ROOT / "examples/beacons.rules")
PLAN = f"""title = "Pig"
books = ["{PIG}"]
players = [2, 4]
variants = [[], ["Early Hold"]]
bots = ["random", ["greedy", "random"], {{ bots = ["mcts:5"], games = 3 }}]
games = 20

[vary]
"Hold / 0" = [0, 1]
"Go On / 60" = {{ from = 40, to = 60, step = 10 }}
"""


def cells(text: str) -> list[ExperimentCell]:
    return cells_of(plan_from(source_from_text("plan.toml", text)))


def said(text: str) -> str:
    with pytest.raises(Unreadable) as told:
        cells(text)
    return render_text(told.value.findings)


def test_a_plan_is_the_product_of_what_it_names_but_numbers_one_by_one() -> None:
    found = cells(PLAN)
    assert len(found) == 2 * 2 * 3 * (1 + 1 + 2)
    assert {cell.changes for cell in found} == {"", "Hold / 0 = 1", "Go On / 60 = 40", "Go On / 60 = 50"}
    assert {cell.games for cell in found if cell.bots == "mcts:5"} == {3}
    assert {cell.games for cell in found if cell.bots != "mcts:5"} == {20}
    seated = {cell.setting.bots for cell in found if cell.bots == "greedy against random"}
    assert seated == {("greedy", "random"), ("greedy", "random", "random", "random")}
    assert len({cell.setting.key for cell in found}) == len({cell.name for cell in found}) == len(found)
    assert len({cell.setting.seed for cell in found}) == 1


def test_numbers_can_be_combined() -> None:
    found = cells(PLAN.replace("games = 20", "games = 20\ncombined = true"))
    assert len(found) == 2 * 2 * 3 * (2 * 3)
    assert "Go On / 60 = 40, Hold / 0 = 1" in {cell.changes for cell in found}


def test_a_rulebook_in_another_folder_is_the_same_experiment(tmp_path: Path) -> None:
    (tmp_path / "pig.rules").write_text(Path(PIG).read_text(encoding="utf-8"), encoding="utf-8")
    keys = [
        [cell.setting.key for cell in cells(f'books = ["{path}"]\nplayers = [2]')]
        for path in (PIG, tmp_path / "pig.rules")
    ]
    assert keys[0] == keys[1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("games = 3", "`books` is missing."),
        ("books = []", "`books` is empty."),
        ("books = 7", "`books` is 7; a list is needed, in square brackets."),
        ('books = ["nowhere.rules"]', "The rulebook nowhere.rules cannot be read: no such file or directory."),
        (f'books = ["{PIG}"]\ngame = 5', "There is no entry `game`. Did you mean `games`?"),
        (f'books = ["{PIG}"]\nweather = 5', "There is no entry `weather`. There are `title`, `books`"),
        (f'books = ["{PIG}"]\ngames = 0', "`games` is 0; it must be at least 1."),
        (f'books = ["{PIG}"]\nplayers = [1, 2]', "Pig is for 2 to 10 players, not for 1."),
        (f'books = ["{PIG}"]\nplayers = "many"', '`players` is "many"; it is one of'),
        (f'books = ["{PIG}"]\nvariants = [["Late"]]', "Pig has no variant `Late`; it has: Early Hold."),
        (f'books = ["{PIG}"]\nbots = ["clever"]', "There is no bot `clever`."),
        (f'books = ["{PIG}"]\nplayers = [2]\nbots = [["random", "greedy", "mcts"]]', "3 bots cannot sit"),
        (f'books = ["{PIG}"]\nuntil = ["soon"]', "I do not understand when to stop: `soon`."),
        (f'books = ["{PIG}"]\n[vary]\n"Hold / 5" = [1]', "There is no number `Hold / 5`. The numbers there"),
        (f'books = ["{PIG}"]\n[vary]\n"Hold / 0" = {{ from = 4, to = 2 }}', "`from` is the lower number"),
        (f'books = ["{BEACONS}"]\n[vary]\n"Beacons / 20" = [21]', "With Beacons / 20 = 21 the rulebook cannot"),
        (f'books = ["{PIG}"]\n[measure]\ndecision = 2', "There is no entry `decision`. Did you mean `decisions`?"),
        (f'books = ["{PIG}"]\n[measure]\ngames = -2', "`measure / games` is -2; it must be at least 0."),
        (f'books = ["{PIG}"]\n[tune]\ntrials = 3', "`tune / targets` is missing."),
        (f'books = ["{PIG}s"]', f"no such file or directory. Did you mean `{PIG}`?"),
        (f'books = ["{PIG}"]\nbots = ["mtcs:5"]', "No module named 'mtcs'. Did you mean `mcts:5`?"),
        (f'books = ["{PIG}"]\nbots = ["gredy"]', "There is no bot `gredy`. Did you mean `greedy`?"),
        (f'books = ["{PIG}"]\nseed = 1\nseed = 2', "this stands in the plan a second time."),
        (f'books = ["{PIG}"]\ngames = "many"', '`games` is "many"; a whole number is needed, without quotation marks.'),
        (f'books = ["{PIG}"]\nexecutor = "c"', "`executor` is \"c\"; it is one of 'auto', 'native' or 'python'."),
        (f'books = ["{PIG}"]\n[tune]\ntargets = ["first-player 50"]', "a share is told in percents."),
        (f'books = ["{PIG}"]\n[tune]\ntargets = ["first-player 50%..150%"]', "a share is from 0% to 100%."),
        (f'books = ["{PIG}"]\n[tune]\ntargets = ["luck 5%"]', "I do not understand the target `luck 5%`."),
        ("books = [", "The plan cannot be read here: invalid"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_what_to_write(text: str, expected: str) -> None:
    told = said(text)
    assert f"error[plan]: {expected}" in told or expected in told
    assert told.startswith("error[plan]: ")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f'books = ["{PIG}"]\n\ngames = 0', 3),
        (f'books = ["{PIG}"]\n# games = 5\n[vary]\n\n"Hold / 5" = [1]', 5),
        (f'books = ["{PIG}"]\ngames = 5\n[measure]\ngames = -2', 4),
        (f'books = ["{PIG}"]\ngames = 5 5', 2),
        (f'books = [\n  "{PIG}",\n  "nowhere.rules",\n]', 3),
        (f'books = ["{PIG}"]\nbots = [\n  "random",\n  {{ bots = [], games = 3 }},\n]', 4),
        (f'books = ["{PIG}"]\nbots = [\n  "random", # "clever"\n  "clever",\n]', 4),
        (f'books = ["{PIG}"]\nuntil = [\n  "length within 3",\n  "soon"]', 4),
        (f'books = ["{PIG}"]\nmeasure.moves = 6\nmeasure.playouts = 0', 3),
    ],
)
def test_what_is_wrong_is_told_at_its_line(text: str, line: int) -> None:
    with pytest.raises(Unreadable) as told:
        cells(text)
    assert [found.span.line for found in told.value.findings] == [line]


def test_everything_that_is_wrong_is_told_at_once() -> None:
    """What is of the wrong form, and what does not exist, each where it stands."""
    with pytest.raises(Unreadable) as told:
        cells(f'''seed = "x"
books = ["nowhere.rules", "{PIG}"]
players = [2, 40]
player = 3
variants = [["Late"], ["Soon"]]
bots = [
    {{ bots = ["clever"], gamez = 3 }},
    {{ bots = [], games = 0 }},
    [],
    "mcts:0",
]
until = ["soon"]
[vary]
"Hold / 5" = [1]
"Hold / 0" = [-1, "y"]
[tune]
targets = ["luck 5%"]
trials = 0
''')
    places = [(found.span.line, found.span.text) for found in told.value.findings]
    assert sorted(places) == [
        (1, 'seed = "x"'), (2, '"nowhere.rules"'), (3, "40"), (4, "player = 3"), (5, '"Late"'), (5, '"Soon"'),
        (7, '"clever"'), (7, "gamez = 3"), (8, "bots = []"), (8, "games = 0"), (9, "[]"), (10, '"mcts:0"'),
        (12, '"soon"'), (14, '"Hold / 5" = [1]'), (15, '"y"'), (15, "-1"), (17, '"luck 5%"'), (18, "trials = 0"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["seed = 1\n[measure]\nmoves = 1", "books = 7\nmeasure = 3"])
def test_without_a_book_the_rest_is_told(text: str) -> None:
    assert said(text).count("error[plan]") == 2


def test_places_in_a_plan_are_found_however_it_is_written() -> None:
    text = '''a = """x
y"""
b.c = 'l' # = [
d = [1, [2, "]"], {e = 3, "f g" = [4]}]
[["h"]]
i = 1
[[h]]
i = -2
["x.y".z]
'''
    found = {path: span.text for path, span in toml_places(source_from_text("plan.toml", text)).items()}
    assert {path: found[path] for path in [("a",), ("b", "c"), ("d", 1, 1), ("d", 2, "f g"), ("h", 1, "i")]} == {
        ("a",): 'a = """x\ny"""', ("b", "c"): "b.c = 'l'", ("d", 1, 1): '"]"', ("d", 2, "f g"): '"f g" = [4]',
        ("h", 1, "i"): "i = -2",
    }  # fmt: skip
    assert ("x.y", "z") in found


def test_a_broken_rulebook_is_told_as_by_check(tmp_path: Path) -> None:
    book = tmp_path / "broken.rules"
    book.write_text('rulebook "Broken" for 2 players\n\nplay: choose a Thing\n', encoding="utf-8")
    assert f"{book}:3" in said_of_book(book)


def said_of_book(book: Path) -> str:
    with pytest.raises(Unreadable) as told:
        cells(f'books = ["{book}"]')
    return render_text(told.value.findings)


@pytest.mark.parametrize("book", ["examples/pig.rules", "rulebooks/iki.rules", "examples/beacons.rules"])
def test_a_first_plan_can_be_run_as_it_is(book: str) -> None:
    path = ROOT / book
    text = first_plan(load(path), str(path), "plan.toml")
    assert cells(text.replace('players = "all"', 'players = "fewest"'))
    # What it offers to vary is there, too.
    shown = text.replace("# [vary]", "[vary]").replace('# "', '"').replace('players = "all"', 'players = "fewest"')
    assert len(cells(shown)) > 2


def test_a_line_up_that_fits_no_table_is_told_once() -> None:
    """With the same bots at nine tables there is one mistake."""
    eleven = ", ".join(['"random"'] * 10 + ['"mcts"'])
    told = said(f'books = ["{PIG}"]\nbots = [[{eleven}]]')
    assert told.count("bots cannot sit") == 1


def test_search_in_c_is_another_experiment_than_search_in_python() -> None:
    python, native = (cells(f'books = ["{PIG}"]\nplayers = [2]\nexecutor = "{name}"')[0] for name in ("auto", "native"))
    assert python.setting.key != native.setting.key
    assert game_of(native.setting).executor_name == "native"
