"""Other texts that mean the same as a rulebook, whatever it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from rulelang.formatting.layout import format_source
from rulelang.graph.network import graph_of, program_of
from rulelang.graph.program import Program
from rulelang.source import source_from_text
from tests.language.generated.documented import documented
from tests.language.generated.pieces_of_text import Block, Node, Nodes, of_text, written

NEW_NAMES = {"Oak": "Birch", "Coins": "Pearls", "Card": "Leaf", "Row": "Shelf", "Safe": "Warm", "Hand": "Lap"}
#: The regular plurals of the new names.
PLURALS = {"Cards": "Leaves", "Coin": "Pearl"}


def _unchanged(program: Program) -> Program:
    return program


@dataclass(frozen=True)
class Texts:
    """A text that plays alike, with the files beside it."""

    kind: str
    text: str
    files: dict[str, str] = field(default_factory=dict)
    changed: Callable[[Program], Program] = _unchanged


def other_texts(text: str, other: str | None, random: Random) -> Iterator[Texts]:
    """The text said in the other way, and one of the ways to write any text."""
    if other is not None and other != text:
        yield Texts("other words", other)
    match random.randrange(14):
        case 0:
            yield Texts("laid out anew", format_source(source_from_text("typed.rules", text)))
        case 1:
            yield Texts("graph read back", text, {}, _read_back)
        case 2:
            yield in_two_files(text, random)
        case 3:
            yield Texts("in another order", in_another_order(text, random))
        case 4:
            yield Texts("in longer lines", "\n".join(_broken(line) for line in text.splitlines()) + "\n")
        case 5:
            yield Texts("documented", documented(text, random))
        case 6:
            yield Texts("blocks in one line", "\n".join(in_one_line(of_text(text.rstrip("\n")))) + "\n")
        case _:
            pass


def _read_back(program: Program) -> Program:
    read = program_of(graph_of(program))
    assert isinstance(read, Program), read
    return read


def in_two_files(text: str, random: Random) -> Texts:
    """Some parts in a library."""
    nodes = of_text(text.rstrip("\n"))
    apart = [node for node in nodes[1:] if _is_free(node) and random.random() < 0.6]
    rest = [node for node in nodes if node not in apart]
    library = written(('library "Beside"', *apart))
    return Texts("in two files", written((rest[0], 'uses "beside.rules"', *rest[1:])), {"beside.rules": library})


def in_another_order(text: str, random: Random) -> str:
    """Declarations, definitions and actions stand in any order (2.6); triggers and pieces keep theirs (12.5)."""
    nodes = list(of_text(text.rstrip("\n")))
    free = [place for place, node in enumerate(nodes) if _is_free(node)]
    mixed = random.sample(free, len(free))
    return written([nodes[mixed[free.index(place)]] if place in free else node for place, node in enumerate(nodes)])


def in_one_line(nodes: Nodes, depth: int = 0, before: str = "") -> Iterator[str]:
    """Blocks of a single sentence, loop or menu behind their colon (2.3)."""
    for node in nodes:
        head = before or "    " * depth
        match node:
            case Block(words, (inside,)) if _goes_on(words, inside):
                yield from in_one_line((inside,), depth, f"{head}{words}: ")
            case Block(words, body):
                yield f"{head}{words}:"
                yield from in_one_line(body, depth + 1)
            case _:
                yield f"{head}{node}"


def _goes_on(head: str, inside: Node) -> bool:
    """May what is in it follow on its line?"""
    if re.search(r"\bchooses? (one|up to \d|any number)( if possible)?$", head):
        return False
    return isinstance(inside, str) or (isinstance(inside, Block) and not inside.head.startswith("if "))


def _is_free(node: Node) -> bool:
    head = node.head if isinstance(node, Block) else str(node)
    return bool(re.match(r"to |your |setup$|play$|scoring$|the winner ", head))


def _broken(line: str) -> str:
    """A long sentence on two lines (2.2)."""
    words = line.split(" ")
    if len(line) < 50 or "|" in line or '"' in line or line.rstrip().endswith(":"):
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 8)
    return " ".join(words[:-2]) + "\n" + indent + " ".join(words[-2:])
