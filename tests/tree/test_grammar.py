"""The grammar has no conflicts, and what was made of it is up to date."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from lark import Lark
from lark.indenter import Indenter

from rulelang.tree.binding import BindingError, bind
from rulelang.tree.build import BUILDERS, FIELDS
from rulelang.tree.generate import GRAMMAR, TABLE, WORDS, as_text, expand, read_grammar, table_of, words_of


@pytest.fixture(scope="module")
def grammar() -> Lark:
    """Lark refuses to build a grammar with conflicts."""
    return read_grammar()


def test_the_stored_table_is_that_of_the_grammar(grammar: Lark) -> None:
    assert TABLE.read_text(encoding="utf-8") == as_text(table_of(grammar)), "run `python -m rulelang.tree.generate`"
    assert WORDS.read_text(encoding="utf-8") == as_text(words_of(grammar)), "run `python -m rulelang.tree.generate`"


def test_every_builder_is_used_and_every_parameter_is_filled_by_some_rule(grammar: Lark) -> None:
    used: dict[str, list[list[object]]] = {}
    for _rule, how in bind(grammar.rules):
        if isinstance(how, list) and how[0] in BUILDERS:
            used.setdefault(how[0], []).append(how[1:])
    assert {*used} == {*BUILDERS}
    together: dict[str, list[list[object]]] = {}
    for name, places in used.items():
        builder = name if name in FIELDS else BUILDERS[name].__qualname__ + BUILDERS[name].__module__
        together.setdefault(builder, []).extend(places)
    for builder, places in together.items():
        for parameter in zip(*places, strict=True):
            assert any(place not in (-1, []) for place in parameter), f"{builder}: nothing fills {parameter}"


def test_grammar_and_builders_must_fit() -> None:
    def broken(text: str) -> list[object]:
        return list(bind(Lark(text, parser="lalr").rules))

    with pytest.raises(BindingError, match="has no builder"):
        broken('?start: unheard\nunheard: "x" NAME\nNAME: /[A-Z]/')
    with pytest.raises(BindingError, match="nothing for the parameter noun"):
        broken("start: NAME -> the\nNAME: /[A-Z]/")
    with pytest.raises(BindingError, match="does not take name"):
        broken("start: NAME -> you\nNAME: /[A-Z]/")
    with pytest.raises(BindingError, match="more than one name"):
        broken("start: NAME NAME -> name\nNAME: /[A-Z]/")
    with pytest.raises(BindingError, match="a rule of its own"):
        broken("?start: many\nmany: (NAME INT)+ -> names\nNAME: /[A-Z]/\nINT: /[0-9]/")
    with pytest.raises(BindingError, match="needs an alias"):
        broken("?start: NAME INT\nNAME: /[A-Z]/\nINT: /[0-9]/")


def test_the_verb_of_a_deed_may_stand_in_the_third_person(grammar: Lark) -> None:
    words = words_of(grammar)
    assert {words["gain"], words["gains"]} == {"GAIN"}
    assert {words["do"], words["does"]} == {"DO"}
    assert words["ends"] == "END/ENDS"
    assert not {"endss", "froms", "shuffless"} & {*words}


def test_an_alternative_is_called_by_its_arrow_its_first_word_or_its_rule(grammar: Lark) -> None:
    called = {
        " ".join([rule.origin.name, *(symbol.name for symbol in rule.expansion)]): how[0]
        for rule, how in bind(grammar.rules)
        if isinstance(how, list)
    }
    assert called["phrase _ART noun"] == "introduced"
    assert called["deed GAIN amount"] == "gain"
    assert called["call NAME"] == "call"


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        ("an?", ["a", "an"]),
        ("is|are", ["is", "are"]),
        ("tokens?|die", ["token", "tokens", "die"]),
        ("(is|are) about to", ["is about to", "are about to"]),
        (", then(?! the (highest|lowest))", [", then"]),
        (r"face\-up", ["face-up"]),
    ],
)
def test_patterns_of_words_are_finite(pattern: str, texts: list[str]) -> None:
    assert sorted(expand(pattern)) == sorted(texts)


def test_a_pattern_that_never_ends_is_refused() -> None:
    with pytest.raises(ValueError, match="not finite"):
        expand("a)b")


def test_the_stored_table_is_small() -> None:
    assert len(json.loads(TABLE.read_bytes())["states"]) < 2_000
    assert TABLE.stat().st_size < 400_000


#: Lines do not run on inside brackets.
NO_BRACKETS: list[str] = []


class Blocks(Indenter):
    """The layout that Lark would use."""

    NL_type = "_NL"
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4
    OPEN_PAREN_types = CLOSE_PAREN_types = NO_BRACKETS


@pytest.mark.thorough
def test_lark_can_scan_with_the_grammar_without_collisions() -> None:
    lark = Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", lexer="contextual", strict=True, postlex=Blocks())
    tree = lark.parse('rulebook "Harbour" for 2 to 4 players\nthe Bag is a bag\n')
    assert [found.data for found in tree.iter_subtrees()] != []


def symbols(lark: Lark) -> Iterator[str]:
    for rule in lark.rules:
        yield from (symbol.name for symbol in rule.expansion)


def test_every_word_is_used(grammar: Lark) -> None:
    named = {terminal.name for terminal in grammar.terminals}
    # What is ignored between words, and remarks.
    assert named - {*symbols(grammar)} == {"__IGNORE_0", "__IGNORE_1"}
