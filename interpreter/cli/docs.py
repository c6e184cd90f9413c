"""`rulelang docs`"""

from __future__ import annotations

import os
from pathlib import Path

import click

from rulelang import __version__
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE


@click.command("docs")
@click.argument("page", required=False, metavar="[PAGE]")
@click.option("--output", "-o", type=FILE, metavar="FOLDER", help="Write the pages to this folder; open nothing.")
@click.option("--markdown", is_flag=True, help="Write Markdown with settings for MkDocs Material or Zensical.")
def command(page: str | None, output: str | None, markdown: bool) -> int:
    """Open the documents in the browser: tutorial, how-to guides, reference. No network is needed.

    They are made from the Markdown that comes with RuleLang, and from the program itself: commands, findings and
    public names. PAGE is one of them, such as tutorial or how_to/balance.

    \b
    rulelang docs
    rulelang docs language
    rulelang docs --output my_folder
    rulelang docs --markdown --output my_site
    """
    from interpreter.cli.documentation.contents import pages
    from interpreter.cli.documentation.sites import write_html, write_markdown

    every = pages()
    if page is not None and page not in (slugs := [one.slug for one in every]):
        raise click.UsageError(f"There is no page {page}. There are: {', '.join(slugs)}.")
    folder = Path(output) if output is not None else _cache()
    try:
        if markdown:
            write_markdown(folder, every)
        else:
            write_html(folder, every)
    except ImportError as missing:
        raise click.ClickException(
            "The pages are made with the extra `docs`: pip install 'rulelang[docs]'"
        ) from missing
    first = folder / ("mkdocs.yml" if markdown else f"{page or 'index'}.html")
    if output is None and not markdown:
        click.launch(first.as_uri())
    click.echo(f"Wrote {first}." if output is not None or markdown else f"Opened {first}.")
    return Exit.CLEAN


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "rulelang" / f"docs-{__version__}"
