"""The tree of a rulebook: frozen nodes with spans. Nothing is resolved here, nothing is compiled."""

from rulelang.tree.nodes.base import *  # noqa: F403
from rulelang.tree.nodes.components import *  # noqa: F403
from rulelang.tree.nodes.conditions import *  # noqa: F403
from rulelang.tree.nodes.phrases import *  # noqa: F403
from rulelang.tree.nodes.rules import *  # noqa: F403
from rulelang.tree.nodes.statements import *  # noqa: F403
