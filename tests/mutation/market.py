"""A rulebook in which every operator finds something to say otherwise."""

from __future__ import annotations

MARKET = """rulebook "Salt Market" for 2 to 4 players

# Components

the sides are Ann, Ben, Cleo, Dora
a Colour is one of Red, Blue, Green
a Ware is a card with a Colour, a Price from 0 to 9, perhaps Rare
there are 4 Wares:
    | Title  | Colour | Price | Rare |
    | Salt   | Red    | 2     |      |
    | Pepper | Blue   | 3     | yes  |
    | Wool   | Green  | 1     |      |
    | Silk   | Red    | 5     |      |
a Crate is a token
there are 12 Crates
the Deck is a face-down pile of Wares
the Discard is a face-down pile of Wares
each player has a Store, a secret area of up to 5 Wares
each player has a Stall, an open area of Wares
each player has Coins from 0 to 40
each player has Fame from 0 to 40
each player may be Tired

# Play

setup:
    move all Wares from the Box to the Deck
    shuffle the Deck
    each player: gain 3 Coins
    chance chooses a Ware from the Deck
    move the Ware to the Discard face down
    each player in reverse turn order: Rest

play:
    repeat turns starting with Ann:
        phase Trading: Trade
        phase Resting: Rest

to Trade:
    choose one:
        Buy
        Sell

to Buy:
    only if your Coins are at least your Price for you
    pay 2 Coins, then draw 1 Ware from the Deck to your Store if possible

to Sell:
    choose up to 2 Wares from your Store
    choose another player
    for each of the Wares, in order of the lowest Price: move the Ware to the top of the Discard
    if your Stall is empty and you are not Tired: gain 2 Coins
    otherwise: gain 1 Fame
    you may choose a Red Ware from your Store, then move it to your Stall

to Rest:
    you become Tired
    pay 1 Coins

a player's Worth is the total Price of Wares in the player's Stall plus the player's Coins divided by 2 rounded up
a player's Worth is 1 more if the player is Tired
a player is Rich if the player's Coins are more than the player's Fame
a player is also Rich if there is a Rare Ware in the player's Stall
your Price for a player is 1

once per turn, you may: move the first Ware in the Deck to your Store
at the start of each round: each player: gain 1 Coins
as soon as any player's Coins are at least 20: the game ends after this round
as soon as no Ware is in the Deck: nobody wins

with 3 or more players:
    a player's Worth is also 0 if the player is Tired

the winner is the Rich player with the highest Worth, then the lowest Fame, otherwise shared
"""
