"""A game that all win or lose together: hands that all but their owner see, hints, and votes given in secret."""

from __future__ import annotations

from typing import Final

FIREFLIES: Final = """rulebook "Fireflies" for 2 to 3 players
a Hue is one of Red, Blue
a Firefly is a card with a Hue, a Glow from 1 to 3
there are 12 Fireflies: 2 of each Hue with each Glow
the Night is a face-down pile of Fireflies
the Meadow is a row of Fireflies
the Dark is an area of Fireflies
the Lantern is a face-down area of up to 2 Fireflies
each player has a Jar, a face-out row of up to 3 Fireflies
each player has a Pocket, a secret area of up to 1 Firefly
each Firefly has an open Told Hue as a Hue
each player has Guess from 0 to 3
the Sparks is a track from 0 to 3 starting at 3
the Light is a track from 0 to 12
setup:
    move all Fireflies to the Night
    shuffle the Night
    each player: draw 2 Fireflies from the Night to your Jar
    each player: draw 1 Firefly from the Night to your Pocket
play:
    repeat rounds:
        each player takes a turn: choose one:
            Tell
            Light Up
            Hide
            Trade
        each player secretly: Vote
        if every player's Guess is at least 2: the Light becomes the Light plus 1
to Tell:
    only if the Sparks is at least 1
    choose another player
    choose a Hue
    for each Firefly in the player's Jar where its Hue is the Hue: the Firefly's Told Hue becomes the Hue
    the Sparks becomes the Sparks minus 1
to Light Up:
    choose a Firefly from your Jar
    if the Firefly's Glow is at least 2:
        move the Firefly to the Meadow
        the Light becomes the Light plus 1
    otherwise: move the Firefly to the Dark
    draw 1 Firefly from the Night to your Jar if possible
to Hide:
    choose a Firefly from your Pocket
    move the Firefly to the Lantern
    draw 1 Firefly from the Night to your Pocket if possible
to Trade:
    choose another player
    swap your Pocket with the player's Pocket
to Vote:
    choose a number from 0 to 3 as Say
    your Guess becomes the Say
as soon as the Light is at least 4: everybody wins
as soon as the Night is empty: nobody wins
as soon as there are at least 3 Fireflies in the Dark: nobody wins
"""
