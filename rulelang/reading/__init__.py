"""A rulebook said back: each sentence beside what its state graph does, in plain words.

    choose a Vacant Settlement      you choose a Settlement where it is Vacant
                                    if there is none: the move that leads here is not possible

The words come from the compiled form alone (`rulelang/graph/describe`); of the text only its places are used. So what
the compiler has not understood, or has understood otherwise, reads otherwise.
"""

from rulelang.reading.readings import Reading, read_back
from rulelang.reading.referents import Referent

__all__ = ["Reading", "Referent", "read_back"]
