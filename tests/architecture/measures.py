"""The shape of the production code in figures. `python -m tests.architecture.measures [FOLDER]` prints them.

FOLDER is a checkout of the project; without one it is this checkout. The table in ARCHITECTURE.md is made with it.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import networkx

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rulelang", "interpreter")

#: The forms whose cases should be told apart in one package only, and the modules that declare them.
_FORM_MODULES = ("terms/plain.py", "terms/sets.py", "terms/folds.py", "terms/fingerprints.py")
_MANY_FORMS = 7

#: Nodes, and the boxes they are drawn as, come from here.
_KNOW_NODES = {"rulelang.graph.program", "rulelang.graph.edges"}

#: What is called so and has a title is no node.
_NO_NODES = frozenset({"rulebook", "heading", "self", "reading", "saved", "game", "example", "probe"})


@dataclass(frozen=True)
class Module:
    """One file of Python."""

    name: str
    path: Path
    tree: ast.Module
    lines: int

    @property
    def package(self) -> str:
        """The package that it belongs to, one level below `rulelang` or `interpreter`."""
        return ".".join(self.name.split(".")[:2])


class Measures:
    """Everything that is measured of one checkout."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root

    @cached_property
    def modules(self) -> dict[str, Module]:
        """Every module by its name."""
        return {module.name: module for module in _modules(self.root)}

    @cached_property
    def imports(self) -> dict[str, set[str]]:
        """What each module imports of the project, wherever in the module it does so."""
        found: dict[str, set[str]] = {name: set() for name in self.modules}
        for name, module in self.modules.items():
            for node in ast.walk(module.tree):
                if isinstance(node, ast.ImportFrom) and node.module:
                    for alias in node.names:
                        inner = f"{node.module}.{alias.name}"
                        found[name].add(inner if inner in self.modules else node.module)
            found[name] = {other for other in found[name] if other in self.modules and other != name}
        return found

    @cached_property
    def package_knots(self) -> list[set[str]]:
        """The packages that import one another in a circle."""
        graph = networkx.DiGraph()
        for name, others in self.imports.items():
            for other in others:
                one, two = self.modules[name].package, self.modules[other].package
                if one != two and "." in one and "." in two:
                    graph.add_edge(one, two)
        return [knot for knot in networkx.strongly_connected_components(graph) if len(knot) > 1]

    @cached_property
    def largest_module_knot(self) -> int:
        """The most modules that import one another in a circle."""
        graph = networkx.DiGraph((one, two) for one, others in self.imports.items() for two in others)
        return max((len(knot) for knot in networkx.strongly_connected_components(graph)), default=0)

    @cached_property
    def forms(self) -> set[str]:
        """The names of all forms of terms."""
        return {
            node.name
            for module in self.modules.values()
            if str(module.path).endswith(_FORM_MODULES)
            for node in module.tree.body
            if isinstance(node, ast.ClassDef)
        }

    @cached_property
    def switches(self) -> list[str]:
        """Functions outside the package of the form that tell many forms of terms apart."""
        return [
            f"{name}.{function.name}"
            for name, module in self.modules.items()
            if not name.startswith("rulelang.graph")
            for function in _functions(module.tree)
            if len(self._matched(function)) >= _MANY_FORMS
        ]

    def _matched(self, function: ast.AST) -> set[str]:
        found = set()
        for node in ast.walk(function):
            if isinstance(node, ast.MatchClass):
                found.add(_last(node.cls))
            elif isinstance(node, ast.Call) and _last(node.func) == "isinstance" and len(node.args) == 2:
                kinds = node.args[1]
                found |= {_last(one) for one in (kinds.elts if isinstance(kinds, ast.Tuple) else [kinds])}
        return found & self.forms

    @cached_property
    def title_tests(self) -> list[str]:
        """Places where behaviour hangs on the title of a node, as far as the name tells whose title it is;
        `tests/graph/test_titles.py` shows that no game hangs on them."""
        found = []
        for name, module in self.modules.items():
            if not self.imports[name] & _KNOW_NODES:
                continue
            for node in ast.walk(module.tree):
                sides: list[ast.expr] = []
                if isinstance(node, ast.Compare):
                    sides = [node.left, *node.comparators]
                elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    sides = [node.func.value] if node.func.attr in ("startswith", "endswith") else []
                if any(isinstance(side, ast.Attribute) and _last(side) == "title" and _owner(side) not in _NO_NODES
                       for side in sides):  # fmt: skip
                    found.append(f"{name}:{getattr(node, 'lineno', 0)}")
        return found

    @cached_property
    def identities(self) -> list[str]:
        """Modules that ask for the identity of an object."""
        return [
            name
            for name, module in self.modules.items()
            if any(isinstance(node, ast.Call) and _last(node.func) == "id" for node in ast.walk(module.tree))
        ]

    @cached_property
    def class_names(self) -> Counter[str]:
        """How often each name is given to a class that other modules can see."""
        return Counter(
            node.name
            for module in self.modules.values()
            for node in module.tree.body
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        )

    @cached_property
    def file_names(self) -> Counter[str]:
        """How often each name is given to a file."""
        return Counter(module.path.name for module in self.modules.values() if module.path.name != "__init__.py")

    def table(self) -> list[tuple[str, str]]:
        """Every measure with its figure."""
        lengths = sorted(
            (function.end_lineno or function.lineno) - function.lineno + 1
            for module in self.modules.values()
            for function in _functions(module.tree)
        )
        files = sorted(module.lines for module in self.modules.values())
        fan_out = max(self.imports, key=lambda name: len(self.imports[name]))
        return [
            ("modules", f"{len(files)}"),
            ("lines", f"{sum(files):,}"),
            ("lines of a module, median / most", f"{files[len(files) // 2]} / {files[-1]}"),
            ("functions", f"{len(lengths):,}"),
            ("lines of a function, median / most", f"{lengths[len(lengths) // 2]} / {lengths[-1]}"),
            ("most imports of the project in one module", f"{len(self.imports[fan_out])} ({fan_out})"),
            ("packages in import circles", f"{sum(map(len, self.package_knots))}"),
            ("modules in the largest import circle", f"{self.largest_module_knot}"),
            (f"functions outside the form's package with {_MANY_FORMS} term forms or more", f"{len(self.switches)}"),
            ("tests of a node's title", f"{len(self.title_tests)}"),
            ("modules that use `id()`", f"{len(self.identities)}"),
            ("public class names used twice", f"{sum(1 for count in self.class_names.values() if count > 1)}"),
            ("file names used twice", f"{sum(1 for count in self.file_names.values() if count > 1)}"),
        ]


def _modules(root: Path) -> Iterator[Module]:
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            text = path.read_text(encoding="utf-8")
            yield Module(name, path, ast.parse(text), len(text.splitlines()))


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _last(node: ast.expr) -> str:
    """The last word of a dotted name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _owner(node: ast.expr) -> str:
    return _last(node.value) if isinstance(node, ast.Attribute) else ""


def main() -> None:
    """Print the table."""
    measures = Measures(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
    for what, figure in measures.table():
        sys.stdout.write(f"| {what} | {figure} |\n")
    for knot in measures.package_knots:
        sys.stdout.write(f"circle: {', '.join(sorted(knot))}\n")


if __name__ == "__main__":
    main()
