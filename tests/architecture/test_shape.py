"""The shape of the code does not get worse. Whoever makes a figure better lowers it here."""

from __future__ import annotations

import ast

import pytest

from tests.architecture.measures import Measures

#: One process reads all modules.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("shape")]

MEASURES = Measures()


def test_no_packages_import_one_another() -> None:
    assert MEASURES.package_knots == []


def test_no_more_modules_import_one_another() -> None:
    assert MEASURES.largest_module_knot <= 10


def test_forms_of_terms_are_told_apart_in_no_more_places() -> None:
    assert len(MEASURES.switches) <= 14


def test_behaviour_hangs_on_no_titles() -> None:
    assert MEASURES.title_tests == []


def test_what_was_found_out_is_kept_under_values_and_not_under_their_identity() -> None:
    """Two know why: nodes of the syntax tree are never made twice, and C looks at the memory of Python's objects."""
    assert set(MEASURES.identities) == {"rulelang.tree.walk", "interpreter.engine.native.host"}


def test_no_more_classes_share_a_name() -> None:
    assert sum(1 for count in MEASURES.class_names.values() if count > 1) == 0


def test_nothing_is_a_ladder_of_mixins() -> None:
    """No class of the compiler inherits from another of it: functions over a context are found by what they read."""
    bases = {
        f"{name}.{node.name}": [base.id for base in node.bases if isinstance(base, ast.Name)]
        for name, module in MEASURES.modules.items()
        if name.startswith(("rulelang.compile.flow", "rulelang.compile.meaning"))
        for node in module.tree.body
        if isinstance(node, ast.ClassDef)
    }
    own = {name.rsplit(".", 1)[1] for name in bases}
    assert {name: found for name, found in bases.items() if own & set(found)} == {}
