"""What `the X`, `you` and `it` refer to at one place of the text. Scopes are static: they never depend on play."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.compile.sorts import Typed
from rulelang.tuning.fast_dataclass import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Scope:
    """Names introduced so far, the player who acts, the thing under description; and who does this very sentence, if
    the sentence names somebody else (`the player pays 2 Coins to you`)."""

    names: Mapping[str, Typed] = field(default_factory=dict)
    you: Typed | None = None
    it: Typed | None = None
    doer: Typed | None = None
    #: What had a name before something else got it.
    before: tuple[Typed, ...] = ()

    @property
    def decider(self) -> Typed | None:
        """Who decides in this sentence."""
        return self.doer or self.you

    def known(self) -> list[Typed]:
        """Everything that a sentence may have spoken of."""
        return [*self.before, *self.names.values(), *([self.it] if self.it is not None else [])]

    def done_by(self, doer: Typed) -> Scope:
        """This scope for a sentence with a subject of its own."""
        return replace(self, doer=doer)

    def naming(self, name: str, value: Typed) -> Scope:
        """This scope with one more name. The latest thing of a noun is the one `the` refers to."""
        before = (*self.before, self.names[name]) if name in self.names else self.before
        return replace(self, names={**self.names, name: value}, before=before)

    def acting(self, you: Typed) -> Scope:
        """This scope with another player acting."""
        return replace(self, you=you, doer=None)

    def describing(self, it: Typed | None) -> Scope:
        """This scope with another thing under description."""
        return replace(self, it=it)
