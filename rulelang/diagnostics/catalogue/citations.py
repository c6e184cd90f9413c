"""RL08xx: labels, languages and citations of the printed rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.spelling import closest
from rulelang.diagnostics.wording import Help, Wording, at, counted, listed, quoted, say, write_instead
from rulelang.source import Span

_SHOWN = 8


def _few(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    shown = [quoted(name) for name in names[:_SHOWN]]
    rest = len(names) - len(shown)
    return f"{', '.join(shown)} and {rest} more" if rest else listed(names, "and")


@diagnostic("RL0804", severity=Severity.WARNING, title="printed rule that is not cited")
def without_home(span: Span, numbers: Sequence[str]) -> Wording:
    """A numbered rule is listed after `statements`, but nothing in the rulebook says where it is carried out.

    The list is a promise that every numbered rule of the printed rulebook is somewhere in this one. A rule that is not
    cited may have been forgotten.

    Wrong:

    ```rules
    statements R1 to R2
    to Draw Card [R1]: draw 1 Card from the Deck to your Hand
    ```

    Right:

    ```rules
    statements R1 to R2
    to Draw Card [R1]: draw 1 Card from the Deck to your Hand
    aside [R2] "only advice for beginners"
    ```
    """
    return say(
        f"{_few(numbers)} {'has' if len(numbers) == 1 else 'have'} no place in this rulebook.",
        at(span, f"{counted(len(numbers), 'number')} of these"),
        Help(
            'Write the number in square brackets after the sentence that does it, or set it aside: `aside [...] "why"`.'
        ),
    )


@diagnostic("RL0805", severity=Severity.WARNING, title="number that is not listed")
def not_listed(span: Span, number: str) -> Wording:
    """A number in square brackets is not in the list after `statements`.

    With a mistyped number, the rule that was meant is not cited. Numbers that begin with a letter no listed number
    begins with, such as those of a second document, may be cited freely.

    Wrong:

    ```rules
    statements R1 to R2
    setup: shuffle the Deck [R1, R3]
    ```

    Right:

    ```rules
    statements R1 to R2
    setup: shuffle the Deck [R1, R2]
    ```
    """
    return say(
        f"{quoted(number)} is not among the numbers listed after `statements`.",
        at(span, "not listed"),
        Help("Correct the number, or add it to the list."),
    )


@diagnostic("RL0807", severity=Severity.WARNING, title="source that is not named")
def unknown_source(span: Span, name: str, named: Sequence[str]) -> Wording:
    """A citation names a source, behind `confirmed by` or by its language, that the rulebook does not name.

    The printed rules are named with `source`, their language and a title, and so is a further source with its name.

    Wrong:

    ```rules
    each player has Coins from 0 to 40 [confirmed by Player Aid]
    ```

    Right:

    ```rules
    source Player Aid "the player aid of the second edition"
    each player has Coins from 0 to 40 [confirmed by Player Aid]
    ```
    """
    meant = closest(name, named)
    return say(
        f"This rulebook names no source {quoted(name)}.",
        at(span, "what is it?"),
        Help(f'Name it: `source {name} "what it is"`.'),
        write_instead("use the name that exists", span, meant) if meant else None,
    )


@diagnostic("RL0801", severity=Severity.NOTE, title="name without a label")
def without_label(span: Span, language: str, names: Sequence[str]) -> Wording:
    """A language is listed after `languages`, but some names that players read have no label in it.

    Players who play in that language see the English name in the middle of their own words.

    Wrong:

    ```rules
    languages de
    the Deck is a face-down pile
    ```

    Right:

    ```rules
    languages de
    the Deck is a face-down pile
    glossary:
        | Term | de            |
        | Deck | "Nachziehstapel" |
    ```
    """
    return say(
        f"{_few(names)} {'has' if len(names) == 1 else 'have'} no label in {quoted(language)}.",
        at(span, "this language is listed"),
        Help(f"Add a line to a `glossary:` that has a column {quoted(language)}."),
    )


@diagnostic("RL0806", severity=Severity.WARNING, title="label of an unknown name")
def label_of_nothing(span: Span, term: str, known: Sequence[str]) -> Wording:
    """A glossary has a label for a name that the rulebook does not use.

    Most often the name is misspelt, and the thing that was meant has no label.

    Wrong:

    ```rules
    the Deck is a face-down pile
    glossary:
        | Term | de            |
        | Dekc | "Nachziehstapel" |
    ```

    Right:

    ```rules
    the Deck is a face-down pile
    glossary:
        | Term | de            |
        | Deck | "Nachziehstapel" |
    ```
    """
    meant = closest(term, known)
    return say(
        f"Nothing in this rulebook is called {quoted(term)}.",
        at(span, "a label for it"),
        Help(f"Did you mean {quoted(meant)}?" if meant else "Write the name as the rules write it."),
        write_instead("use the name that exists", span, meant) if meant and span.text == term else None,
    )


@diagnostic("RL0802", severity=Severity.NOTE, title="rule without a citation")
def uncited(span: Span, more: int) -> Wording:
    """A rule does not say where it is printed, in a rulebook whose other rules do.

    A citation in square brackets says what printed text a rule comes from. It may follow the rule, a sentence in it, or
    the heading above it.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    play [R1]:
        repeat 9 turns:
            choose one:
                Rest
                Work
    to Rest [R2]: gain 1 Coin
    to Work: gain 2 Coins
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    play [R1]:
        repeat 9 turns:
            choose one:
                Rest
                Work
    to Rest [R2]: gain 1 Coin
    to Work [R3]: gain 2 Coins
    ```
    """
    others = f" {counted(more, 'other rule')} of this file {'does' if more == 1 else 'do'} not either." if more else ""
    return say(
        f"This rule does not say where it is printed.{others}",
        at(span, "without a citation"),
        Help('Cite the printed rule in square brackets, or write `[assumed "why"]` if it is not printed anywhere.'),
    )
