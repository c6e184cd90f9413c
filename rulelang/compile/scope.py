"""What `the X`, `you` and `it` refer to at one place of the text. Scopes are static: they never depend on play."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.compile.sorts import Typed
from rulelang.tuning.fast_dataclass import dataclass, field


@dataclass(frozen=True, slots=True)
class Scope:
    """Names introduced so far, the player who acts, the thing under description; and who does this very sentence, if
    the sentence names somebody else (`the player pays 2 Coins to you`)."""

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
        return Scope(self.names, self.you, self.it, doer)

    def naming(self, name: str, value: Typed) -> Scope:
        """This scope with one more name. The latest thing of a noun is the one `the` refers to."""
        return Scope({**self.names, name: value}, self.you, self.it, self.doer)

    def acting(self, you: Typed) -> Scope:
        """This scope with another player acting."""
        return Scope(self.names, you, self.it)

    def describing(self, it: Typed | None) -> Scope:
        """This scope with another thing under description."""
        return Scope(self.names, self.you, it, self.doer)
