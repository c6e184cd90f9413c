"""What the author most likely meant: each function knows one mistake, and whether it explains what stands here."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.tree.repairs import forms, phrasings, places, rewrites, signs, words
from rulelang.tree.situation import Expectation, Situation

Repair = Callable[[Situation], Expectation | None]

REPAIRS: tuple[Repair, ...] = (
    signs.damaged,
    signs.open_quote,
    signs.ruled_line,
    signs.list_sign,
    signs.bare_row,
    signs.remark,
    signs.remark_in_brackets,
    signs.unknown_sign,
    places.seats_range,
    signs.hyphen,
    signs.open_row,
    signs.open_bracket,
    words.repeated_word,
    words.article_before_your,
    forms.quotes_needed,
    forms.name_in_quotes,
    forms.colon_after_condition,
    forms.joined_sentences,
    phrasings.words_of_menu,
    words.word_with_capital,
    words.word_in_name,
    phrasings.dice_in_short,
    phrasings.given_to_action,
    phrasings.one_of_yours,
    rewrites.rewritten,
    phrasings.filter_behind_where,
    phrasings.may_be_left_out,
    phrasings.turned_round,
    phrasings.unnamed_number,
    phrasings.owner_in_front,
    phrasings.calculated_amount,
    phrasings.already_spoken_of,
    phrasings.owner_in_brackets,
    phrasings.there_is_name,
    phrasings.you_for_your,
    phrasings.whose_opponent,
    phrasings.most_for_highest,
    phrasings.whose_turn,
    phrasings.list_with_and,
    places.heading_with_block,
    places.heading_without_players,
    places.rule_in_block,
    places.option_without_name,
    places.numbered_phase,
    forms.known_mistake,
    forms.condition_first,
    forms.sentence_outside,
    words.number_in_words,
    words.sure_word,
    phrasings.told_by_choosing,
    phrasings.told_yes,
    words.action_in_lower_case,
    words.lower_case_name,
    words.advised_word,
    words.unsure_word,
    forms.missing_colon,
    places.nothing_below,
    places.block_beside_sentence,
    words.number_in_name,
    words.missing_word,
    words.wrong_word,
    words.needless_word,
    words.likely_name,
)
"""The surest first."""

SURE = REPAIRS[: REPAIRS.index(words.advised_word) + 1]
"""Those that hardly depend on the rest of the sentence, so that something else may be wrong there."""

BEFORE_FORMS = REPAIRS[: REPAIRS.index(phrasings.dice_in_short)]
"""Mistakes with signs and single words: surer than the form of the whole sentence."""
