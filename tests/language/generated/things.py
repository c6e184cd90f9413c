"""Players, places and sets: what sentences speak of."""

from __future__ import annotations

from tests.language.generated.forms import Form

THINGS = {
    # ------------------------------------------------------------------ players
    "whose": (
        Form("Ann's"),
        Form("your", "acts", weight=4),
        Form("the player's", "player", weight=3),
        Form("your opponent's", "acts two", weight=0.5),
        Form("the Starter's", "variables", weight=0.3),
    ),
    "person": (
        Form("Ann"),
        Form("Ben"),
        Form("you", "acts", weight=3),
        Form("the player after <you|Ann>", "acts"),
        Form("the player", "player", weight=3),
        Form("your opponent", "acts two", weight=0.5),
        Form("the Starter", "variables", weight=0.5),
        Form("the Disc's owner", "Disc"),
    ),
    #: Who may do something with a verb.
    "other person": (
        Form("Ann"),
        Form("Ben"),
        Form("the player after <you|Ann>", "acts"),
        Form("the player", "player", weight=3),
        Form("the Starter", "variables", weight=0.5),
        Form("your opponent", "acts two", weight=0.5),
    ),
    "players": (
        Form("players"),
        Form("Safe players"),
        Form("players with the <highest|lowest> Coins<|, then the <highest|lowest> Fame>"),
        Form("players where its Coins are at least <number>"),
        Form("other players", "acts"),
        Form("players among the Guests", "lists"),
    ),
    "player set": (
        Form("player"),
        Form("Safe player"),
        Form("player where its Fame is <at least|less than> <number>"),
        Form("other player", "acts"),
        Form("player with the highest Fame"),
    ),
    # ------------------------------------------------------------------ places
    "place": (
        Form("the <Deck|Row|Yard|Box>"),
        Form("<whose> Hand", weight=1.2),
        Form("<whose> Porch", weight=0.7),
    ),
    "chip place": (Form("the <Sack|Yard|Box>", "chips"), Form("<whose> Store", "chips")),
    "end": (Form("to <place>", weight=6), Form("to the <top|bottom> of the Deck")),
    "face": (Form(""), Form(" face <up|down>", "faces", weight=2)),
    # ------------------------------------------------------------------ sets of cards
    "looks": (
        Form("", weight=6),
        Form("Oak "),
        Form("Ash "),
        Form("Fit ", "fit"),
        Form("Bold ", "bold"),
        Form("<face-up|face-down> ", "faces"),
    ),
    "from": (
        Form("", weight=0.8),
        Form(" <in|from> <place>", weight=5),
        Form(" in the <Box|Yard>"),
    ),
    "narrowed": (
        Form("", weight=9),
        Form(" with the <highest|lowest> Rank", weight=1.2),
        Form(" of the Trump", "variables"),
        Form(" of <Oak|Ash>", weight=0.5),
    ),
    "where": (Form("", weight=3), Form(" where <card test>")),
    "cards": (Form("<looks>Cards<from><narrowed>"),),
    "open cards": (Form("<cards><where>"),),
    "card": (Form("<looks>Card<from><narrowed>"),),
    "open card": (Form("<card><where>"),),
    "that card": (Form("the Card", "Card", weight=3), Form("the Kept", "Kept")),
    #: One card, pointed at.
    "the card": (
        Form("the Card", "Card", weight=9),
        Form("the <first|last> Card <in|from> <the Deck|the Row|your Porch>", "acts"),
        Form("the <first|last|only> Card in the Row"),
        Form("the Kept", "Kept", weight=4),
    ),
    "card test": (
        Form("its Rank is <at least|at most|more than|less than> <number>"),
        Form("its Rank is <|not >one of 1, 3"),
        Form("its Suit is <|not ><the Trump|Oak>", "variables"),
        Form("it is <|not >in <place>"),
        Form("it is Oak or its Rank is 1"),
        Form("(it is Ash or its Rank is 2) and it is not in the Box"),
        Form("it is Bold", "bold"),
        Form("its Hint is <Oak|nothing>", "hints"),
        Form("it is <|not >face-up", "faces"),
    ),
    # ------------------------------------------------------------------ other sets
    "chips": (Form("<|Oak |Elm >Chips <in|from> <chip place>"),),
    "cells": (
        Form("<|empty >Cells"),
        Form("Cells next to <the cell>< by Side| by Leap|>", weight=2),
        Form("Cells next to <the cell> toward <North|Southeast>"),
        Form("Cells beyond <the cell> toward <East|Northwest>< as long as it is empty|>", "end", weight=1),
        Form("<empty |>Cells in line with <the cell><| by Side| by Corner>< through empty Cells|>", weight=2),
        Form("Cells connected to <the cell><| by Side| through empty Cells>"),
        Form("Lit Cells"),
        Form("Calm Cells", "calm"),
        Form("Cells next to any Pawn"),
        Form("Cells next to any Pawn by Side"),
        Form("Cells connected to <the cell> by <Side|Corner> through <empty |>Cells<| sharing its row>"),
        Form("Cells connected to <the cell> through Cells sharing its column"),
        Form("Cells in line with <the cell> by Side through Cells<| sharing its row>"),
        Form("Cells next to <the cell> by Side toward <North|East>"),
        Form("Cells next to any Pawn <by Side |>toward North"),
    ),
    "the cell": (
        Form("b1"),
        Form("the Cell", "Cell", weight=5),
        Form("the Pawn's Cell", "Pawn", weight=2),
    ),
    "pawns": (
        Form("Pawns on any Cell"),
        Form("your Pawns<| on any Cell>", "acts"),
        Form("other Pawns on any Cell", "Pawn"),
        Form("Pawns in the Box"),
    ),
    "hexes": (
        Form("<|empty >Hexes"),
        Form("Hexes next to <the hex>", weight=2),
        Form("<empty |>Hexes beyond <the hex> toward <East|Northeast>"),
    ),
    "the hex": (Form("b1"), Form("the Hex", "Hex", weight=5)),
    "stops": (
        Form("Stops<| next to <the stop>>"),
        Form("Stops where its Toll is at most <number>", "end"),
        Form("empty Stops"),
        Form("Stops connected to <the stop>"),
    ),
    "the stop": (
        Form("<Mill|Ford>"),
        Form("your Cart's Stop", "acts", weight=2),
        Form("the Stop", "Stop", weight=4),
    ),
    "towns": (
        Form("Towns<| next to <the town> by Road>"),
        Form("Towns connected to <the town> by Road<| through Towns>"),
    ),
    "the town": (Form("<Rome|Ulm>"), Form("the Town", "Town", weight=4)),
    "tiles": (Form("<|Oak |Marked >Tiles <in|from> the <Yard|Box>"),),
    "charms": (
        Form("Charms <in|from> <the Shrine|your Porch|the Yard>", "acts"),
        Form("<|Lamp >Charms in the <Shrine|Yard|Box>"),
    ),
    #: Any set that can be counted, in the plural.
    "set": (
        Form("<players>", weight=2),
        Form("<cards>", "cards", weight=3),
        Form("<chips>", "chips"),
        Form("<cells>", "grid !end"),
        Form("<pawns>", "grid"),
        Form("<hexes>", "hex"),
        Form("<stops>", "ring"),
        Form("<towns>", "links"),
        Form("<tiles>", "tiles"),
        Form("Things in the <Yard|Box>", "union"),
        Form("Discs <in the Yard|of Ann|where its owner is Ben>", "discs !inner"),
        Form("<charms>", "texts"),
        Form("Suits<| among the Trail>", "lists"),
        Form("Goods where its Price is more than 0", "goods !inner"),
    ),
}
