"""The deeds by their forms, and what each of them is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.flow.drafts import End
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import Typed
from rulelang.graph.program import Origin
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass

Form = TypeVar("Form", bound=tree.Node)


@dataclass(frozen=True, slots=True)
class Doing:
    """A deed being done: by whom, with what names in sight, in which sentence of the rulebook."""

    flow: Flow
    actor: Typed
    scope: Scope
    place: Spot
    statement: tree.Simple
    if_possible: bool
    #: The sentence itself, and what it speaks of: `the Leader` in `the Leader becomes Ann`.
    sentence: tree.By | tree.Deed
    subject: tree.Phrase | None
    #: The ends of the ways on which an impossible sentence is left out.
    skipped: list[End]

    @property
    def origin(self) -> Origin:
        """Text and citation of the sentence."""
        return self.flow.origin(self.place, self.statement)

    def reason(self, text: str, node: tree.Node) -> int:
        """A reason why the deed may be impossible."""
        return self.flow.reason(text, self.place, node)

    def there(self, thing: Typed, text: str, node: tree.Node) -> list[Effect]:
        """The deed needs a thing to be there."""
        return self.flow.there(thing, text, self.place, node)


#: Deeds that happen by themselves: their effects.
DOES: Final[dict[type, Callable[[Any, Doing], list[Effect]]]] = {}
#: Deeds in which somebody or chance decides, or after which the rules do not just go on: they are drawn. What gives the
#: sentences after it a name tells what they know.
DRAWS: Final[dict[type, Callable[[Any, Doing], Scope | None]]] = {}
#: Deeds in which nobody decides, nothing is left to chance, and after which the rules go on.
BY_ITSELF: Final[set[type]] = set()


def does(form: type[Form]) -> Callable[[Callable[[Form, Doing], list[Effect]]], Callable[[Form, Doing], list[Effect]]]:
    """Register the effects of a deed, what they need among them."""

    def register(effects: Callable[[Form, Doing], list[Effect]]) -> Callable[[Form, Doing], list[Effect]]:
        DOES[form] = effects
        BY_ITSELF.add(form)
        return effects

    return register


def draws(
    form: type[Form], by_itself: bool = False
) -> Callable[[Callable[[Form, Doing], Scope | None]], Callable[[Form, Doing], Scope | None]]:
    """Register how a deed is drawn, and whether it happens `by_itself` all the same."""

    def register(draw: Callable[[Form, Doing], Scope | None]) -> Callable[[Form, Doing], Scope | None]:
        DRAWS[form] = draw
        if by_itself:
            BY_ITSELF.add(form)
        return draw

    return register
