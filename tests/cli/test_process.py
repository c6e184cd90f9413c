"""The installed command as a process: exit codes, pipes, signals, start-up, and files that cannot be read."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulelang.cli.exits import Exit
from rulelang.cli.reading import unreadable
from rulelang.cli.running import ended
from tests.cli.installed import FOLDER, command, environment, run, start

pytestmark = pytest.mark.slow

TIDES, SECOND, BROKEN = "tides.rules", "tides_second_edition.rules", "broken.rules"
SIM = ("sim", TIDES, "-g", "20", "-p", "1")


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        (0, ("check", TIDES)),
        (1, ("check", BROKEN)),
        (2, ("check", "--pink")),
        (2, ("play", "no_such.rules")),
        (3, ("test", SECOND)),
        (4, (*SIM, "--expect", "first-player 49%..51%")),
    ],
)
def test_exit_codes(code: int, arguments: tuple[str, ...]) -> None:
    assert run(*arguments).returncode == code


def test_a_rulebook_comes_through_a_pipe_and_a_record_goes_on() -> None:
    done = run("sim", "-", "-g", "5", "--format", "json", typed=(FOLDER / TIDES).read_text(encoding="utf-8"))
    assert json.loads(done.stdout)["finished"] == 5
    assert done.stderr == ""


@pytest.mark.parametrize("arguments", [("explain", "--all"), ("graph", TIDES), ("cover", TIDES, "--format", "json")])
def test_a_closed_pipe_is_silent(arguments: tuple[str, ...]) -> None:
    with start(*arguments) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(30) == 0


@pytest.mark.parametrize("arguments", [("check", TIDES), ("sim", TIDES, "-g", "2", "-p", "1"), ("--help",)])
@pytest.mark.parametrize("output", [">/dev/full", ">&-", "<&- 2>&-"])
def test_full_and_closed_outputs_end_quietly(arguments: tuple[str, ...], output: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$0" "$@" {output}', command(), *arguments],
        capture_output=True,
        text=True,
        cwd=FOLDER,
        env=environment(),
        check=False,
    )
    if output == ">/dev/full":
        assert (done.returncode, done.stderr) == (2, "Error: The output cannot be written: no space left on device.\n")
    else:
        assert (done.returncode, done.stderr) == (0, "")


def test_an_encoding_without_a_sign_ends_nothing(tmp_path: Path) -> None:
    book = tmp_path / "book.rules"
    book.write_text(
        'rulebook "Yamata\u00ef" for 2 players\nplay: each player: choose one:\n    Do It: do nothing\n'
        "    Rest: do nothing\n",
        encoding="utf-8",
    )
    played = run("play", book, typed="\u00e4\n1\n2\n", PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0")
    assert (played.returncode, played.stderr) == (0, "")
    assert "The game is over" in played.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("cover", TIDES, "-g", "1000000"),
        ("test", TIDES, "-g", "1000000"),
        ("diff", TIDES, TIDES, "-g", "1000000"),
    ],
)
def test_control_c_stops_cleanly(arguments: tuple[str, ...]) -> None:
    with start(*arguments) as process:
        try:
            while not _is_busy(process.pid):
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 130
    assert (out, err.strip()) == ("", "Stopped.")


@pytest.mark.parametrize("arguments", [("check", TIDES), ("sim", TIDES, "-g", "1000000", "-p", "2")])
@pytest.mark.parametrize("after", [0.1, 0.3, 1.0])
def test_control_c_on_a_terminal_reaches_all_processes_at_any_moment(arguments: tuple[str, ...], after: float) -> None:
    with start(*arguments, alone=True) as process:
        try:
            time.sleep(after)
            os.killpg(process.pid, signal.SIGINT)
            _, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode in (0, 130, -signal.SIGINT), err
    assert re.fullmatch(r"(\s*Stopped(\.| after [\d,]+ games; .* it keeps every game\.)\s*)?", err), err


def test_control_c_while_a_class_is_made_is_no_mistake_of_rulelang(capsys: pytest.CaptureFixture[str]) -> None:
    """Python 3.11 gives a RuntimeError in its place."""

    class Stopped:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    assert ended(lambda: type("Made", (), {"field": Stopped()})) == Exit.INTERRUPTED
    assert capsys.readouterr().err == "\nStopped.\n"
    assert ended(lambda: type("Made", (), {}, wrong=1)) == Exit.FAILURE


def test_control_c_leaves_what_was_simulated() -> None:
    with start("sim", TIDES, "-g", "1000000", "-p", "2") as process:
        try:
            while not _is_busy(process.pid):
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 130
    # It depends on the machine whether a game has been played by then.
    assert re.search(r"Stopped(\.| after [\d,]+ games; )", err)
    assert ("Tides" in out) == (" after " in err)


def _is_busy(pid: int) -> bool:
    """Has the process (with its children) really begun to work? Then it has used some time."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") > 0.35


