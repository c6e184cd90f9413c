"""The tree of a rulebook: frozen nodes with spans. Nothing is resolved here, nothing is compiled."""

from rulelang.tree.nodes.base import *
from rulelang.tree.nodes.components import *
from rulelang.tree.nodes.conditions import *
from rulelang.tree.nodes.lines import *
from rulelang.tree.nodes.phrases import *
from rulelang.tree.nodes.rules import *
from rulelang.tree.nodes.statements import *
