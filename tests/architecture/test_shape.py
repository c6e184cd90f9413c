"""The shape of the code does not get worse. Whoever makes a figure better lowers it here."""

from __future__ import annotations

from tests.architecture.measures import Measures

MEASURES = Measures()


def test_no_packages_import_one_another() -> None:
    assert MEASURES.package_knots == []


def test_no_more_modules_import_one_another() -> None:
    assert MEASURES.largest_module_knot <= 17


def test_forms_of_terms_are_told_apart_in_no_more_places() -> None:
    assert len(MEASURES.switches) <= 36


def test_behaviour_hangs_on_no_more_titles() -> None:
    assert len(MEASURES.title_tests) <= 17
