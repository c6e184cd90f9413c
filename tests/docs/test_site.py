"""The documents as a site: every link leads somewhere, what is made from the program is whole, and search finds it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import interpreter
from interpreter.cli.documentation.contents import Page, pages
from interpreter.cli.documentation.sites import write_html, write_markdown
from rulelang.cli.menu import SUBCOMMANDS
from rulelang.diagnostics.catalogue import all_codes
from tests.cli.conftest import Command, rulelang
from tests.docs.snippets import PAGES, ROOT

pytestmark = pytest.mark.slow

__all__ = ["rulelang"]

_FILES = re.compile(r"`((?:examples|rulebooks|rulelang|interpreter|tests)/[\w./-]+\.(?:rules|py|md|json|toml))`")
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def every() -> tuple[Page, ...]:
    return pages()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, every: tuple[Page, ...]) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert write_html(folder, every) == []
    return folder


def text_of(every: tuple[Page, ...], slug: str) -> str:
    return next(page.text for page in every if page.slug == slug)


def test_the_pages_come_in_one_order(every: tuple[Page, ...]) -> None:
    slugs = [page.slug for page in every]
    assert slugs[:3] == ["index", "tutorial", "first_half_hour"]
    assert len(set(slugs)) == len(slugs)
    assert {path.relative_to(PAGES).with_suffix("").as_posix() for path in PAGES.rglob("*.md")} <= set(slugs)
    assert [page.title for page in every if page.title == page.slug] == []


def test_a_link_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    wrong = Page("x", "how_to/a", "# A\n\n[b](../b.md), [c](b.md#no), [d](b.md#b), [self](#a)\n")
    right = Page("x", "how_to/b", "# B\n")
    assert write_html(tmp_path, [wrong, right]) == ["how_to/a.md: ../b.md", "how_to/a.md: b.md#no"]


def test_every_file_that_is_named_exists(every: tuple[Page, ...]) -> None:
    for page in every:
        if page.slug != "changelog":
            assert [name for name in _FILES.findall(page.text) if not (ROOT / name).exists()] == [], page.slug


def test_no_page_holds_both_sides_of_a_merge(every: tuple[Page, ...]) -> None:
    marker = re.compile(r"^(?:<{7}|={7}|>{7})(?: |$)", re.MULTILINE)
    assert marker.search("one\n<<<<<<< HEAD\ntwo\n")
    assert [page.slug for page in every if marker.search(page.text)] == []


def test_every_command_is_described(every: tuple[Page, ...]) -> None:
    text = text_of(every, "command_reference")
    for name in SUBCOMMANDS:
        assert f"\n## rulelang {name}\n" in text
    assert "`-n, --players N`" in text
    assert "rulelang play my_game.rules --bot mcts" in text
    assert "\b" not in text


def test_every_public_name_is_described(every: tuple[Page, ...]) -> None:
    text = text_of(every, "api_reference")
    for name in interpreter.__all__:
        assert f"\n### {name}\n" in text
    assert "`Session.apply(move: Option | Move | str" in text
    assert "language: str = 'en'" in text
    assert " at 0x" not in text


def test_every_finding_is_described(every: tuple[Page, ...]) -> None:
    text = text_of(every, "findings")
    assert [code for code in all_codes() if f"\n### {code}: " not in text] == []


def test_search_and_pages_are_there(site: Path, every: tuple[Page, ...]) -> None:
    index = (site / "search_index.js").read_text(encoding="utf-8")
    passages = json.loads(index.removeprefix("const PASSAGES = ").removesuffix(";\n"))
    found = {passage["heading"] for passage in passages if "face-down" in passage["text"]}
    assert "How to keep hands hidden" in found
    for page in every:
        html = (site / f"{page.slug}.html").read_text(encoding="utf-8")
        assert 'aria-current="page"' in html
        assert "http://" not in html.split("<main>")[0]
    assert '<span class="kd">rulebook</span>' in (site / "tutorial.html").read_text(encoding="utf-8")


def test_the_same_site_for_mkdocs(tmp_path: Path, every: tuple[Page, ...]) -> None:
    write_markdown(tmp_path, every)
    settings = yaml.safe_load((tmp_path / "mkdocs.yml").read_text(encoding="utf-8"))
    named = [
        path for section in settings["nav"] for parts in section.values() for part in parts for path in part.values()
    ]
    assert named == [f"{page.slug}.md" for page in every]
    assert all((tmp_path / "pages" / name).exists() for name in named)
    assert not any("```rules" in path.read_text(encoding="utf-8") for path in (tmp_path / "pages").rglob("*.md"))


def test_it_is_built_strictly(tmp_path: Path, every: tuple[Page, ...]) -> None:
    write_markdown(tmp_path, every)
    built = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    for page in every:
        assert (tmp_path / "site" / f"{page.slug}.html").exists()


def test_the_command(rulelang: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("click.launch", opened.append)
    assert rulelang("docs", "tutorial").code == 0
    assert opened[0].startswith("file://")
    assert Path(opened[0].removeprefix("file://")).name == "tutorial.html"
    assert rulelang("docs", "--output", tmp_path / "site").code == 0
    assert (tmp_path / "site" / "how_to" / "balance.html").exists()
    assert rulelang("docs", "--markdown", "--output", tmp_path / "source").code == 0
    assert (tmp_path / "source" / "mkdocs.yml").exists()
    assert "There is no page tutorail." in rulelang("docs", "tutorail").err
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    ran = rulelang("docs")
    assert ran.code == 2
    assert "pip install 'rulelang[docs]'" in ran.err


def test_the_python_of_the_guides_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = 0
    for path in sorted((PAGES / "how_to").glob("*.md")):
        namespace: dict[str, object] = {}
        for block in _PYTHON.findall(path.read_text(encoding="utf-8")):
            exec(compile(block, str(path), "exec"), namespace)
            found += 1
    assert found >= 2
