"""RL02xx: names nobody introduced, and names that mean two things or themselves."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.spelling import closest
from rulelang.diagnostics.wording import Help, Wording, at, because, joined, opening, quoted, say, write_instead
from rulelang.source import Span

#: Words of the language that stand before a name; with a capital they are read as a part of it.
_BEFORE_NAMES = frozenset(["a", "an", "the", "your", "its", "all", "each", "every", "any", "another", "empty", "other"])
_BUILT_IN = frozenset({"player", "players", "piece", "pieces", "direction", "directions"})
_OWN = "'s "


# What things have without being given it.
_OF_THE_LANGUAGE = {"row": "a space of a grid", "column": "a space of a grid", "owner": "a piece", "value": "a die"}


@diagnostic("RL0201", title="unknown name")
def unknown_name(
    span: Span,
    name: str,
    known: Sequence[str],
    held: bool = False,
    bearers: tuple[int, str] = (0, ""),
    had_by: str = "",
    plays_from: int = 0,
    variable: str = "",
    sort: str = "",
    small: str = "",
) -> Wording:
    """A name is used that no line of the rulebook introduces.

    Every name is introduced once, so that there is no doubt about what it means.

    Wrong:

    ```rules
    move all Cubes to the Bga
    ```

    Right:

    ```rules
    move all Cubes to the Bag
    ```
    """
    if plays_from:
        return say(
            f"{quoted(name)} plays only with {plays_from} or more players.",
            at(span, "not with fewer"),
            Help(f"Put it below {quoted(f'with {plays_from} or more players:')}."),
            Help(f"In an example, first write {quoted(f'given the number of players is {plays_from}')}."),
        )
    first, _, rest = name.partition(" ")
    said = small or (f"{first.casefold()} {rest}" if rest and first.casefold() in _BEFORE_NAMES else "")
    if said:
        return say(
            f"{quoted(first)} has a capital, so {quoted(name)} is read as a name, and nothing has that name.",
            at(span, "this name"),
            Help(f"Write {quoted(said)}."),
            write_instead(f"write {quoted(said)}", span, said) if span.text == name else None,
        )
    if held:
        return say(
            f"Every player has {quoted(name)}; this does not say whose is meant.",
            at(span, "whose?"),
            Help(f"Write {quoted(f'your {name}')}, or {quoted(f'the player{_OWN}{name}')}."),
        )
    if had_by:
        return say(
            f"{quoted(name)} is something that a {had_by} has; this does not say which one is meant.",
            at(span, "whose?"),
            Help(f"Write {quoted(f'the {had_by}{_OWN}{name}')}, or {quoted(f'its {name}')}."),
        )
    if sort:
        article = "an" if sort[0] in "AEIOU" else "a"
        return say(
            f"{quoted(name)} is a sort of thing; this does not say which one is meant.",
            at(span, "which one?"),
            Help(f"First `choose {article} {sort} ...`, then `the {sort}` is that one."),
        )
    count, noun = bearers
    if count > 1:
        kind = name if name.endswith(noun) else f"{name} {noun}"
        return say(
            f"There are {count} of {quoted(name)}; this does not say which one is meant.",
            at(span, "which one?"),
            Help(f"Write {quoted(f'1 {kind}')} for any of them, or choose one first: {quoted(f'the {noun}')}."),
            Help(f"In an example: {quoted(f'there is a {kind} in ...')}."),
        )
    meant = closest(name, known)
    if variable:
        write = f"the {variable}"
        return say(
            f"Nothing here is called {quoted(name)}: {quoted(write)} is its whole name.",
            at(span, "this name"),
            Help(f"Write {quoted(write)}."),
            write_instead("use the name that exists", span, variable) if span.text == name else None,
        )
    longer = [one for one in known if one.endswith(f" {name}")]
    return say(
        f"Nothing here is called {quoted(name)}.",
        at(span, "this name"),
        Help(f"Did you mean {quoted(meant)}?")
        if meant
        else Help(f"Did you mean {quoted(longer[0])}?")
        if longer
        else Help("Introduce it, or use a name that the rulebook introduces."),
        write_instead("use the name that exists", span, meant) if meant and span.text == name else None,
    )


@diagnostic("RL0202", title="unknown noun")
def unknown_noun(
    span: Span,
    name: str,
    known: Sequence[str],
    borne_by: str = "",
    instead: str = "",
    *,
    counted: str = "",
    meant: str = "",
) -> Wording:
    """The last word of a description is not a sort of thing.

    Words in front of a noun are values, owners, marks or conditions; the last words are a sort of piece or space, or a
    kind.

    Wrong:

    ```rules
    choose an empty Sqaure
    ```

    Right:

    ```rules
    choose an empty Square
    ```
    """
    if instead:
        message = (
            f"{quoted(name)} says of what sort a {borne_by} is; {quoted(borne_by)} itself is missing after it."
            if borne_by
            else f"The name of a number does not stand before things: {quoted(name)} are called otherwise."
        )
        fix = write_instead("name the things as they are called", span, instead)
        return say(message, at(span, "which things?"), fix, Help(f"Write {quoted(instead)}."))
    if counted:
        return say(
            f"{quoted(counted)} are a number that each player has, and no things that are gone through.",
            at(span, "a number"),
            Help(f"Write for example `gain as many Coins as 2 times your {counted}`."),
        )
    first, _, rest = name.partition(" ")
    small = f"{first.casefold()} {rest}".rstrip() if first.casefold() in _BEFORE_NAMES | _BUILT_IN else None
    meant = small or closest(name, known) or meant
    return say(
        f"I know no things called {quoted(name)}.",
        at(span, "these words"),
        Help(f"Did you mean {quoted(meant)}?")
        if meant
        else Help(
            "The last words have to be a sort of piece or space, or a kind; "
            "the words before it values, owners, marks or conditions."
        ),
        write_instead("use the name that exists", span, meant) if meant and span.text == name else None,
    )


OF_ONE_PLACE = (
    "A condition is for pieces, spaces or players. Of one place, ask in full: `if there are 3 Cards in the Row`."
)


@diagnostic("RL0203", title="not a word for such things")
def not_an_adjective(
    span: Span, name: str, noun: str, needs: Sequence[str] = (), defined: str = "", *, one_place: bool = False
) -> Wording:
    """A word before a noun does not apply to such things.

    A word before a noun is a value printed on the thing, its owner, a mark or a condition defined for it.

    Wrong:

    ```rules
    choose an Open Card
    ```

    Right:

    ```rules
    choose a Playable Card
    ```
    """
    if defined:
        return say(
            f"{quoted(name)} says nothing about a {noun}; it is defined for a {defined}.",
            at(span, f"asked of a {noun}"),
            Help(f"`it` is the first thing named in the set before `where`. For its {defined} write `its {defined}`."),
        )
    if needs:
        asked = " ".join(f"{preposition} ..." for preposition in needs)
        return say(
            f"{quoted(name)} needs more than a {noun}.",
            at(span, "cannot stand before the noun"),
            Help(f"Ask it after the noun: `a {noun} ... where it is {name} {asked}`."),
            Help(
                f"Behind `through`, define a word that asks of one thing: `a {noun} is Mine if it is {name} for you`."
            ),
        )
    return say(
        f"{quoted(name)} says nothing about a {noun}.",
        at(span, "these words"),
        Help(OF_ONE_PLACE if one_place else f"Define it: `a {noun} is {name} if ...`, or leave it out."),
    )


@diagnostic("RL0204", title="ambiguous name")
def ambiguous(span: Span, name: str, meanings: Sequence[str]) -> Wording:
    """A name has several meanings here.

    One name may stand for a value and for a place; where both would fit, the sentence has to say which.

    Wrong:

    ```rules
    a Ware is one of Silk, Rice
    a Field is one of Rice, Rye
    to Sow: remember Rice as Seed
    ```

    Right:

    ```rules
    a Ware is one of Silk, Rice
    a Field is one of Barley, Rye
    to Sow: remember Rice as Seed
    ```
    """
    return say(
        f"{quoted(name)} may mean {joined(list(meanings))}.",
        at(span, "which one?"),
        Help("Write the noun after it, or rename one of them."),
    )


@diagnostic("RL0208", title="no such property")
def no_such_property(
    span: Span,
    name: str,
    owner: str,
    known: Sequence[str],
    lying: str = "",
    *,
    space: bool = False,
    its: bool = False,
    pieces: bool = False,
) -> Wording:
    """A sentence asks for something that a thing does not have.

    What a thing has is printed on it, given to it with `each ... has`, or defined for it.

    Wrong:

    ```rules
    gain as many Coins as the Tile's Prise
    ```

    Right:

    ```rules
    gain as many Coins as the Tile's Price
    ```
    """
    meant = closest(name, known) or next((one for one in known if f" {name} " in f" {one} "), None)
    small = name.lower()
    if name in _OF_THE_LANGUAGE:
        written = f"{name[:1].upper()}{name[1:]}"
        return say(
            f"Only {_OF_THE_LANGUAGE[small]} has a {quoted(small)}, not {owner}.",
            at(span, f"{owner} does not have this"),
            Help(f"Write {quoted(written)}, which is on it." if written in known else "Ask for something that it has."),
        )
    if small in _OF_THE_LANGUAGE:
        return say(
            f"{quoted(name)} has a capital, so it is read as a name of yours, and {owner} has nothing with that name.",
            at(span, "does not have this"),
            Help(f"Write {quoted(small)}, for example {quoted(f'its {small}')}."),
            write_instead(f"write {quoted(small)}", span, small) if span.text == name else None,
        )
    if pieces:
        return say(
            f"This does not say which {quoted(name)}: there may be several.",
            at(span, "which ones?"),
            Help(f"Write for example `all {name} in your Hand`, `one of your {name}` or `the number of your {name}`."),
        )
    held = f"What lies there has one: `remember the only {lying} in ... as Top` before, and here `the Top's {name}`."
    return say(
        f"{quoted(name)} is not something that {owner} has.",
        at(span, "does not have this"),
        Help(held)
        if lying
        else Help(f"Pieces lie somewhere: {quoted(f'your Pawn{_OWN}{name}')} is where that one lies.")
        if space
        else Help(f"Did you mean {quoted(meant)}?")
        if meant
        else Help(
            f"`its` means what was chosen last, here {owner}. Name the thing: {quoted(f'your Pawn{_OWN}{name}')}."
        )
        if its
        else Help("Give it one with `each ... has`, or define it."),
        write_instead("use the name that exists", span, meant) if meant and span.text == name else None,
    )


@diagnostic("RL0211", title="no such square")
def no_such_square(span: Span, name: str) -> Wording:
    """The board does not have this square.

    Squares of a grid are named by a letter for the column and a number for the row.

    Wrong:

    ```rules
    a Square is a space on a square grid of 8 by 8
    example "the corner":
        then z9 is empty
    ```

    Right:

    ```rules
    a Square is a space on a square grid of 8 by 8
    example "the corner":
        then a1 is empty
    ```
    """
    return say(
        f"The board has no square {quoted(name)}.", at(span, "this square"), Help("Columns go from `a`, rows from 1.")
    )


@diagnostic("RL0219", title="unknown neighbourhood")
def unknown_relation(span: Span, name: str, known: Sequence[str]) -> Wording:
    """Spaces are said to be next to each other by a link that does not exist.

    Links are introduced with the spaces: `a Stop is a space with Roads to Stops`.

    Wrong:

    ```rules
    choose a Stop next to your Wagon by Raod
    ```

    Right:

    ```rules
    choose a Stop next to your Wagon by Road
    ```
    """
    meant = closest(name, known)
    return say(
        f"Nothing links spaces by {quoted(name)}.",
        at(span, "this link"),
        Help(f"Did you mean {quoted(meant)}?")
        if meant
        else Help("Introduce it with the spaces: `with Roads to Stops`."),
        write_instead("use the name that exists", span, meant) if meant and span.text == name else None,
    )


@diagnostic("RL0223", title="depends on nothing")
def takes_no_argument(span: Span, name: str, owned: str = "") -> Wording:
    """A value is asked `for` something, but it does not depend on anything.

    Only values defined with `for a ...`, `over a ...`, `at a ...` can be asked `for` something.

    Wrong:

    ```rules
    choose a House
    gain as many Coins as your Rent for the House
    ```

    Right:

    ```rules
    choose a House
    gain as many Coins as your Rent
    ```
    """
    return say(
        f"{quoted(name)} does not depend on anything.",
        at(span, "takes nothing"),
        Help(
            f"Whose it is stands in front: {quoted(owned)}."
            if owned
            else "Leave it out, or let it depend on something."
        ),
    )


@diagnostic("RL0224", title="defined by itself")
def defined_by_itself(span: Span, name: str, first: Span) -> Wording:
    """A definition leads back to itself.

    A value that depends on itself can never be worked out.

    Wrong:

    ```rules
    your Rent is your Income plus 1
    your Income is your Rent
    ```

    Right:

    ```rules
    your Rent is 1
    your Income is your Rent
    ```
    """
    return say(
        f"{quoted(name)} is defined by itself.",
        at(span, "needs itself"),
        because(first, "defined here"),
        Help("Break the circle: one of the definitions has to begin with something else."),
    )


@diagnostic("RL0229", title="no such counter")
def no_counter(span: Span, name: str, owner: str, known: Sequence[str], is_thing: bool = False) -> Wording:
    """What is gained, lost or paid here is not a counter.

    Counters are introduced with `each player has Coins from 0 to 40`.

    Wrong:

    ```rules
    gain 2 Coinz
    ```

    Right:

    ```rules
    gain 2 Coins
    ```
    """
    meant = closest(name, known)
    return say(
        f"{opening(owner)} has no counter {quoted(name)}.",
        at(span, "not a counter"),
        Help(f"{quoted(name)} is a thing here and {quoted(meant)} a number: give one of them another name.")
        if meant and is_thing
        else Help(f"Did you mean {quoted(meant)}?")
        if meant
        else Help(f"Introduce it: `each player has {name} from 0 to 40`."),
        write_instead("use the name that exists", span, meant) if meant and span.text == name else None,
    )
