"""The state graph of a rulebook: layout of the state, terms, effects and nodes, and everything one can ask of them.

Nothing here knows how the graph came to be (`rulelang.compile`) or how it is played (`interpreter.engine`).
"""
