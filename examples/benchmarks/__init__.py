"""The benchmark: random games of every rulebook beside the same games elsewhere, and how fast rulebooks are read.

Other engines take part if they are installed. A machine is never equally fast twice, so that all ways of playing one
game take turns in the same seconds (of the processor, which other programs disturb least), and only ratios are
compared. The calibration, rounds of a fixed loop in Python, tells how fast the machine is just then; figures recorded
on another day are scaled by it.

figures      what was measured, and how to measure several ways side by side
own          a rulebook with each executor
anchors      three games written by hand as one would, tuned: the same with all the tricks
openspiel    OpenSpiel from Python and inside its own C++
others       PettingZoo, python-chess and boardgame.io, where they are installed
recorded     figures of engines that cannot be installed with pip or npm, measured once
baseline     ratios of an earlier run, and what has changed since
language     reading and checking
"""
