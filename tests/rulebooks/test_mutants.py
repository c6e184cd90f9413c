"""What the examples of our rulebooks notice, they go on noticing.

`mutation/NAME.json` is what this wrote:

    rulelang mutate rulebooks/NAME.rules --format brief --output tests/rulebooks/mutation/NAME.json

With `--baseline` instead of `--format brief --output` the same command compares all of it. Here a few mutants of each
rulebook are tried again, others whenever the rulebook changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from interpreter.mutation.baseline import look_at_examples
from interpreter.mutation.guesses import still_notices
from interpreter.mutation.judge import Means, MutantJudge
from rulelang.cli.facts_mutants import Brief, read_briefs
from rulelang.mutation.mutant import Mutant, applied, told
from rulelang.mutation.mutants import mutants_of, said_in
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import read_source
from tests.mutation.test_judge import kiln
from tests.rulebooks.library import BIG, rulebook_paths

FOLDER = Path(__file__).with_name("mutation")
#: So many mutants of a rulebook are tried.
TRIED = 3

BASELINES = sorted(path.stem for path in FOLDER.glob("*.json"))


@cache
def written(name: str) -> WrittenRulebook:
    path = next(path for path in rulebook_paths() if path.stem == name)
    return load(read_source(path).source)[0]


def baseline(name: str) -> Brief:
    (brief,) = read_briefs((FOLDER / f"{name}.json").read_text("utf-8"))
    return brief


@pytest.mark.parametrize("name", BASELINES)
def test_what_was_noticed_still_is(name: str) -> None:
    rulebook = written(name)
    assert [told(mutant) for mutant in fallen(rulebook, baseline(name).killers())] == []


def fallen(rulebook: WrittenRulebook, killers: dict[str, str]) -> Iterator[Mutant]:
    """Those of some mutants that nothing notices any more."""
    mutants = [mutant for mutant in mutants_of(rulebook) if mutant.key in killers]
    for mutant in Random(rulebook.digest).sample(mutants, min(TRIED, len(mutants))):
        by = killers[mutant.key]
        if by in said_in(rulebook)[1] and still_notices(rulebook, applied(rulebook, mutant), by):
            continue
        # The example has another title now, or it was none.
        if MutantJudge(rulebook, look_at_examples(rulebook), Means()).judge(mutant).status == "survived":
            yield mutant


@pytest.mark.parametrize("name", BASELINES)
def test_the_baseline_is_about_these_rules(name: str) -> None:
    keys = {mutant.key for mutant in mutants_of(written(name))}
    known = baseline(name).known
    assert known
    assert 2 * len(known & keys) > len(known), "written long ago: write it anew"


#: What the examples notice at least: in the four large rulebooks, and in the examples.
LARGE, SMALL = 0.95, 0.85


@pytest.mark.parametrize("name", BASELINES)
def test_enough_is_noticed(name: str) -> None:
    assert baseline(name).score >= (LARGE if name in BIG else SMALL)


def test_every_rulebook_has_a_baseline() -> None:
    assert sorted(path.stem for path in rulebook_paths()) == BASELINES


def test_the_table_says_what_the_baselines_say() -> None:
    lines = (FOLDER / "README.md").read_text("utf-8").splitlines()[-len(BASELINES) :]
    assert [line for line, name in zip(lines, BASELINES, strict=True) if not line.startswith(row(name))] == []


def row(name: str) -> str:
    """The beginning of a line of the table: how many mutants were tried, make another game, and were noticed."""
    brief = baseline(name)
    return f"| {brief.title} | {len(brief.known)} | {len(brief.outcomes())} | {brief.score:.1%} |"


@pytest.mark.parametrize("name", BASELINES)
def test_the_score_is_what_the_keys_say(name: str) -> None:
    outcomes = list(baseline(name).outcomes().values())
    assert baseline(name).score == pytest.approx(outcomes.count("noticed") / len(outcomes), abs=0.0001)


def test_what_is_noticed_no_more_is_found() -> None:
    rulebook = kiln()[0]
    never = {mutant.key: "no example" for mutant in mutants_of(rulebook, ["ending-changed"])}
    assert [mutant.key for mutant in fallen(rulebook, never)] == list(never)
    assert never
