"""The project's own dataclasses do what the standard ones do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from rulelang.graph.terms import Arithmetic, Cell, Const, Local, Put
from rulelang.source import SourceFile, Span
from rulelang.tree import nodes as tree
from rulelang.tuning import fast_dataclass


def both(**options: Any) -> list[Any]:
    """The same class made by each decorator."""

    def made(decorator: Callable[..., Any]) -> Any:
        class Shape:
            """A shape."""

            name: str
            corners: int = 4
            inner: list[int] = dataclasses.field(default_factory=list)
            site: int = dataclasses.field(default=-1, compare=False, repr=False, kw_only=True)

        return decorator(**options)(Shape)

    return [made(dataclasses.dataclass), made(fast_dataclass.dataclass)]


KINDS = [{}, {"slots": True}, {"frozen": True}, {"frozen": True, "slots": True}, {"eq": False, "slots": True}]


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_they_are_made_shown_and_compared_alike(options: dict[str, bool]) -> None:
    seen: list[list[object]] = []
    for kind in both(**options):
        one, other = kind("a", 3, [1], site=7), kind("a", inner=[1], corners=3)
        third = kind("a")
        repeated = repr(one).replace(kind.__qualname__, "Shape")
        seen.append([repeated, one == other, one == third, one == ("a", 3), third.inner, third.inner is one.inner])
        seen[-1] += [one.site, other.site, kind.__match_args__, [f.name for f in dataclasses.fields(kind)]]
        seen[-1] += [dataclasses.asdict(one), dataclasses.replace(one, corners=9).corners]
        seen[-1] += [hasattr(one, "__dict__"), kind.__hash__ is None]
    assert seen[0] == seen[1]


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_the_wrong_arguments_are_refused_alike(options: dict[str, bool]) -> None:
    for kind in both(**options):
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
            kind()
        with pytest.raises(TypeError, match="unexpected keyword argument 'nam'"):
            kind(nam="a")
        with pytest.raises(TypeError, match="positional arguments"):
            kind("a", 1, [], 7)


@pytest.mark.parametrize("part", [Const(1), Cell("x", Const(0)), Span(SourceFile("a", "b"), 0, 1)], ids=str)
def test_what_is_frozen_cannot_be_changed(part: Any) -> None:
    for name in dataclasses.fields(part):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(part, name.name, 3)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(part, name.name)
    with pytest.raises((AttributeError, TypeError)):
        part.new = 1


def test_equal_values_have_equal_hashes_and_sites_do_not_count() -> None:
    here, there = (Put("x", Const(0), Local("y"), site=site) for site in (1, 2))
    assert here == there
    assert hash(here) == hash(there)
    assert {here} == {there}
    assert len({Const(0), Local("0"), Const(0)}) == 2
    assert Arithmetic("+", Const(1), Const(2), site=4).site == 4


def test_a_base_class_gives_its_fields() -> None:
    span = Span(SourceFile("a", "b"), 0, 1)
    word = tree.Word("Ship", span=span)
    assert (word.text, word.span) == ("Ship", span)
    assert [one.name for one in dataclasses.fields(word)] == ["span", "text"]
    match word:
        case tree.Word(text):
            assert text == "Ship"


def test_they_can_be_copied_and_stored() -> None:
    part = Put("x", Const(0), Arithmetic("+", Local("y"), Const(2), site=3), site=5)
    for twin in (copy.deepcopy(part), pickle.loads(pickle.dumps(part))):
        assert twin == part
        assert repr(twin) == repr(part)


def test_equal_terms_are_one_and_know_their_hash() -> None:
    one, other = Cell("Points", Const(3)), Cell(region="Points", index=Const(3))
    assert one is other
    assert Cell("Points", Const(4)) is not one
    assert (one != Cell("Points", Const(4)), hash(one) == hash(other)) == (True, True)
    assert pickle.loads(pickle.dumps(one)) is one
    assert copy.deepcopy(one) is one
    assert dataclasses.replace(one, region="Coins") is Cell("Coins", Const(3))


def test_the_place_where_something_is_written_keeps_terms_apart() -> None:
    """Also inside of others: it is not lost to another sentence that says the same."""
    inner = [Arithmetic("//", Local("a"), Const(2), site=site) for site in (1, 2)]
    one, other = (Arithmetic("+", each, Const(1)) for each in inner)
    assert one != other
    assert (one.left, other.left) == (inner[0], inner[1])


def test_only_so_many_are_kept() -> None:
    first = Local("first of many")
    for number in range((1 << 16) + 1):
        Local(f"one of many {number}")
    assert Local("first of many") == first
    assert Local("first of many") is not first


def test_what_is_derived_from_frozen_is_a_frozen_dataclass() -> None:
    class Shape(fast_dataclass.Frozen):
        """A shape."""

        name: str
        corners: int = 4

    class Placed(Shape):
        """A shape somewhere."""

        site: int = dataclasses.field(default=-1, compare=False, kw_only=True)

    made = Placed("square", site=3)
    assert (made, hash(made), repr(made)) == (
        Placed("square"),
        hash(Placed("square")),
        f"{Placed.__qualname__}(name='square', corners=4, site=3)",
    )
    assert fast_dataclass.replace(made, corners=5) == Placed("square", 5) != made
    for name in ("corners", "site"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(made, name, 3)
