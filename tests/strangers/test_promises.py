"""What `rulelang/reference/strangers.md` promises about rulebooks of somebody else's."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from interpreter import load
from rulelang.cli.bounds import TooMuch, within
from tests.cli.conftest import ROOT, Command

LIBRARY = 'library "Shared"\na Colour is one of Red, Blue\n'
BOOK = 'rulebook "Mine" for 2 players\nuses "{}"\nplay: nobody wins\n'


def used(rulelang: Command, folder: Path, name: str) -> str:
    book = folder / "book.rules"
    book.write_text(BOOK.format(name), encoding="utf-8")
    return rulelang("check", str(book), "--format", "concise").out


def test_files_beside_and_below_are_used(rulelang: Command, tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    for name in ("shared.rules", "parts/shared.rules"):
        (tmp_path / name).write_text(LIBRARY, encoding="utf-8")
        assert "RL0701" not in used(rulelang, tmp_path, name)
        assert "RL0746" not in used(rulelang, tmp_path, name)


def test_files_of_one_name_in_two_folders_are_both_used(rulelang: Command, tmp_path: Path) -> None:
    for folder, name in (("near", "Colour"), ("far", "Suit")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "kinds.rules").write_text(LIBRARY.replace("Colour", name), encoding="utf-8")
    said = used(rulelang, tmp_path, 'near/kinds.rules"\nuses "far/kinds.rules')
    assert "`Colour`" in said
    assert "`Suit`" in said


def test_files_may_use_one_another_as_often_as_somebody_likes(rulelang: Command, tmp_path: Path) -> None:
    for number in range(1_100):
        text = f'library "L"\nuses "part{number + 1}.rules"\n'
        (tmp_path / f"part{number}.rules").write_text(text, encoding="utf-8")
    (tmp_path / "part1100.rules").write_text('library "L"\nuses "part0.rules"\n', encoding="utf-8")
    assert "2 players" in used(rulelang, tmp_path, "part0.rules")


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../outside.rules", "parts/../../outside.rules", "C:/a.rules", "a.txt"]
)
def test_no_other_file_is_named(rulelang: Command, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "book"
    folder.mkdir()
    (tmp_path / "outside.rules").write_text("the Secret Word is Mellon\n", encoding="utf-8")
    (folder / "a.txt").write_text("the Secret Word is Mellon\n", encoding="utf-8")
    said = used(rulelang, folder, name)
    assert "RL0746" in said
    assert "Mellon" not in said
    assert "root:" not in said


def test_no_link_leads_out_and_no_pipe_is_opened(rulelang: Command, tmp_path: Path) -> None:
    folder = tmp_path / "book"
    folder.mkdir()
    (tmp_path / "outside.rules").write_text("the Secret Word is Mellon\n", encoding="utf-8")
    (folder / "link.rules").symlink_to(tmp_path / "outside.rules")
    os.mkfifo(folder / "pipe.rules")
    for name in ("link.rules", "pipe.rules"):
        said = used(rulelang, folder, name)
        assert "RL0701" in said
        assert "Mellon" not in said


def test_a_part_beside_a_pipe_is_checked(rulelang: Command, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rules")
    part = tmp_path / "part.rules"
    part.write_text(LIBRARY, encoding="utf-8")
    assert rulelang("check", str(part)).code in (0, 1)


def test_a_part_beside_many_empty_lines_is_checked_at_once(rulelang: Command, tmp_path: Path) -> None:
    (tmp_path / "empty.rules").write_text("\n" * 1_000_000, encoding="utf-8")
    part = tmp_path / "part.rules"
    part.write_text(LIBRARY, encoding="utf-8")
    assert rulelang("check", str(part), "--limits").code in (0, 1)


def test_a_list_of_too_many_positions_is_refused(rulelang: Command, tmp_path: Path) -> None:
    book = tmp_path / "book.rules"
    book.write_text(
        'rulebook "Past" for 2 players\na Stone is a token\nthere are 5 Stones\n'
        "the Past is a list of up to 1000000000 positions\n"
        "play: repeat 4 turns: add the position to the Past\n",
        encoding="utf-8",
    )
    assert "RL0730" in rulelang("check", str(book), "--format", "concise").out


def test_libraries_are_named_by_whoever_runs_it(
    rulelang: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf, folder = tmp_path / "shelf", tmp_path / "book"
    shelf.mkdir()
    folder.mkdir()
    (shelf / "shared.rules").write_text(LIBRARY, encoding="utf-8")
    assert "RL0701" in used(rulelang, folder, "shared.rules")
    monkeypatch.setenv("RULELANG_LIBRARY", str(shelf))
    assert "RL0701" not in used(rulelang, folder, "shared.rules")


def test_what_has_no_end_is_refused(rulelang: Command) -> None:
    ran = rulelang("check", "/dev/zero")
    assert ran.code == 2
    assert "mistake in RuleLang" not in ran.out + ran.err


def test_work_is_stopped_after_its_time() -> None:
    begun = time.monotonic()
    with pytest.raises(TooMuch, match=r"longer than 0\.2 seconds"):
        within("time:sleep", [60], seconds=0.2)
    assert time.monotonic() < begun + 30


@pytest.mark.parametrize("work", ["builtins:bytearray", "os:abort"])
def test_work_is_stopped_at_its_memory(work: str) -> None:
    """Also if it takes its process along."""
    with pytest.raises(TooMuch, match="more than 500 MB of memory"):
        within(work, [900_000_000] if "bytearray" in work else [], megabytes=500)


def test_limits_change_nothing_for_rulebooks_that_keep_to_them(rulelang: Command) -> None:
    plain = rulelang("check", "examples/hex.rules")
    assert rulelang("check", "examples/hex.rules", "--limits") == plain


def test_what_is_wrong_is_told_within_limits_too(rulelang: Command, tmp_path: Path) -> None:
    book = tmp_path / "book.rules"
    book.write_text(LIBRARY.replace("Red", "red"), encoding="utf-8")
    for arguments in (
        ["check", str(book)],
        ["check", str(tmp_path / "none.rules")],
        ["check", str(book), "--ignore", "RL"],
    ):
        assert rulelang(*arguments, "--limits") == rulelang(*arguments)


def test_no_word_is_run(rulelang: Command, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    words = f"__import__('os').system('touch {mark}')"
    book = tmp_path / "book.rules"
    book.write_text(
        f'rulebook "{words}" for 2 players\na Card is a card\nthere are 2 Cards\nthe Row is a row of Cards\n'
        f'play: each player: Lay\nto Lay written "{words}": move 1 Card to the Row\n',
        encoding="utf-8",
    )
    for command in (["check"], ["sim", "-g", "2", "-p", "1"], ["book"], ["graph"], ["facts"]):
        assert rulelang(command[0], str(book), *command[1:]).code in (0, 1)
    load(book).game().start(1)
    assert not mark.exists()


MARKED = """rulebook "Es<script>alert(1)</script>" for 2 players
# He<img src=x onerror=alert(1)>ad
a Card is a card
there are 4 Cards
the Row is a row of Cards
play: each player: Do It
to Do It written "<script>x</script> *a* `b` [c](javascript:d)": move 1 Card to the Row if possible
"""


@pytest.mark.parametrize("command", [["book"], ["book", "--format", "html"], ["facts", "--format", "markdown"]])
def test_markup_shows_as_text(rulelang: Command, tmp_path: Path, command: list[str]) -> None:
    book = tmp_path / "book.rules"
    book.write_text(MARKED, encoding="utf-8")
    ran = rulelang(command[0], str(book), *command[1:])
    assert ran.code == 0
    assert re.search(r"(?<!\\)<(script|img)", ran.out) is None
    assert re.search(r"(?<!\\)\]\(javascript", ran.out) is None


def test_every_chapter_of_the_page_is_there() -> None:
    page = (ROOT / "rulelang/reference/strangers.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == [
        "Code",
        "Files",
        "Time and memory",
        "Screens and pages",
        "Secrets",
    ]
