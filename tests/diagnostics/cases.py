"""One finding for every way an entry of the catalogue can word itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import single_signs, syntax
from rulelang.source import SourceFile, Span, source_from_text


def find(source: SourceFile, text: str, occurrence: int = 1) -> Span:
    """The span of the given occurrence of `text`."""
    start = -1
    for _ in range(occurrence):
        start = source.text.index(text, start + 1)
    return source.span(start, start + len(text))


def rules(text: str, path: str = "harbour.rules") -> SourceFile:
    return source_from_text(path, text)


CLAIM = rules("to Claim Square:\n    chose an empty Square\n    mark the Square\n")
RESTOCK = rules("to Restock:\n    draw 3 Tiles from to the Market\n  shuffle the Bag\n")
TABLE = rules(
    "there are 5 Cards:\n    | Title | Rank | Copies |\n    | Guard | 5    |\n    | Baron | 3    | 2      | 4 | 5 |\n"
)
COLUMNS = ("Title", "Rank", "Copies")


def _unexpected() -> Diagnostic:
    return syntax.unexpected(find(RESTOCK, "to", 3), ["a name", "`the`", "`your`"])


def _unexpected_with_many_choices() -> Diagnostic:
    return syntax.unexpected(find(RESTOCK, "to", 3), [f"`word{number}`" for number in range(20)])


def _unexpected_end() -> Diagnostic:
    source = rules("to Restock:\n    draw 3\n    shuffle the Bag\n")
    return syntax.unexpected(find(source, "draw 3").after, ["a name"])


def _unexpected_rest() -> Diagnostic:
    source = rules("shuffle the Bag twice\n")
    return syntax.unexpected(find(source, "twice"), [])


def _misspelt_word() -> Diagnostic:
    return syntax.unknown_word(find(CLAIM, "chose"), "choose", certain=True)


def _unknown_word() -> Diagnostic:
    return syntax.unknown_word(find(CLAIM, "mark"), None)


def _missing_colon() -> Diagnostic:
    source = rules("to Claim Square\n    choose an empty Square\n")
    return syntax.missing_colon(find(source, "to Claim Square"), find(source, "choose an empty Square"))


def _missing_colon_inside() -> Diagnostic:
    source = rules("to Rest:\n    if the Bag is empty gain 2 Coins\n")
    return syntax.missing_colon(find(source, "if the Bag is empty"), find(source, "gain 2 Coins"))


def _empty_block() -> Diagnostic:
    return syntax.empty_block(find(rules("to Claim Square:\nchoose an empty Square\n"), ":"))


def _open_row() -> Diagnostic:
    source = rules("there are 5 Cards:\n    | Title | Copies |\n    | Guard | 5\n")
    return single_signs.open_row(source.line_span(3))


def _unseen_sign() -> Diagnostic:
    return single_signs.unseen_sign(find(rules("note: copied\x07from elsewhere\n"), "\x07"))


def _open_bracket() -> Diagnostic:
    return single_signs.open_bracket(find(rules("always (the Bag is empty and the Box is empty\n"), "("))


def _wrong_indentation() -> Diagnostic:
    return syntax.wrong_indentation(find(RESTOCK, "shuffle the Bag"), [4, 0], find(RESTOCK, "to Restock:"))


def _indented_first_line() -> Diagnostic:
    source = rules(' rulebook "Harbour" for 2 players\n')
    return syntax.wrong_indentation(source.line_span(1), [0])


def _open_quote() -> Diagnostic:
    source = rules('rulebook "Harbour for 2 players\n')
    return single_signs.open_quote(find(source, '"'))


def _short_row() -> Diagnostic:
    return syntax.row_length(TABLE.line_span(3), 2, TABLE.line_span(2), COLUMNS)


def _long_row() -> Diagnostic:
    return syntax.row_length(TABLE.line_span(4), 5, TABLE.line_span(2), COLUMNS)


def _name_in_lower_case() -> Diagnostic:
    source = rules("the dice pool is an open area of Dice\n")
    return syntax.name_without_capitals(find(source, "dice pool"), language_word=False)


def _language_word_as_name() -> Diagnostic:
    source = rules("to move:\n    do nothing\n")
    return syntax.name_without_capitals(find(source, "move"), language_word=True)


def _tab() -> Diagnostic:
    source = rules("to Claim Square:\n\tchoose an empty Square\n")
    return single_signs.tab_in_indentation(find(source, "\t"))


def _many_tabs() -> Diagnostic:
    source = rules("to Claim Square:\n\tchoose an empty Square\n\tgain 2 Coins\n\tend the turn\n")
    return single_signs.tab_in_indentation(find(source, "\t"), [find(source, "\t", 2), find(source, "\t", 3)])


def _no_rulebook() -> Diagnostic:
    source = rules("Dear all,\nwe meet on Friday at eight.\n")
    return syntax.no_rulebook(source.line_span(1))


def _missing_heading() -> Diagnostic:
    source = rules("# Components\n\nthe Bag is a bag of Tiles\n")
    return syntax.missing_heading(source.line_span(1))


def _empty_file() -> Diagnostic:
    return syntax.missing_heading(rules("").span(0, 0))


def _open_citation() -> Diagnostic:
    source = rules('# Components [de "Spielmaterial"   \n')
    return single_signs.open_citation(find(source, "["))


def _damaged_text() -> Diagnostic:
    source = rules("the Caf\ufffd is an open area of Cards\n")
    return single_signs.damaged_text(find(source, "\ufffd"))


CASES: Mapping[str, Callable[[], Diagnostic]] = {
    case.__name__.removeprefix("_"): case
    for case in (
        _unexpected,
        _unexpected_with_many_choices,
        _unexpected_end,
        _unexpected_rest,
        _misspelt_word,
        _unknown_word,
        _missing_colon,
        _missing_colon_inside,
        _empty_block,
        _open_row,
        _open_bracket,
        _unseen_sign,
        _wrong_indentation,
        _indented_first_line,
        _open_quote,
        _short_row,
        _long_row,
        _name_in_lower_case,
        _language_word_as_name,
        _tab,
        _many_tabs,
        _missing_heading,
        _no_rulebook,
        _empty_file,
        _open_citation,
        _damaged_text,
    )
}
