"""RL02xx: names nobody introduced, names introduced twice, and words that refer to nothing or to two things."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.spelling import closest
from rulelang.diagnostics.wording import Help, Wording, at, because, joined, opening, quoted, say, write_instead
from rulelang.source import Span


@diagnostic("RL0201", title="unknown name")
def unknown_name(span: Span, name: str, known: Sequence[str]) -> Wording:
    """A name is used that no line of the rulebook introduces.

    Every name is introduced once, so that nobody can be in doubt about what it means.

    Wrong:

    ```rules
    move all Cubes to the Bga
    ```

    Right:

    ```rules
    move all Cubes to the Bag
    ```
    """
    meant = closest(name, known)
    return say(
        f"Nothing here is called {quoted(name)}.",
        at(span, "this name"),
        Help(f"Did you mean {quoted(meant)}?")
        if meant
        else Help("Introduce it, or use a name that the rulebook introduces."),
        write_instead("use the name that exists", span, meant) if meant and span.text == name else None,
    )


@diagnostic("RL0202", title="unknown noun")
def unknown_noun(span: Span, name: str, known: Sequence[str]) -> Wording:
    """A noun is used that stands for no sort of thing.

    Words in front of a noun are values, owners, marks or conditions; the last words are a sort of piece, space or
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
    meant = closest(name, known)
    return say(
        f"I know no things called {quoted(name)}.",
        at(span, "these words"),
        Help(f"Did you mean {quoted(meant)}?")
        if meant
        else Help(
            "The last words have to be a sort of piece, space or kind; "
            "the words before it values, owners, marks or conditions."
        ),
        write_instead("use the name that exists", span, meant) if meant and span.text == name else None,
    )


@diagnostic("RL0203", title="not a word for such things")
def not_an_adjective(span: Span, name: str, noun: str) -> Wording:
    """A word stands before a noun that says nothing about such things.

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
    return say(
        f"{quoted(name)} says nothing about a {noun}.",
        at(span, "these words"),
        Help(f"Define it: `a {noun} is {name} if ...`, or leave it out."),
    )


@diagnostic("RL0204", title="ambiguous name")
def ambiguous(span: Span, name: str, meanings: Sequence[str]) -> Wording:
    """A name has several meanings here.

    One name may stand for a value and for a place; where both would do, the sentence has to say which.

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
        Help("Write the noun behind it, or rename one of them."),
    )


@diagnostic("RL0205", title="not introduced yet")
def not_introduced(span: Span, name: str) -> Wording:
    """A phrase with `the` refers to something that no sentence before it has introduced.

    `a` introduces a thing, `the` refers to it. A sentence can only speak of what was chosen, given or looped over
    before.

    Wrong:

    ```rules
    to Play Card:
        move the Card to the Bag
        choose a Card from your Hand
    ```

    Right:

    ```rules
    to Play Card:
        choose a Card from your Hand
        move the Card to the Bag
    ```
    """
    return say(
        f"{quoted(name)} is used here, but nothing before introduces one.",
        at(span, "which one?"),
        Help(f"Introduce it first, for example with `choose a {name} ...` or `for each {name} ...`."),
    )


@diagnostic("RL0206", title="nobody acts here")
def nobody_acts(span: Span) -> Wording:
    """The words `you` or `your` stand where nobody acts.

    Outside an action or a turn there is no player to speak to.

    Wrong:

    ```rules
    as soon as your Coins are 9: you win
    ```

    Right:

    ```rules
    as soon as a player's Coins are 9: the player wins
    ```
    """
    return say(
        "Nobody acts here, so I do not know who is meant.",
        at(span, "whose?"),
        Help("Write `a player ...` and then `the player ...`, or name the player."),
    )


@diagnostic("RL0207", title="`it` refers to nothing")
def it_is_nothing(span: Span) -> Wording:
    """The words `it` or `its` stand where nothing is described.

    `it` is the thing a `where`, a definition or the same sentence speaks of.

    Wrong:

    ```rules
    as soon as any player's Coins are at least its Goal: nobody wins
    ```

    Right:

    ```rules
    as soon as a player's Coins are at least the player's Goal: nobody wins
    ```
    """
    return say(
        "`it` refers to nothing here.",
        at(span, "what is meant?"),
        Help("Name the thing: `the player's ...`, `the Card's ...`."),
    )


