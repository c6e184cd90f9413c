"""From completed grammar rules to nodes.

`@builds("gain")` marks the function that makes the node for a rule (or alias) of the grammar. Its parameters are named
after the symbols they take, in lower case and without `_closed` and `_open`; `span` is the place of it all. A parameter
with a default may be missing; one whose name is the plural of a symbol takes every such symbol of the rule.
Where the node is just what its symbols stand for, `made_of("gain", tree.Gain, "amount")` says so, and
`said("most", least="least")` stands for a field that is told by the word that stands there. Which parameter or field
takes which symbol is settled when the table is generated (`rulelang.tree.generate`).
"""

from rulelang.tree.build import components, conditions, lines, phrases, rules, statements
from rulelang.tree.build.registry import BUILDERS, FIELDS

__all__ = ["BUILDERS", "FIELDS", "components", "conditions", "lines", "phrases", "rules", "statements"]
