"""The sentences of a rulebook in reading order: where each begins and ends, and what it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.compile.origins import origin_of
from rulelang.graph.program import Origin
from rulelang.rulebook.loading import Placed, WrittenRulebook, selected
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass

#: Items that say nothing about play: they name sources, files, pictures and words.
_BESIDE_PLAY = (
    tree.Heading, tree.SourceDocument, tree.Languages, tree.Statements, tree.Aside, tree.Uses, tree.Picture,
    tree.Glossary, tree.SeatsOnly, tree.VariantGroup, tree.TextGroup, tree.PluralDeclaration,
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """One sentence: all of it with what stands under it (`span`), its own words (`text`), and how deep it stands.

    Each is itself only, so that what is found out about it can be kept under it."""

    node: tree.Node
    span: Span
    text: str
    origin: Origin
    depth: int
    is_in_force: bool
    is_leaf: bool = True
    head: int = 0
    """The line in which the whole item begins that it stands in."""

    @property
    def line(self) -> int:
        """The line it begins in."""
        return self.span.source.line_column(self.span.start)[0]


def sentences_of(rulebook: WrittenRulebook, players: int, variants: Iterable[str], examples: bool) -> list[Sentence]:
    """Every sentence that says something about play."""
    chosen = {placed.item.span for placed in selected(rulebook, players, frozenset(variants))}
    found: list[Sentence] = []
    for placed in rulebook.items:
        if isinstance(placed.item, _BESIDE_PLAY) or (isinstance(placed.item, tree.Example) and not examples):
            continue
        found += _of_item(placed, placed.item.span in chosen)
    return found


def _of_item(placed: Placed, in_force: bool) -> Iterator[Sentence]:
    waiting: list[tuple[tree.Node, int]] = [(placed.item, 0)]
    while waiting:
        node, depth = waiting.pop()
        inner = [(one, depth + 1) for one in _inside(node)]
        own = _own_words(node, [one for one, _ in inner])
        yield Sentence(node, node.span, own, origin_of(placed, node), depth, in_force, not inner, placed.item.span.line)
        waiting += inner[::-1]


def _inside(node: tree.Node) -> list[tree.Node]:
    """The sentences that stand under one."""
    found: list[tree.Node] = []
    for name in ("body", "otherwise", "arms", "options", "lines"):
        value = getattr(node, name, None)
        for one in value if isinstance(value, tuple) else (value,):
            match one:
                case tree.Block(statements):
                    found += statements
                case tree.Arm(_, body):
                    found += body.statements
                case tree.OptionNamed():
                    found.append(one)
                case tree.Simple() | tree.ChooseMenu() if isinstance(node, tree.May):
                    found.append(one)
                case tree.Node() if name == "lines" and isinstance(node, tree.Example):
                    found.append(one)
                case _:
                    pass
    return sorted(found, key=lambda one: one.span.start)


def _own_words(node: tree.Node, inside: list[tree.Node]) -> str:
    """The words of a sentence without those that stand under it, nor its citation."""
    source, start = node.span.source, node.span.start
    pieces = []
    for one in inside:
        pieces.append(source.text[start : one.span.start])
        start = one.span.end
    pieces.append(source.text[start : node.span.end])
    text = " ... ".join(" ".join(_uncited(piece).split()) for piece in pieces if piece.strip())
    return text.replace("... ...", "...").strip()


def _uncited(text: str) -> str:
    """Without what stands in square brackets, unless in quotes."""
    kept, depth, quoted = [], 0, False
    for sign in text:
        if sign == '"':
            quoted = not quoted
        if sign == "[" and (depth or not quoted):
            depth += 1
        if not depth:
            kept.append(sign)
        if sign == "]" and depth:
            depth -= 1
    lines = ("".join(kept)).split("\n")
    return "\n".join(line for line in lines if not line.lstrip().startswith(("note:", "#", "|")))
