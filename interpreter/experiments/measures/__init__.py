"""What is looked at while games are played, as closely as a setting asks for.

uses        what was offered to whom, and what they took
course      who led, and when
touching    which moves change what another player has
probing     what moves are worth, found by trying them out
"""

from interpreter.experiments.measures.watch import Measures

__all__ = ["Measures"]
