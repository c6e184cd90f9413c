"""What the author most likely meant: each function knows one mistake, and whether it explains what stands here."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.tree.repairs import forms, signs, words
from rulelang.tree.situation import Finding, Situation

Repair = Callable[[Situation], Finding | None]

REPAIRS: tuple[Repair, ...] = (
    signs.damaged,
    signs.open_quote,
    signs.remark,
    signs.unknown_sign,
    signs.hyphen,
    signs.open_row,
    signs.open_bracket,
    words.repeated_word,
    forms.quotes_needed,
    forms.colon_after_condition,
    forms.joined_sentences,
    words.word_with_capital,
    forms.known_mistake,
    forms.condition_first,
    forms.sentence_outside,
    words.number_in_words,
    words.sure_word,
    words.lower_case_name,
    words.unsure_word,
    forms.missing_colon,
    words.number_in_name,
    words.missing_word,
    words.wrong_word,
    words.needless_word,
    words.likely_name,
)
"""The surest first."""
