"""What a sentence does: one deed, one file.

A deed in which nobody decides and nothing is left to chance gives its effects (`@does`), any other draws its nodes at
the pen (`@draws`). Both get the parts of the sentence and a `Doing`: who does it, where, and what is known there. A new
file is found here by itself.
"""

from importlib import import_module
from pkgutil import iter_modules

for _found in iter_modules(__path__):
    import_module(f"{__name__}.{_found.name}")
