"""Every sentence form becomes the right nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.tree import parse
from rulelang.tree.build import BUILDERS
from rulelang.tree.nodes import Block, Cite, Combinations, Document, Lot, Node
from rulelang.tree.table import HOLE, load
from tests.tree.corpus import CORPUS, SENTENCES, read
from tests.tree.dump import dump


def walk(value: Any) -> Iterator[Node]:
    """A node and all its parts."""
    if isinstance(value, Node):
        yield value
        for field in fields(value):
            yield from walk(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from walk(item)


def children(node: Node) -> Iterator[Node]:
    for field in fields(node):
        value = getattr(node, field.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Node):
                yield item


@pytest.mark.parametrize("path", SENTENCES, ids=lambda path: path.stem)
def test_tree(path: Path, golden: SnapshotAssertion) -> None:
    result = parse(read(path))
    assert result.diagnostics == ()
    assert dump(result.document) == golden


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_correct_file_has_no_findings_and_no_holes(path: Path) -> None:
    result = parse(read(path))
    assert result.diagnostics == ()
    assert result.document.header is not None
    for node in walk(result.document):
        assert all(getattr(node, field.name) is not HOLE for field in fields(node))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_spans_nest_and_begin_and_end_with_a_word(path: Path) -> None:
    source = read(path)
    for node in walk(parse(source).document):
        text = node.span.text
        if type(node).__name__ != "TableCell":
            assert text == text.strip(), node
            assert text, node
        for child in children(node):
            if isinstance(node, Lot | Combinations) and isinstance(child, Cite):
                continue  # it stands behind the last lot of the line and is meant for all
            assert node.span.start <= child.span.start <= child.span.end <= node.span.end, (node, child)


def test_every_builder_is_exercised_by_the_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    called: set[str] = set()

    def noting(name: str, build: Any) -> Any:
        def note(*values: Any) -> Any:
            called.add(name)
            return build(*values)

        return note

    for name, build in BUILDERS.items():
        monkeypatch.setitem(BUILDERS, name, noting(name, build))
    load.cache_clear()
    try:
        for path in SENTENCES:
            parse(read(path))
    finally:
        load.cache_clear()
    assert called == {*BUILDERS}


def test_blocks_begin_with_their_first_sentence() -> None:
    blocks = [node for path in SENTENCES for node in walk(parse(read(path)).document) if isinstance(node, Block)]
    assert blocks
    assert [block for block in blocks if block.span.start != block.statements[0].span.start] == []


def test_nodes_are_equal_when_they_say_the_same() -> None:
    first = parse(read(SENTENCES[0])).document
    second = parse(read(SENTENCES[0])).document
    assert isinstance(first, Document)
    assert first == second
    assert first.items[0] != first.items[1]
    assert len({hash(node) for node in (first, second)}) == 1
