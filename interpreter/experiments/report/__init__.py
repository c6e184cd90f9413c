"""What the games of an experiment say about a game.

figures     everything in numbers, with intervals
uses        cards, actions and spaces: taken how often, and what that does to winning
places      where in the rulebook they stand
findings    what a designer should know, in sentences
charts      plots, as Vega-Lite
page, text  the report for people; `record` for programs
"""
