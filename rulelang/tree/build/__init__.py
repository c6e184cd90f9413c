"""From completed grammar rules to nodes.

`@builds("gain")` marks the function that makes the node for a rule (or alias) of the grammar. Its first parameter is
the span; the others are named after the symbols they take, in lower case and without `_closed` and `_open`. A parameter
with a default may be missing; one whose default is `()` (or whose name is the plural of a symbol) takes every such symbol
of the rule. Which parameter takes which symbol is settled when the table is generated (`rulelang.tree.generate`).
"""

from rulelang.tree.build import components, phrases, rules, statements
from rulelang.tree.build.registry import BUILDERS

__all__ = ["BUILDERS", "components", "phrases", "rules", "statements"]
