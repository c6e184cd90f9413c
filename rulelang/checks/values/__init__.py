"""What can be said about values as play goes on, without playing: facts are carried from node to node.

`rulelang/graph/values` tells what terms can be under facts. The parts here, each built on those before it:

    ever_held      what counters, marks and variables ever come to hold
    moving         the state as it is kept in facts, when cells, pieces and tokens change
    many           the same for many things at once
    step_values    what is known after effects, and on each way out of a node
    lookback       what is known just before a node: a few steps back, where ways meet what they agree on
    playing        what is known of the whole state at every node: play imagined from the beginning
    value_view     the same questions while some cells are known

Three depths of asking, each only where the one before was not enough:

1. `Values.truth(term)` and its like: true at any moment. Quick; answers are remembered for each term.
2. `Lookback.at(node)`: facts of the way there. Most guards, `if` and `only if` are found here.
3. `Imagined.states(node)`: for small games, and for the setup of middling ones, all states play can come to, joined so
   that they stay few. Sums of counts survive the joining (`Black's Stones in the Box minus White's are 0 or 1`), so
   that what depends on who began, and on how much there is in all, can be told.

Everything errs on one side: a range is never too narrow, a set of possible members never too small, a set of certain
members never too large. So ALWAYS and NEVER are certain. `tests/checks/test_facts_are_true.py` holds all of it against
games that are really played.
"""