@diagnostic("RL0208", title="no such property")
def no_such_property(span: Span, name: str, owner: str, known: Sequence[str]) -> Wording:
    """A thing is asked for something it does not have.

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
    meant = closest(name, known)
    return say(
        f"{quoted(name)} is nothing that {owner} has.",
        at(span, "does not have this"),
        Help(f"Did you mean {quoted(meant)}?") if meant else Help("Give it one with `each ... has`, or define it."),
        write_instead("use the name that exists", span, meant) if meant and span.text == name else None,
    )


@diagnostic("RL0209", title="cannot introduce here")
def cannot_introduce(span: Span, name: str) -> Wording:
    """A phrase with `a` introduces something where only a thing that is known can stand.

    `a` introduces and `the` refers; here the sentence needs one known thing.

    Wrong:

    ```rules
    move a Card to your Hand
    ```

    Right:

    ```rules
    choose a Card from the Bag
    move the Card to your Hand
    ```
    """
    return say(
        f"Which {name} is meant?", at(span, "introduced here"), Help(f"Choose it first, and then write `the {name}`.")
    )


@diagnostic("RL0210", title="chance is nobody")
def chance_is_nobody(span: Span) -> Wording:
    """The word `chance` stands where a player or thing is needed.

    Chance chooses, but it owns nothing and is nowhere.

    Wrong:

    ```rules
    move all Cards to chance's Hand
    ```

    Right:

    ```rules
    chance chooses a Card
    ```
    """
    return say("Chance can only choose.", at(span, "chance is nobody"), Help("Write `chance chooses a ...`."))


@diagnostic("RL0211", title="no such square")
def no_such_square(span: Span, name: str) -> Wording:
    """A square is named that the board does not have.

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


@diagnostic("RL0212", title="not a place")
def not_a_place(span: Span, sort: str) -> Wording:
    """A place is needed, and this is not one.

    Pieces are moved to and looked for in places: spaces of the board, bags, areas, rows, piles.

    Wrong:

    ```rules
    choose a Card from the Bag
    move the Card to Ann
    ```

    Right:

    ```rules
    choose a Card from the Bag
    move the Card to Ann's Hand
    ```
    """
    return say(
        f"This is {sort}, not a place.",
        at(span, "a place is needed"),
        Help("Name a space, a bag, an area, a row or a pile."),
    )


@diagnostic("RL0213", title="no directions")
def no_directions(span: Span) -> Wording:
    """Directions are used, but no board has any.

    Only grids have directions.

    Wrong:

    ```rules
    a Square is a space
    to Turn: choose a direction
    ```

    Right:

    ```rules
    a Square is a space on a square grid of 8 by 8
    to Turn: choose a direction
    ```
    """
    return say(
        "There are no directions without a grid.",
        at(span, "direction"),
        Help("Put the spaces `on a square grid of ... by ...`."),
    )


@diagnostic("RL0214", title="no grid")
def no_grid(span: Span, line: str) -> Wording:
    """Rows or columns are used, but no board has any.

    Only grids have rows and columns.

    Wrong:

    ```rules
    a Stop is a space
    to Look:
        choose a Stop
        if its row is 1: you win
    ```

    Right:

    ```rules
    a Stop is a space on a square grid of 8 by 8
    to Look:
        choose a Stop
        if its row is 1: you win
    ```
    """
    return say(
        f"There is no {line} without a grid.", at(span, line), Help("Put the spaces `on a square grid of ... by ...`.")
    )


@diagnostic("RL0215", title="which opponent")
def no_single_opponent(span: Span) -> Wording:
    """The word `opponent` is used in a game with more than two players.

    With three players there are two opponents.

    Wrong:

    ```rules
    choose a Card from your Hand
    move the Card to your opponent's Hand
    ```

    Right:

    ```rules
    choose a Card from your Hand
    choose another player
    move the Card to the player's Hand
    ```
    """
    return say(
        "With more than two players there is no single opponent.",
        at(span, "which one?"),
        Help("Write `choose another player`, or `each other player`."),
    )


@diagnostic("RL0216", title="has no face")
def has_no_face(span: Span, sort: str) -> Wording:
    """Something is turned that has no faces.

    Only tiles, cards and figures lie face up or face down.

    Wrong:

    ```rules
    turn all Cubes in the Bag face up
    ```

    Right:

    ```rules
    turn all Cards in your Hand face up
    ```
    """
    return say(
        f"This is {sort}; it lies neither face up nor face down.",
        at(span, "has no face"),
        Help("Only tiles, cards and figures have faces."),
    )


