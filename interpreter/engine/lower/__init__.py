"""The lowered form: between the terms of the graph and the text of a language, for every language alike.

    graph  ->  program passes  ->  build  ->  code passes  ->  print (Python, C)

A form of its own, and not graph terms with variables added: a term says what a value is and may hold loops, names and
look-ahead inside; a lowered expression is what one machine or one Python line works out at once, and everything that
needs a loop, a name or a trial has become statements. So a printer decides nothing, and a type stands on every value,
which a term leaves to its context (a number and the bits of a set look the same there).

* `types`        numbers with bounds, truths, sets with a width, lists.
* `expressions`  what is worked out at once.
* `code`         statements, functions, modules.
* `build`        from a program; one function of the module at a time, as it is asked for.
* `text`         how the form is read by people.
* `passes`       the list of everything that makes it faster.
"""