def mended_while_watched(word: str, path: Path) -> tuple[str, str]:
    """What a command says that watches a broken rulebook, which is mended in the meantime, until Ctrl-C."""
    path.write_text((FOLDER / BROKEN).read_text(encoding="utf-8"), encoding="utf-8")
    with start(word, path, "--watch") as process:
        try:
            heard = heard_until_it_waits(process)
            path.write_text((FOLDER / TIDES).read_text(encoding="utf-8"), encoding="utf-8")
            heard += heard_until_it_waits(process)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 130
    assert err.strip() == "Stopped."
    return out, heard


def heard_until_it_waits(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    heard = ""
    for line in process.stderr:
        heard += line
        if line.startswith("Waiting for changes"):
            return heard
    raise AssertionError(f"it ended instead of waiting: {heard}")


def test_watching_checks_again_and_stops_with_control_c(tmp_path: Path) -> None:
    out, _ = mended_while_watched("check", tmp_path / "watched.rules")
    assert "Found 2 errors" in out
    assert "All is well" in out


@pytest.mark.parametrize("name", ["check", "fmt", "test", "cover", "sim", "play", "graph", "book", "facts"])
def test_files_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    loop = tmp_path / "loop.rules"
    loop.symlink_to(loop)
    done = run(name, loop)
    assert done.returncode == 2
    assert done.stderr == f"Error: {loop} cannot be read: too many levels of symbolic links.\n"


def test_why_a_file_cannot_be_read_is_said() -> None:
    assert unreadable("my.rules", PermissionError()) == "my.rules cannot be read: you have no permission."
    assert unreadable("my", IsADirectoryError()) == "my is a folder; give the name of a file."


def test_results_that_cannot_be_written(tmp_path: Path) -> None:
    done = run("graph", TIDES, "-o", tmp_path / "no" / "such" / "folder.txt")
    assert done.returncode == 2
    assert done.stderr.endswith("cannot be written: no such file or directory.\n")


def test_colour_is_for_terminals_and_for_who_asks() -> None:
    assert "\x1b[" not in run("check", BROKEN).stdout
    assert "\x1b[" in run("check", BROKEN, FORCE_COLOR="1").stdout
    assert "\x1b[" not in run("check", BROKEN, FORCE_COLOR="1", NO_COLOR="1").stdout


def test_help_starts_at_once_and_imports_nothing_heavy() -> None:
    used = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([command(), "--help"], check=True, capture_output=True, env=environment())
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(used) < 0.12
    code = (
        "import sys\nfrom rulelang.cli.running import run\nrun(['--help'])\n"
        "heavy = {'lark', 'networkx', 'pydantic', 'rich', 'interpreter'} & set(sys.modules)\n"
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_watching_tests_bears_a_rulebook_that_is_being_written(tmp_path: Path) -> None:
    out, heard = mended_while_watched("test", tmp_path / "watched.rules")
    assert "There is no action `Fly Away`." in heard
    assert "Tides: 2 of 2 examples passed" in out


def test_one_broken_rulebook_does_not_keep_the_others_from_being_tested() -> None:
    done = run("test", BROKEN, TIDES)
    assert done.returncode == 1
    assert "has 1 error and cannot be used." in done.stderr
    assert done.stdout.startswith("Tides: 2 of 2 examples passed")


def test_the_common_layout(tmp_path: Path) -> None:
    text = (FOLDER / TIDES).read_text(encoding="utf-8")
    ragged = text.replace("| Cockle | 1     |", "|Cockle|1|")
    path = tmp_path / "ragged.rules"
    path.write_text(ragged, encoding="utf-8")
    assert run("fmt", "-", typed=ragged).stdout == text
    assert run("fmt", "--check", path).returncode == 1
    diff = run("fmt", "--diff", path)
    assert diff.returncode == 1
    assert "+    | Cockle | 1     |\n" in diff.stdout
    assert path.read_text(encoding="utf-8") == ragged
    assert run("fmt", tmp_path).stdout == f"{path}: laid out\n"
    assert path.read_text(encoding="utf-8") == text
    assert run("fmt", "--check", path).returncode == 0