@diagnostic("RL0217", title="only places are empty")
def only_places_are_empty(span: Span, sort: str) -> Wording:
    """Something is called empty that holds nothing.

    Places and lists can be empty.

    Wrong:

    ```rules
    choose a Card from your Hand
    if the Card is empty: nobody wins
    ```

    Right:

    ```rules
    choose a Card from your Hand
    if your Hand is empty: nobody wins
    ```
    """
    return say(
        f"This is {sort}; only places and lists can be empty.",
        at(span, "cannot be empty"),
        Help("Name a place, or write `there is no ...`."),
    )


@diagnostic("RL0218", title="nobody owns these")
def nobody_owns(span: Span, sort: str) -> Wording:
    """Something is asked for its owner that nobody owns.

    Pieces belong to players; spaces and values do not.

    Wrong:

    ```rules
    choose one of your Colours
    ```

    Right:

    ```rules
    choose a Colour
    ```
    """
    return say(f"This is {sort}; nobody owns it.", at(span, "whose?"), Help("Leave out the owner."))


@diagnostic("RL0219", title="unknown neighbourhood")
def unknown_relation(span: Span, name: str, known: Sequence[str]) -> Wording:
    """Spaces are linked by something that does not exist.

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


@diagnostic("RL0220", title="which neighbourhood")
def which_relation(span: Span, known: Sequence[str]) -> Wording:
    """Spaces are linked in several ways, and the sentence does not say which is meant.

    `next to` needs `by ...` where there is more than one kind of link.

    Wrong:

    ```rules
    choose a Stop next to your Wagon
    ```

    Right:

    ```rules
    choose a Stop next to your Wagon by Road
    ```
    """
    return say(
        "Next to it in which way?",
        at(span, "by what?"),
        Help(f"Add `by` and one of {joined([quoted(name) for name in known])}."),
    )


@diagnostic("RL0221", title="does not fit")
def not_of(span: Span, things: str, value: str) -> Wording:
    """Things are picked by a value that has nothing to do with them.

    `Ships of the Material` works because each ship has a material.

    Wrong:

    ```rules
    choose a Wagon of the Die
    ```

    Right:

    ```rules
    choose a Wagon of you
    ```
    """
    return say(
        f"{opening(value)} is nothing by which to pick {things}.",
        at(span, "picked by this"),
        Help("Use something printed on the things, their owner, or a `where`."),
    )


@diagnostic("RL0222", title="too many possessives")
def too_deep(span: Span) -> Wording:
    """A chain of possessives is too long to be read one way.

    A named helper sentence makes it readable and unambiguous.

    Wrong:

    ```rules
    always any player's Hand's Card's Price is 3
    ```

    Right:

    ```rules
    always any player's Best Price is at most 9
    a player's Best Price is the highest Price of Cards in the player's Hand
    ```
    """
    return say(
        "This chain of possessives is too long.",
        at(span, "too long"),
        Help("Give a part of it a name with a sentence of its own."),
    )


@diagnostic("RL0223", title="depends on nothing")
def takes_no_argument(span: Span, name: str) -> Wording:
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
        Help("Leave it out, or let it depend on something."),
    )


@diagnostic("RL0224", title="defined by itself")
def defined_by_itself(span: Span, name: str, first: Span) -> Wording:
    """A definition leads back to itself.

    A value that needs itself to be known can never be known.

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
        Help("Break the circle: one of the definitions has to start from something else."),
    )


@diagnostic("RL0225", title="unknown action")
def unknown_action(span: Span, name: str, known: Sequence[str]) -> Wording:
    """An action is called that the rulebook does not describe.

    An action is described with `to Name: ...`.

    Wrong:

    ```rules
    play:
        repeat 3 rounds: Bulid
    ```

    Right:

    ```rules
    play:
        repeat 3 rounds: Build
    ```
    """
    meant = closest(name, known)
    return say(
        f"There is no action {quoted(name)}.",
        at(span, "this action"),
        Help(f"Did you mean {quoted(meant)}?") if meant else Help(f"Describe it: `to {name}: ...`."),
        write_instead("use the name that exists", span, meant) if meant and span.text == name else None,
    )


