"""Between what the values of terms lie: one walk over terms, with what is known beforehand as an argument.

Its parts, each built on those before it:

    static_tables  what tables, lists and places for tokens hold
    intervals      numbers known by their least and greatest value; answers NEVER, ALWAYS, PERHAPS
    atoms          terms as sums of atoms, numbered; what each reads
    known_facts    what is known at one moment: bounds of sums, cells and sets of the state, what cannot be together
    cell_values    what layout, tables and the whole course of play say about a cell
    set_values     members a set may have, or has for certain; domains
    counts         how many members, elements and tokens
    number_values  bounds of numbers: part by part, and as sums where parts cancel each other
    truths         whether conditions hold
    assume         what is known once a condition holds, or does not (`Values`, the whole walk)
    any_state      what holds in any state that the layout allows (`AnyState`)
"""
