"""What can be found out about terms before anything is written: bounds, simpler terms, what must hold before effects.

* `bounds`, `facts`       what values can be; tables made on the way.
* `simplify`              smaller terms of the same value, with `folding`, `algebra`, `vectorise` (loops as set
                          algebra), `rays`, `placed`, `split_tokens`; `knowledge` remembers what was made of what.
* `plans`                 an option made ready: `preconditions` of its effects, `ahead` those of what follows.
* `split_options`         options in parts; `steps` moves of a few distances.
* `liveness`, `outer`     which cells still matter; parts that do not change in a loop.
"""
