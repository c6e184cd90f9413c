"""Whether the examples of a rulebook notice that one thing is said otherwise.

`footprint` tells which parts of the rules an example uses, `baseline` all of that for a rulebook as it is, `judge` what
becomes of one mutant, `crew` does it with many in several processes.
"""
