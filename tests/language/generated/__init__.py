"""Typed programs: rulebooks made from the grammar, sentence by sentence, each right as far as it can be told.

writer.py     makes a rulebook from a seed
trial.py      checks and plays it, and tells what went wrong
reduction.py  makes a failing rulebook smaller
__main__.py   python -m tests.language.generated --programs 100000
"""
