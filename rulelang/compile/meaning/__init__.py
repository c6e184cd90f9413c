"""Phrases, groups, values and conditions of a rulebook read into typed terms."""

from rulelang.compile.meaning.conditions import Conditions


class Meaning(Conditions):
    """The complete reader."""


__all__ = ["Meaning"]
