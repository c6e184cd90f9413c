"""Sentences as a tree of lines, in which the same may be said in two ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Block:
    """A line with a colon, and what stands below it."""

    head: str
    body: tuple[Node, ...]


@dataclass(frozen=True)
class TwoWays:
    """The same said in two ways."""

    kind: str
    one: tuple[Node, ...]
    other: tuple[Node, ...]


Node: TypeAlias = "str | Block | TwoWays"
Nodes: TypeAlias = tuple[Node, ...]


def lines(nodes: Sequence[Node], other: bool, depth: int = 0) -> Iterator[str]:
    """The text, said in one way or in the other."""
    for node in nodes:
        match node:
            case Block(head, body):
                yield "    " * depth + head + ":"
                yield from lines(body, other, depth + 1)
            case TwoWays(_, one, two):
                yield from lines(two if other else one, other, depth)
            case _:
                yield "    " * depth + node


def written(nodes: Sequence[Node], other: bool = False) -> str:
    """The whole text."""
    return "\n".join(lines(nodes, other)) + "\n"


def ways(nodes: Sequence[Node]) -> Iterator[str]:
    """The kinds of pairs in it."""
    for node in nodes:
        match node:
            case Block(_, body):
                yield from ways(body)
            case TwoWays(kind, one, other):
                yield kind
                yield from ways(one)
                yield from ways(other)
            case _:
                pass


def of_text(text: str) -> Nodes:
    """Lines as a tree: what stands deeper than a line with a colon is its block."""
    found: list[Node] = []
    below: list[str] = []

    def close() -> None:
        if below:
            head = found.pop()
            assert isinstance(head, str)
            found.append(Block(head.removesuffix(":"), of_text("\n".join(line[4:] for line in below))))
            below.clear()

    for line in text.split("\n"):
        if line.startswith("    "):
            below.append(line)
        else:
            close()
            found.append(line)
    close()
    return tuple(found)
