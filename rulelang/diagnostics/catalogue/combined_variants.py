"""RL05xx: variants that are not, or cannot be, looked at together."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.wording import Help, Wording, at, listed, quoted, say
from rulelang.source import Span


@diagnostic("RL0529", severity=Severity.UNPROVED, title="variants not looked at together")
def not_together(span: Span, variants: Sequence[str], upto: int) -> Wording:
    """There are so many variants that not every combination of them was looked at.

    A game with several variants is a game of its own: each of them may be right by itself, and both together wrong.
    Every combination is looked at where that is a matter of seconds; otherwise each alone, or two by two, and all
    together.

    Wrong:

    ```rules
    variant Fog: after you Rest: gain 1 Coin
    variant Frost: before you Rest: gain 1 Coin
    variant Flood: after you Rest: gain 2 Coins
    variant Fire: before you Rest: gain 2 Coins
    variant Feast: after you Rest: gain 3 Coins
    variant Famine: before you Rest: lose 1 Coin
    variant Frenzy: before you Rest: gain 3 Coins
    ```

    Right:

    ```rules
    variant Fog: after you Rest: gain 1 Coin
    variant Frost: before you Rest: gain 1 Coin
    variant Flood: after you Rest: gain 2 Coins
    ```
    """
    looked = "each of them alone" if upto == 1 else f"up to {upto} of them together"
    return say(
        f"I have not looked at every combination of {listed(variants, 'and')}: only at {looked}, and at all.",
        at(span, f"with {quoted(variants[0])}, for example" if upto == 1 else "with some of the others"),
        Help("Say in one variant what belongs together, or play such games with `rulelang sim --variant ...`."),
    )


@diagnostic("RL0530", severity=Severity.UNPROVED, title="variants that exclude each other")
def never_together(span: Span, variants: Sequence[str], why: str) -> Wording:
    """Each of these variants can be played, but not both in one game.

    Whoever asks for both is told why there is no such game. Where they are meant as alternatives, nothing is wrong.

    Wrong:

    ```rules
    variant Fog: the Tide is a track from 0 to 5
    variant Frost: the Tide is a track from 0 to 9
    ```

    Right:

    ```rules
    variant Fog: the Tide is a track from 0 to 5
    variant Frost: the Ice is a track from 0 to 9
    ```
    """
    return say(
        f"{listed(variants, 'and')} cannot be played together: {why}",
        at(span, "only one of them at a time"),
        Help("If they are alternatives, leave it so. Otherwise let each go without what the other one needs."),
    )
