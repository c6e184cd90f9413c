"""Typed programs: rulebooks made from forms of sentences, each right as far as it can be told.

forms.py        templates with holes, and how they are filled
things.py, values.py, deeds.py, declared.py   the forms
sentences.py, rules.py, writer.py             blocks, what stands beside actions, the whole rulebook
trial.py        checks and plays it, and tells what went wrong
agreement.py    all executors play alike
pairs.py, two_texts.py                        other texts that mean the same play alike
secrets.py      saves, and what a seat may not see
alternatives.py which alternatives of the grammar are made use of
reduction.py    makes a failing rulebook smaller
__main__.py     python -m tests.language.generated --programs 100000
"""