@diagnostic("RL0226", title="something missing")
def missing_argument(span: Span, name: str, missing: str) -> Wording:
    """An action is called without all it needs.

    An action described with `for a Die` has to be told which die.

    Wrong:

    ```rules
    Travel
    ```

    Right:

    ```rules
    Travel for the Die
    ```
    """
    return say(
        f"{quoted(name)} has to be told more.",
        at(span, "something is missing"),
        Help(f"It is described with {quoted(missing)}; add that."),
    )


@diagnostic("RL0227", title="something does not fit")
def wrong_argument(span: Span, name: str, wanted: str, given: str) -> Wording:
    """An action is given something of another sort.

    An action described for a die cannot work on a card.

    Wrong:

    ```rules
    Travel for your Hand
    ```

    Right:

    ```rules
    Travel for the Die
    ```
    """
    return say(f"{quoted(name)} needs {wanted}, this is {given}.", at(span, "does not fit"), Help(f"Give it {wanted}."))


@diagnostic("RL0228", title="something too many")
def extra_argument(span: Span, name: str) -> Wording:
    """An action is given more than it asks for.

    What an action does not speak of cannot matter to it.

    Wrong:

    ```rules
    Travel for the Die at the Stop
    ```

    Right:

    ```rules
    Travel for the Die
    ```
    """
    return say(f"{quoted(name)} does not ask for this.", at(span, "one too many"), Help("Leave it out."))


