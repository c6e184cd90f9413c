"""The one way to write a rulebook down: a formatter that works on tokens and remarks."""
