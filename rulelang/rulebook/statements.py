"""Where the numbered statements of the printed rules have their home, and which data are stand-ins."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.rulebook.loading import Placed, WrittenRulebook
from rulelang.rulebook.provenance import Provenance, TableRecord, phrase, place, provenance_of, tables_of
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass

_NUMBERED = re.compile(r"([A-Za-z][A-Za-z0-9-]*?)(\d+)$")


@dataclass(frozen=True, slots=True)
class StatementHome:
    """A construct that says which statements it encodes."""

    node: tree.Node
    provenance: Provenance

    @property
    def what(self) -> str:
        """The first line of the construct."""
        return phrase(self.node)

    @property
    def place(self) -> str:
        """Its file and line."""
        return place(self.node.span)


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A document: the printed rules in a language, or a further source with a name."""

    language: str
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class StandInRecord:
    """A value that no source gives."""

    what: str
    reason: str
    place: str


@dataclass(frozen=True, slots=True)
class PrintedStatement:
    """One numbered statement: `covered` by constructs, put `aside` with a reason, `shown` by examples alone, as a
    worked example of the printed rules is, or `uncovered`."""

    number: str
    status: str
    constructs: tuple[StatementHome, ...] = ()
    examples: tuple[StatementHome, ...] = ()
    aside: str = ""


@dataclass(frozen=True, slots=True)
class StatementFacts:
    """Everything `rulelang facts` tells about a rulebook. `undeclared` are cited, but not announced by `statements`."""

    title: str
    statements: tuple[PrintedStatement, ...]
    stand_ins: tuple[StandInRecord, ...]
    undeclared: tuple[str, ...]
    sources: tuple[SourceRecord, ...] = ()
    tables: tuple[TableRecord, ...] = ()

    def counted(self, status: str) -> int:
        return sum(record.status == status for record in self.statements)


def collect_facts(rulebook: WrittenRulebook) -> StatementFacts:
    """Look through the whole rulebook, with every variant."""
    declared: list[str] = []
    asides: dict[str, str] = {}
    constructs: dict[str, list[StatementHome]] = {}
    examples: dict[str, list[StatementHome]] = {}
    header = rulebook.header
    if isinstance(header, tree.RulebookHeader) and header.cite is not None:
        for word in header.cite.statements:
            constructs.setdefault(word.text, []).append(StatementHome(header, provenance_of((header.cite,))))
    for placed in rulebook.items:
        item = placed.item
        if isinstance(item, tree.Statements):
            declared.extend(number for span in item.spans for number in spanned_numbers(span))
        elif isinstance(item, tree.Aside):
            asides.update((word.text, item.reason.text) for word in item.cite.statements)
        else:
            into = examples if isinstance(item, tree.Example) else constructs
            for cite, node in cited(placed):
                home = StatementHome(node, provenance_of((cite,), placed.headings.section))
                for word in cite.statements:
                    into.setdefault(word.text, []).append(home)
    known = dict.fromkeys(declared)
    records = tuple(_record(number, asides, constructs, examples) for number in known)
    cited_numbers = dict.fromkeys([*constructs, *examples, *asides])
    undeclared = tuple(number for number in cited_numbers if known and number not in known)
    return StatementFacts(
        rulebook.title, records, stand_ins(rulebook), undeclared, sources_of(rulebook), tables_of(rulebook)
    )


def sources_of(rulebook: WrittenRulebook) -> tuple[SourceRecord, ...]:
    """The documents the rulebook names, each once."""
    items = [placed.item for placed in rulebook.items if isinstance(placed.item, tree.SourceDocument)]
    found = (SourceRecord(one.language, one.name.text if one.name else "", one.title.text) for one in items)
    return tuple(dict.fromkeys(found))


def stand_ins(rulebook: WrittenRulebook) -> tuple[StandInRecord, ...]:
    """Every construct marked `assumed`, each once, in reading order."""
    found: dict[StandInRecord, None] = {}
    header = rulebook.header
    if isinstance(header, tree.RulebookHeader) and header.cite is not None and header.cite.assumed:
        found[StandInRecord(phrase(header), header.cite.reason or "", place(header.span))] = None
    for placed in rulebook.items:
        for cite, node in cited(placed):
            if cite.assumed:
                found[StandInRecord(phrase(node), cite.reason or "", place(node.span))] = None
    return tuple(found)


def spanned_numbers(span: tree.StatementSpan) -> Iterator[str]:
    """`A1 to A13` number by number; a span that does not count up stands for its ends."""
    first = _NUMBERED.match(span.first.text)
    last = _NUMBERED.match(span.last.text) if span.last is not None else first
    if first is None or last is None or first[1] != last[1] or int(first[2]) > int(last[2]):
        yield from (word.text for word in (span.first, span.last) if word is not None)
        return
    for number in range(int(first[2]), int(last[2]) + 1):
        yield f"{first[1]}{number:0{len(first[2])}}"


def series_of(number: str) -> str:
    """What stands before the digits: `A` of `A13`, `COMP-` of `COMP-01`."""
    matched = _NUMBERED.match(number)
    return matched[1] if matched else number


def cited(placed: Placed) -> Iterator[tuple[tree.Cite, tree.Node]]:
    """Every citation in an item with the node it stands behind. What a group holds is an item of its own."""
    # No line of an example has a citation of its own.
    for node in (placed.item,) if isinstance(placed.item, tree.Example) else placed.parts:
        cite = getattr(node, "cite", None)
        if cite is not None:
            yield cite, node


def _record(
    number: str,
    asides: dict[str, str],
    constructs: dict[str, list[StatementHome]],
    examples: dict[str, list[StatementHome]],
) -> PrintedStatement:
    homes, shown = tuple(constructs.get(number, ())), tuple(examples.get(number, ()))
    status = "covered" if homes else "aside" if number in asides else "shown" if shown else "uncovered"
    return PrintedStatement(number, status, homes, shown, asides.get(number, ""))