@diagnostic("RL0229", title="no such counter")
def no_counter(span: Span, name: str, owner: str, known: Sequence[str]) -> Wording:
    """Something is gained, lost or paid that is not counted.

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
        f"{opening(owner)} does not count {quoted(name)}.",
        at(span, "not a counter"),
        Help(f"Did you mean {quoted(meant)}?")
        if meant
        else Help(f"Introduce it: `each player has {name} from 0 to 40`."),
        write_instead("use the name that exists", span, meant) if meant and span.text == name else None,
    )


@diagnostic("RL0230", title="not an amount")
def not_an_amount(span: Span, sort: str) -> Wording:
    """Something is gained, lost or paid that is no amount.

    What is paid is a number of something, or a cost with amounts.

    Wrong:

    ```rules
    pay the Building
    ```

    Right:

    ```rules
    pay the Building's Cost
    ```
    """
    return say(
        f"This is {sort}, not an amount.",
        at(span, "not an amount"),
        Help("Write a number and what is counted, or a cost."),
    )


@diagnostic("RL0231", title="cannot be moved")
def cannot_move(span: Span, sort: str) -> Wording:
    """Something is moved that is not a piece.

    Only pieces are moved.

    Wrong:

    ```rules
    move Ann to the Bag
    ```

    Right:

    ```rules
    move all Cards to the Bag
    ```
    """
    return say(f"This is {sort}; only pieces can be moved.", at(span, "not a piece"), Help("Name a piece, or pieces."))


@diagnostic("RL0232", title="not a list")
def not_a_list(span: Span, sort: str) -> Wording:
    """Something is added to what is not a list.

    Lists are introduced with `the Trail is a list of Regions`.

    Wrong:

    ```rules
    choose a Region
    add the Region to the Bag
    ```

    Right:

    ```rules
    choose a Region
    add the Region to the Trail
    ```
    """
    return say(
        f"This is {sort}, not a list.", at(span, "not a list"), Help("Introduce a list: `the Trail is a list of ...`.")
    )


@diagnostic("RL0233", title="cannot become anything")
def cannot_become(span: Span, name: str) -> Wording:
    """Something is changed that cannot be changed.

    Counters, marks, dice and what the rulebook remembers change; what is printed or defined does not.

    Wrong:

    ```rules
    the Tile's Price becomes 3
    ```

    Right:

    ```rules
    the Month becomes 3
    ```
    """
    return say(
        f"{quoted(name)} cannot be changed by `becomes`.",
        at(span, "does not change"),
        Help("Only counters, marks, dice and what the rulebook remembers change; move a piece with `move`."),
    )


@diagnostic("RL0234", title="cannot become that")
def cannot_become_that(span: Span, wanted: str, given: str) -> Wording:
    """Something becomes what it can never be.

    What remembers a player cannot hold a card.

    Wrong:

    ```rules
    choose a Card from your Hand
    the Leader becomes the Card
    ```

    Right:

    ```rules
    the Leader becomes you
    ```
    """
    return say(f"It holds {wanted}, this is {given}.", at(span, "does not fit"), Help(f"Give it {wanted}."))


@diagnostic("RL0235", title="cannot be done")
def cannot_do(span: Span) -> Wording:
    """The word `do` is followed by something that is no action.

    `do` is followed by the name of an action, or by `the Card's Effect`.

    Wrong:

    ```rules
    do the Card
    ```

    Right:

    ```rules
    choose a Card from your Hand
    do the Card's Effect
    ```
    """
    return say(
        "This is not an action.",
        at(span, "cannot be done"),
        Help("Write the name of an action, or `the ...'s` and the name of an action of its text."),
    )


@diagnostic("RL0236", title="two sorts of pieces mixed")
def mixed_union(span: Span, name: str) -> Wording:
    """A sentence speaks of pieces that are only counted and of others at once.

    Some pieces are only counted, others are told apart; a sentence can speak of one sort or the other.

    Wrong:

    ```rules
    a Thing is either a Card or a Cube
    to Take: choose a Thing
    ```

    Right:

    ```rules
    to Take: choose a Card
    ```
    """
    return say(
        f"{quoted(name)} are partly pieces that are only counted, partly others.",
        at(span, "both at once"),
        Help("Speak of the two sorts of pieces in two sentences."),
    )


@diagnostic("RL0237", title="not a test")
def not_a_class_test(span: Span, name: str) -> Wording:
    """A thing is asked whether it is a sort of counted piece.

    Counted pieces have no identity; ask for what is printed on them.

    Wrong:

    ```rules
    choose a Card from your Hand
    if the Card is a Cube: nobody wins
    ```

    Right:

    ```rules
    choose a Card from your Hand
    if the Card is a Playable Card: nobody wins
    ```
    """
    return say(
        f"Whether it is a {name} cannot be asked here.",
        at(span, "cannot be asked"),
        Help("Ask for something printed on it."),
    )


@diagnostic("RL0238", title="nothing comes after")
def not_in_order(span: Span, name: str) -> Wording:
    """The form `the ... after ...` is used for spaces that stand in no order.

    Only spaces in a ring or in a line come one after the other.

    Wrong:

    ```rules
    a Month is a space:
        | Month |
        | May   |
        | June  |
    to Wander: move your Wagon to the Month after May
    ```

    Right:

    ```rules
    a Month is a space in a ring:
        | Month |
        | May   |
        | June  |
    to Wander: move your Wagon to the Month after May
    ```
    """
    return say(
        f"{quoted(name)} spaces stand in no order, so nothing comes after another.",
        at(span, "after?"),
        Help("Put them `in a ring` or `in a line` where they are introduced."),
    )


@diagnostic("RL0239", title="no straight lines here")
def no_straight_lines(span: Span) -> Wording:
    """Straight lines are asked for, but no space of the game lies on a grid.

    Only the spaces of a grid have directions, so only there do things stand in line with one another.

    Wrong:

    ```rules
    a Square is a space of up to 1 Pawn
    to Aim: choose a Square in line with your Camp
    each player has a Camp as a Square
    ```

    Right:

    ```rules
    a Square is a space of up to 1 Pawn on a square grid of 8 by 8
    to Aim: choose a Square in line with your Camp
    each player has a Camp as a Square
    ```
    """
    return say(
        "No space of this game lies on a grid, so nothing stands in line.",
        at(span, "in line?"),
        Help("Put the spaces `on a square grid of 8 by 8` or `on a hexagonal grid of 8 by 8`."),
    )


@diagnostic("RL0240", title="a way that changes")
def link_changes(span: Span, name: str) -> Wording:
    """A walk in many steps goes along links that change during play.

    What is next to what may be defined with a condition. `connected to` needs one that never changes: it may speak of
    rows, columns and what is printed on spaces, not of pieces or counters. Those belong behind `through`.

    Wrong:

    ```rules
    a Square is a space of up to 1 Pawn on a square grid of 8 by 8
    a Square is next to another Square by Ferry if it is empty
    to Sail:
        choose a Square
        choose another Square connected to the Square by Ferry
    ```

    Right:

    ```rules
    a Square is a space of up to 1 Pawn on a square grid of 8 by 8
    a Square is next to another Square by Ferry if its row is the Square's row
    to Sail:
        choose a Square
        choose another Square connected to the Square by Ferry through empty Squares
    ```
    """
    return say(
        f"What is next by {quoted(name)} changes during play, so no walk can follow it.",
        at(span, "changes"),
        Help("Say in its definition only what never changes, and put the rest behind `through`."),
    )
