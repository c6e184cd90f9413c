"""Settles, when the table is generated, how each completed grammar rule becomes a value.

The instruction for a rule is one of

    3                       the value of its fourth symbol is the value of the rule
    ["first", 1]            the second symbol begins a list
    ["more", 2]             the first symbol is a list, the third goes behind it
    ["first line", 0], ["more lines", 1]    the same for lists of lines, which leave out what could not be read
    ["gain", -2, 1, -1]     the builder `gain` gets the span of it all, the value of the second symbol, and nothing
    ["names", -2, [0, -3]]  the builder `names` gets a tuple: the first symbol and the list that is the third symbol
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Iterable, Iterator
from typing import Any

from rulelang.tree.build import BUILDERS, FIELDS
from rulelang.tree.build.registry import REQUIRED
from rulelang.tree.table import MISSING, SPAN

Instruction = int | list[Any]
_BUILTIN = frozenset({"int", "list", "open", "range", "round", "set", "sum", "any", "all"})
_LINES = frozenset({"item", "_statement", "option", "line", "row", "content", "else_if"})
_OWN_WORDS = frozenset({"NAME", "INT", "STRING", "LANG", "COORD"})


class BindingError(Exception):
    """Grammar and builders do not fit together."""


def bind(rules: Iterable[Any]) -> Iterator[tuple[Any, Instruction]]:
    """Every rule of the grammar with its instruction."""
    rules = list(rules)
    elements = _elements(rules)
    for rule in rules:
        yield rule, _instruction(rule, elements)


def parameter_name(symbol: str) -> str:
    """What a builder's parameter for a grammar symbol is called."""
    name = symbol.partition("{")[0].strip("_").lower()
    for ending in ("_closed", "_open", "_placed"):
        name = name.removesuffix(ending)
    return name + "_" if keyword.iskeyword(name) or name in _BUILTIN else name


def is_list(symbol: str) -> bool:
    """Does a rule with this name only collect parts, one behind the other?"""
    return symbol.startswith(("__", "_list{"))


def _first_word(rule: Any) -> str | None:
    """The word that an alternative begins with, if it is the name of what it makes."""
    first = rule.expansion[0] if rule.expansion and rule.options.expand1 else None
    word = first.name.lower() if first is not None and getattr(first, "filter_out", False) else None
    return word if word in BUILDERS else None


def _goes_on(rule: Any) -> bool:
    return bool(rule.expansion[0].name == rule.origin.name)


def _values(rule: Any) -> list[int]:
    """Which symbols of a rule carry a value that its tree would show."""
    return [place for place, symbol in enumerate(rule.expansion) if not getattr(symbol, "filter_out", False)]


def _elements(rules: list[Any]) -> dict[str, str]:
    """For each symbol that stands for a list: of what."""
    elements: dict[str, str] = {}
    for rule in rules:
        if is_list(rule.origin.name):
            *earlier, last = _values(rule)
            if len(earlier) != _goes_on(rule):
                raise BindingError(f"{rule} repeats more than one symbol: give the repeated part a rule of its own")
            elements[rule.origin.name] = rule.expansion[last].name
    for rule in rules:
        values = _values(rule)
        if rule.origin.name.startswith("_") and len(values) == 1 and rule.expansion[values[0]].name in elements:
            elements.setdefault(rule.origin.name, elements[rule.expansion[values[0]].name])
    return elements


def _instruction(rule: Any, elements: dict[str, str]) -> Instruction:
    values = _values(rule)
    if is_list(rule.origin.name):
        more = _goes_on(rule)
        # A table without its first row would take the second one for its heading.
        lines = elements[rule.origin.name] in _LINES and not (elements[rule.origin.name] == "row" and not more)
        return [("more lines" if lines else "more") if more else ("first line" if lines else "first"), values[-1]]
    name = rule.alias or _first_word(rule)
    if name is None and (rule.options.expand1 or rule.origin.name.startswith("_")):
        if len(values) != 1:
            raise BindingError(f"{rule} needs an alias")
        return values[0]
    name = name or rule.origin.name
    if name not in BUILDERS:
        raise BindingError(f"{rule} has no builder")
    return [name, *_arguments(rule, _parameters(name), elements)]


def _parameters(name: str) -> Iterator[tuple[str, object]]:
    """What the builder of a rule takes, and what it takes where there is no such symbol."""
    if name in FIELDS:
        yield "span", REQUIRED
        yield from FIELDS[name]
    else:
        for parameter in inspect.signature(BUILDERS[name]).parameters.values():
            yield parameter.name, parameter.default


def _arguments(
    rule: Any, parameters: Iterable[tuple[str, object]], elements: dict[str, str]
) -> Iterator[int | list[int]]:
    places: dict[str, list[int]] = {}
    needed = set()
    for place, symbol in enumerate(rule.expansion):
        repeated = elements.get(symbol.name)
        name = parameter_name(repeated or symbol.name)
        places.setdefault(name, []).append(-1 - place if repeated else place)
        if repeated or not symbol.is_term or symbol.name in _OWN_WORDS:
            needed.add(name)
    for name, missing in parameters:
        plural_of = _singular(name)
        if name == "span":
            yield SPAN
        elif name in places:
            if len(places[name]) > 1 or places[name][0] < 0:
                raise BindingError(f"{rule}: there may be more than one {name}")
            needed.discard(name)
            yield places[name][0]
        elif plural_of in places:
            needed.discard(plural_of)
            yield places[plural_of]
        elif missing is REQUIRED:
            raise BindingError(f"{rule}: nothing for the parameter {name} of its builder")
        else:
            yield [] if missing == () else MISSING
    if needed:
        raise BindingError(f"{rule}: its builder does not take {', '.join(sorted(needed))}")


def _singular(name: str) -> str:
    element = name.removesuffix("s")
    return element + "_" if element in _BUILTIN else element
