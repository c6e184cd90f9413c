"""Every numbered statement of the four printed rulebooks has its home, and everything no source says is marked.

The numbers stand in the rulebooks themselves, one `statements` sentence for each kind: rules of the print, worked
examples and number tables, questions the print leaves open. `rulelang facts --format markdown` is the table that
leads from each number to its constructs and examples.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest

from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.rulebook.statements import StatementFacts, cited, collect_facts, spanned_numbers
from rulelang.source import read_source
from rulelang.tree import nodes as tree
from tests.rulebooks.library import BIG, ROOT

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Printed:
    """How many numbers of each kind a printed rulebook has."""

    rules: int
    worked: int
    questions: int


PRINTED = {
    "tokaido_duo": Printed(111, 14, 36),
    "samurai": Printed(69, 28, 39),
    "iki": Printed(156, 46, 58),
    "yamatai": Printed(131, 23, 49),
}

#: The headings of the printed rules, in their order.
ORDER = {
    "tokaido_duo": (
        "Spielmaterial, Spielziel, Spielvorbereitung, Spielablauf, Künstler*in, Malen, Gemälde verschenken, "
        "Händler*in, Gebirgsort, Küstenort, Pilger*in, Küstenort, Tempel, Garten, Heiße Quelle, Meeresufer, "
        "Spielende, Zusammensetzung der Siegpunkte"
    ),
    "samurai": (
        "Inhalt, Worum geht es?, Vor dem Start, Figuren und Plättchen, "
        "Die beiden Plättchen: Figurentausch und Plättchentausch, Die Eigenschaften der Plättchen auf einen Blick, "
        "Wie werden Figuren in Besitz genommen?, Sonderfall, Startaufstellung und kompletter Spielzug, "
        "Spielende, Sieger, Ein Beispiel, Ein weiteres Beispiel"
    ),
    "iki": (
        "Schlüsselbegriffe; Die verschiedenen Figuren; Erfahrung & Rente; Händler auf Gebäuden; Spielablauf; "
        "[A] Reihenfolge-Phase; [B] Aktionsphase; [01] Einkommen oder Anwerben; "
        "[02] Spielfigur bewegen & Geschäfte tätigen; Geschäfte tätigen; [C] Ereignis-Phase; "
        "Monate 3, 6, 9, 12: Zahltag; Zahltag ausführen; Monate 5, 8, 11: Feuer; Die 13. Runde: Neujahrsfest; "
        "Schlusswertung; Spielaufbau; Spielaufbau zu zweit; Spielplan; Sperrplättchen; Neutrale Händler"
    ),
    "yamatai": (
        "Spielmaterial, Spielaufbau, Ziel des Spiels, Spielablauf, Ein Flottenplättchen nehmen, Handeln, "
        "Schiffe einsetzen, Kulturplättchen nehmen oder Gebäude bauen, Nehmen, Bauen, Bonus für Standardgebäude, "
        "Prestigegebäude, Nicht eingesetzte Schiffe festmachen, Einen Spezialisten anwerben, "
        "Nächste Runde vorbereiten, Spielende, Wertung, Anhang, Flotten"
    ),
}

#: Worked examples that nothing can play, with the reason.
NOT_PLAYED = {"tokaido_duo": {"EX12": "changing coins: money is a plain number"}}


@cache
def book(name: str) -> WrittenRulebook:
    return load(read_source(str(ROOT / "rulebooks" / f"{name}.rules")).source)[0]


@cache
def facts(name: str) -> StatementFacts:
    return collect_facts(book(name))


def kinds(name: str) -> tuple[list[str], list[str], list[str]]:
    """The numbers of each `statements` sentence, in their order: rules, worked examples, questions."""
    lists = [placed.item for placed in book(name).items if isinstance(placed.item, tree.Statements)]
    rules, worked, questions = ([number for span in one.spans for number in spanned_numbers(span)] for one in lists)
    return rules, worked, questions


@pytest.mark.parametrize("name", BIG)
def test_every_number_is_listed(name: str) -> None:
    rules, worked, questions = kinds(name)
    assert Printed(len(rules), len(worked), len(questions)) == PRINTED[name]
    assert len({*rules, *worked, *questions}) == len(rules) + len(worked) + len(questions)


@pytest.mark.parametrize("name", BIG)
def test_every_rule_is_written_down_or_set_aside_with_a_reason(name: str) -> None:
    rules, _, _ = kinds(name)
    records = {record.number: record for record in facts(name).statements}
    homeless = [number for number in rules if records[number].status not in ("covered", "aside")]
    assert homeless == []
    assert [number for number in rules if records[number].status == "aside" and not records[number].aside] == []


@pytest.mark.parametrize("name", BIG)
def test_every_worked_example_is_played(name: str) -> None:
    _, worked, _ = kinds(name)
    records = {record.number: record for record in facts(name).statements}
    unplayed = {number for number in worked if not records[number].examples}
    assert unplayed == set(NOT_PLAYED.get(name, {}))
    assert all(records[number].aside for number in unplayed)


@pytest.mark.parametrize("name", BIG)
def test_every_open_question_is_answered(name: str) -> None:
    _, _, questions = kinds(name)
    records = {record.number: record for record in facts(name).statements}
    assert [number for number in questions if records[number].status == "uncovered"] == []
    assert facts(name).undeclared == ()


@pytest.mark.parametrize("name", BIG)
def test_what_is_cited_names_its_printed_section(name: str) -> None:
    sectionless = []
    for placed in book(name).items:
        if isinstance(placed.item, tree.Statements | tree.Aside):
            continue
        for cite, node in cited(placed):
            around = (cite, getattr(placed.item, "cite", None), placed.headings.section)
            if not any(found is not None and found.places for found in around):
                sectionless.append(str(node.span))
    assert sectionless == []


@pytest.mark.parametrize("name", BIG)
def test_the_headings_follow_the_printed_order(name: str) -> None:
    path = str(ROOT / "rulebooks" / f"{name}.rules")
    headings = [placed.item for placed in book(name).items if isinstance(placed.item, tree.Heading)]
    own = [heading for heading in headings if heading.span.source.path == path]
    printed = [place.heading for heading in own if heading.cite for place in heading.cite.places]
    order = ORDER[name].split("; " if ";" in ORDER[name] else ", ")
    assert [heading for heading in printed if heading in order] == order
