"""The documents as a folder of Markdown with the settings of MkDocs: the same site, built by MkDocs Material or
Zensical."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from interpreter.cli.documentation.contents import Page
from rulelang.cli.writing import write_whole

#: The words behind the language of a block are for our tests.
_FENCE: Final = re.compile(r"^```rules.*$", re.MULTILINE)
_SETTINGS: Final = """\
site_name: RuleLang
docs_dir: pages
site_dir: site
use_directory_urls: false
theme:
  name: material
  font: false
  features: [navigation.sections, navigation.footer, search.suggest, content.code.copy]
plugins: [search]
markdown_extensions:
  - tables
  - toc:
      permalink: true
  - pymdownx.highlight
  - pymdownx.superfences
validation:
  nav: {omitted_files: warn, not_found: warn}
  links: {not_found: warn, anchors: warn, absolute_links: warn, unrecognized_links: warn}
nav:
"""


def write_markdown(folder: Path, pages: Sequence[Page]) -> None:
    """Write `mkdocs.yml` and the pages."""
    nav = []
    for section in dict.fromkeys(page.section for page in pages):
        nav.append(f"  - {section}:")
        nav += [f"      - {_quoted(page.title)}: {page.slug}.md" for page in pages if page.section == section]
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(str(folder / "mkdocs.yml"), _SETTINGS + "\n".join(nav) + "\n")
    for page in pages:
        path = folder / "pages" / f"{page.slug}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(str(path), _FENCE.sub("```rulelang", page.text))


def _quoted(title: str) -> str:
    return '"' + title.replace("`", "").replace('"', '\\"') + '"'
