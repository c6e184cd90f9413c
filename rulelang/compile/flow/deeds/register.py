"""The deeds by their forms, and what each of them is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rulelang.compile.flow.base import Place
from rulelang.compile.flow.softening import soften
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import Typed
from rulelang.graph.program import Origin
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass

if TYPE_CHECKING:
    from rulelang.compile.flow.sentences import Sentences

Form = TypeVar("Form", bound=tree.Node)


@dataclass(frozen=True, slots=True)
class Doing:
    """A deed being done: by whom, with what names in sight, in which sentence of the rulebook."""

    flow: Sentences
    actor: Typed
    scope: Scope
    place: Place
    statement: tree.Simple
    if_possible: bool

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

    def when_possible(self, effects: list[Effect], node: tree.Node) -> list[Effect]:
        """Effects that happen where they can, if the sentence says `if possible`."""
        return soften(effects, self.reason(NodeRole.IF_POSSIBLE.value, node)) if self.if_possible else effects


#: Deeds that happen by themselves: their effects.
DOES: Final[dict[type, Callable[[Any, Doing], list[Effect]]]] = {}
#: Deeds in which somebody or chance decides, or after which the rules do not just go on: they are drawn.
DRAWS: Final[dict[type, Callable[[Any, Doing], None]]] = {}


def does(
    form: type[Form], softens: bool = False
) -> Callable[[Callable[[Form, Doing], list[Effect]]], Callable[[Form, Doing], list[Effect]]]:
    """Register the effects of a deed. What `softens` begins with what it needs, which `if possible` asks."""

    def register(effects: Callable[[Form, Doing], list[Effect]]) -> Callable[[Form, Doing], list[Effect]]:
        def softened(node: Form, doing: Doing) -> list[Effect]:
            return doing.when_possible(effects(node, doing), node)

        DOES[form] = softened if softens else effects
        return effects

    return register


def draws(form: type[Form]) -> Callable[[Callable[[Form, Doing], None]], Callable[[Form, Doing], None]]:
    """Register how a deed is drawn."""

    def register(draw: Callable[[Form, Doing], None]) -> Callable[[Form, Doing], None]:
        DRAWS[form] = draw
        return draw

    return register
