"""From a program to lowered functions.

* `source`    the program, what is known about it, and which passes are on.
* `scope`     the locals of a term: what stands for them, and what they can be.
* `body`      the statements of one function while it is written.
* `values`    terms; `folds` those that need loops; `tokens` those about tokens.
* `effects`   what changes the state.
* `moves`     the legal moves of options.
* `flow`      nodes, and looking ahead.
* `lowering`  one function after the other, as they are asked for.
"""
