"""RL07xx: pieces that do not add up, places that overflow, components nobody uses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulelang.diagnostics.catalogue.names import OF_ONE_PLACE
from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.spelling import closest
from rulelang.diagnostics.wording import Help, Wording, at, because, quoted, say, write_instead
from rulelang.source import Span


@diagnostic("RL0701", title="file not found")
def file_not_found(span: Span, name: str) -> Wording:
    """A rulebook uses a file that is not there.

    The other file should be beside the rulebook. Its name is written in quotes, with the ending.

    Wrong:

    ```rules
    uses "compas.rules"
    ```

    Right:

    ```rules
    uses "compass.rules"
    ```
    """
    return say(
        f"There is no file called {quoted(name)} beside this rulebook.",
        at(span, "this file"),
        Help("Check the spelling of the name, and put the file into the same folder."),
    )


@diagnostic("RL0746", title="not a file to use")
def not_to_be_read(span: Span, name: str, ending: str) -> Wording:
    """What a rulebook uses is another rulebook or library, from its own folder or one below it.

    Anybody who checks or plays somebody else's rulebook can rely on this: it reads no other files of theirs. Folders of
    libraries that several rulebooks share are named by whoever runs RuleLang (`RULELANG_LIBRARY`), not in the rulebook.

    Wrong:

    ```rules
    uses "../secrets.txt"
    ```

    Right:

    ```rules
    uses "compass.rules"
    ```
    """
    return say(
        f"{quoted(name)} is not a rulebook in this folder or below it.",
        at(span, "this is not read"),
        Help(f"Put the file beside this one. Its name has to end in {quoted(ending)}."),
    )


@diagnostic("RL0702", title="introduced twice")
def declared_twice(span: Span, name: str, first: Span, other: str = "", *, condition: bool = False) -> Wording:
    """One name stands for two things, or is also the singular or the plural of another name.

    A reader must never have to ask which of two things a name means.

    Wrong:

    ```rules
    the Bag is a bag of Goods
    the Bag is an open area
    ```

    Right:

    ```rules
    the Bag is a bag of Goods
    the Tray is an open area
    ```
    """
    return say(
        f"{quoted(name)} already means something else"
        + (f": {quoted(other)}, one or several." if other not in ("", name) else "."),
        at(span, "a second meaning"),
        because(first, "the first meaning is given here"),
        Help(OF_ONE_PLACE if condition else "Give one of the two another name."),
    )


@diagnostic("RL0703", title="too few sides")
def too_few_sides(span: Span, found: int, players: int) -> Wording:
    """There are fewer sides than people who can play.

    Each player needs a side.

    Wrong:

    ```rules
    rulebook "Duel" for 2 to 3 players
    the sides are White, Black
    ```

    Right:

    ```rules
    rulebook "Duel" for 2 to 3 players
    the sides are White, Black, Red
    ```
    """
    return say(
        f"{found} sides are named, but up to {players} people can play.",
        at(span, "the sides"),
        Help("Name one more side for each player."),
    )


@diagnostic("RL0704", title="no article")
def declares_nothing(span: Span) -> Wording:
    """A component is introduced without an article.

    `a Stand is a space` is about every stand, `the Bag is a bag` about one bag. Without an article nobody can tell.

    Wrong:

    ```rules
    your Bag is a bag of Goods
    ```

    Right:

    ```rules
    the Bag is a bag of Goods
    ```
    """
    name = " ".join(word for word in span.text.split(" ") if word[:1].isupper()) or "Name"
    return say(
        f"{quoted(span.text)} needs `a` or `the` in front of it here.",
        at(span, "which one?"),
        Help(f"Write {quoted('a ' + name)} if there are many of them, {quoted('the ' + name)} if there is only one."),
        Help(f"For something that each player has, write `each player has a {name}, ...`."),
    )


@diagnostic("RL0706", title="not a kind")
def not_a_kind(span: Span, name: str) -> Wording:
    """Something is counted in a kind that does not exist.

    A cost in materials needs the kind of the materials, written as `a Material is one of ...`.

    Wrong:

    ```rules
    a House is a card with a Cost in Stuffs
    ```

    Right:

    ```rules
    a House is a card with a Cost in Materials
    ```
    """
    return say(
        f"{quoted(name)} is not a kind.", at(span, "this name"), Help(f"Introduce it: `a {name} is one of ...`.")
    )


@diagnostic("RL0707", title="unknown attribute")
def unknown_column_kind(span: Span, name: str) -> Wording:
    """An attribute of a piece or space has neither a range nor a kind.

    What is printed on a card is a number within bounds, a member of a kind, or a mark that may be there.

    Wrong:

    ```rules
    a Tile is a tile with a Colour, a Price
    ```

    Right:

    ```rules
    a Tile is a tile with a Colour, a Price from 1 to 5
    ```
    """
    bounds = re.fullmatch(r"(.+) (\d+)[-–](\d+)", name)
    if bounds is not None:
        said = f"{bounds[1]} from {bounds[2]} to {bounds[3]}"
        return say(
            "The bounds of a number are said with `from` and `to`.",
            at(span, "this attribute"),
            Help(f"Write {quoted(said)}."),
            write_instead(f"write {quoted(said)}", span, said) if span.text == name else None,
        )
    return say(
        f"I do not know what {quoted(name)} can be.",
        at(span, "this attribute"),
        Help(
            f"For a number write `a {name} from 0 to 9`, for a mark write `perhaps {name}`, "
            f"for a kind introduce it with `a {name} is one of ...`."
        ),
    )


@diagnostic("RL0714", title="nobody can have this")
def not_a_holder(span: Span, name: str, *, one_side: bool = False) -> Wording:
    """Something is given to what cannot have it.

    Players, pieces, spaces and members of a kind can have places, counters and pieces.

    Wrong:

    ```rules
    each Game has Coins from 0 to 9
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    ```
    """
    if one_side:
        return say(
            f"{quoted(name)} is one of the players, and only pieces belong to one alone.",
            at(span, "one of the players"),
            Help("Write `each player has ...`; what no sentence uses of the others stays empty."),
        )
    return say(
        f"{quoted(name)} is neither a player nor a sort of piece, space or kind.",
        at(span, "this name"),
        Help("Write `each player has ...`, or name pieces, spaces or a kind of this rulebook."),
    )


@diagnostic("RL0715", title="not a sort of piece")
def not_a_piece(span: Span, name: str, one: str, known: Sequence[str], sort: str = "") -> Wording:
    """Pieces are counted that nobody has introduced.

    Before pieces can be counted, the rulebook has to say what they are, for example tiles or cards.

    Wrong:

    ```rules
    there are 26 Goodies
    ```

    Right:

    ```rules
    a Good is a token
    there are 26 Goods
    ```
    """
    meant = closest(name, known)
    return say(
        f"{quoted(name)} is not a sort of piece.",
        at(span, "this name"),
        Help(
            f"Spaces are listed where they are introduced: `a {one} is a space ...:`, and below it a table."
            if sort == "space"
            else f"What lies somewhere are pieces: `a Card is a card with a {one}`."
            if sort == "kind"
            else f"Introduce it first: `a {one} is a card`, or a tile, figure or die."
        ),
        Help(f"A number that goes up and down is introduced so: `each player has {name} from 0 to 40 starting at 5`.")
        if not (sort or meant)
        else None,
        Help(f"If these are several of {quoted(meant)}, write `the plural of {meant} is {name}` on a line of its own.")
        if meant
        else None,
    )


@diagnostic("RL0716", title="pieces do not add up")
def does_not_add_up(span: Span, name: str, announced: int, listed: int) -> Wording:
    """The number of pieces announced is not the number listed.

    The list of components has to add up, like the money in a till.

    Wrong:

    ```rules
    a Ware is one of Silk, Tea
    a Good is a token with a Ware
    there are 12 Goods: 5 Silk, 6 Tea
    ```

    Right:

    ```rules
    a Ware is one of Silk, Tea
    a Good is a token with a Ware
    there are 11 Goods: 5 Silk, 6 Tea
    ```
    """
    return say(
        f"{announced} {name} pieces are announced, but {listed} are listed.",
        at(span, "does not add up"),
        Help("Correct the number or the list."),
    )


@diagnostic("RL0730", title="too many")
def too_many(span: Span, count: int, what: str, most: int, write: str = "Write the number that was meant.") -> Wording:
    """A rulebook asks for more players, spaces or pieces than any table can hold.

    Every game is worked out completely when it is checked, so there is a limit, far above what any box contains.

    Wrong:

    ```rules
    a Cell is a space on a square grid of 7 by 60000
    ```

    Right:

    ```rules
    a Cell is a space on a square grid of 7 by 6
    ```
    """
    return say(
        f"{count} {what} are too many.",
        at(span, f"at most {most}"),
        Help(write),
    )


@diagnostic("RL0743", title="counted pieces have no order")
def tokens_have_no_order(span: Span, name: str, order: str) -> Wording:
    """A row or a pile is supposed to hold pieces that are only counted.

    Where pieces that look alike are only counted, no piece is first or last, and nobody can tell which is on top.
    Pieces that should lie in order must be tiles, cards or figures.

    Wrong:

    ```rules
    a Shell is a token
    the Necklace is a row of Shells
    ```

    Right:

    ```rules
    a Shell is a token
    the Necklace is an area of Shells
    ```
    """
    return say(
        f"{quoted(name)} are only counted, so they have no order.",
        at(span, f"in a {order}"),
        Help("Make the place an `area`, or the pieces tiles, cards or figures."),
    )


@diagnostic("RL0736", title="no such number")
def no_such_number(span: Span, number: int, what: str, least: int, most: int) -> Wording:
    """A number is too large, or too small, for what it counts.

    Numbers go up to a billion, the faces of dice from 0 to 999. There is at least one player.

    Wrong:

    ```rules
    the Odd Die is a die with faces -1, 1
    ```

    Right:

    ```rules
    the Odd Die is a die with faces 0, 1
    ```
    """
    return say(
        f"{what} cannot be {number}.",
        at(span, f"from {least} to {most}"),
        Help("Write the number that was meant."),
    )


@diagnostic("RL0737", title="from high to low")
def range_upside_down(span: Span, low: int, high: int) -> Wording:
    """A range goes from a high number to a low one.

    The lowest number comes first, so there is nothing between the two.

    Wrong:

    ```rules
    each player has Coins from 9 to 0
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    ```
    """
    turned = span.text.replace(f"{low} to {high}", f"{high} to {low}")
    return say(
        f"Between {low} and {high} there is nothing, because the lowest number comes first.",
        at(span, "from high to low"),
        write_instead(f"write `{high} to {low}`", span, turned),
    )


@diagnostic("RL0726", title="how many positions?")
def how_many_positions(span: Span) -> Wording:
    """A list of positions does not say how many it holds.

    A game may reach any number of positions, so the list has to say how many it remembers (4.18). When it is full, the
    oldest is forgotten.

    Wrong:

    ```rules
    the Past is a list of positions
    ```

    Right:

    ```rules
    the Past is a list of up to 200 positions
    ```
    """
    return say(
        "This list does not say how many positions it remembers.",
        at(span, "how many?"),
        Help("Write `a list of up to 200 positions`, with the number your rule needs."),
    )


_BOARD = (
    "What each player has is one place. For a board of several, write `a {name} is a space ...` with room for all "
    "players, and `each {name} has a Keeper as a player`; the setup says whose each is."
)
_WHAT_IT_IS = {
    "kind": "a kind has attributes and members",
    "space": "a space takes pieces and belongs to a board",
    "piece": "a piece has attributes, and `there are ...` says how many there are",
    "list": "a list has room for every member of one sort (`a Stop is either a Town or a Station` makes one of two)",
    "track": "a track is a number from one bound to the other",
    "place": "such a place says who sees it and what lies in it",
    "outward": "only what each player has can lie face out, seen by all but this player",
    "marked": "what nobody covers is open anyway; `open` is for numbers and values of pieces, which may lie hidden",
}


@diagnostic("RL0735", title="has no meaning here")
def not_of_such_a_thing(span: Span, name: str, sort: str) -> Wording:
    """A thing is given something that things of its sort never have.

    A grid, a ring and a line are made of spaces. Bounds, a start and a bank belong to numbers. A place that every
    player has is one place: boards of several players are made of spaces, each of which has a player of its own. The
    setup says which, and `where its Mason is you` asks about it.

    Wrong:

    ```rules
    each player has a Wall, an area of up to 1 Good on a square grid of 5 by 5
    ```

    Right:

    ```rules
    a Wall is a space of up to 1 Good on a square grid of 5 by 10
    each Wall has a Mason as a player
    ```
    """
    return say(
        f"{quoted(span.text)} means nothing for {quoted(name)}.",
        at(span, "this is not used"),
        Help(_BOARD.format(name=name) if sort == "board" else f"Take it out: {_WHAT_IT_IS[sort]}."),
    )
