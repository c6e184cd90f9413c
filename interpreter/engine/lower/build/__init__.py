"""From a program to lowered functions, from below (contract `layers-of-lowering`).

* `source`         the program, what is known about it, and which passes are on.
* `scope`          the locals of a term: what stands for them, and what they can be.
* `body`           the statements of one function while it is written.
* `term_context`   what the parts of lowering terms ask of the whole; `folds` those that need loops, `tokens`, `walks`.
* `values`         terms; `effects` what changes the state; `moves` the legal moves of options.
* `routine_table`  the names of all routines, and a register of who writes those of each kind.
* `routines`       one routine while it is written; `following` the way on from a move, written into it.
* `flow`           nodes; `coded` moves by their codes, `looking` looking ahead, `drawing` random games.
* `lowering`       a program with its routines, as they are asked for.
"""
