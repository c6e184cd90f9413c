"""What `the X`, `you` and `it` refer to at one place of the text. Scopes are static: they never depend on play."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.graph.sorts import Typed
from rulelang.values import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Scope:
    """Names introduced so far, the player who acts, the thing under description; and who does this very sentence,
    if the sentence names somebody else (`the player pays 2 Coins to you`)."""

    names: Mapping[str, Typed] = field(default_factory=dict)
    you: Typed | None = None
    it: Typed | None = None
    doer: Typed | None = None

    @property
    def decider(self) -> Typed | None:
        """Who decides in this sentence."""
        return self.doer or self.you

    def done_by(self, doer: Typed) -> Scope:
        """This scope for a sentence with a subject of its own."""
        return replace(self, doer=doer)

    def naming(self, name: str, value: Typed) -> Scope:
        """This scope with one more name. The latest thing of a noun is the one `the` refers to."""
        return replace(self, names={**self.names, name: value})

    def acting(self, you: Typed) -> Scope:
        """This scope with another player acting."""
        return replace(self, you=you, doer=None)

    def describing(self, it: Typed | None) -> Scope:
        """This scope with another thing under description."""
        return replace(self, it=it)
