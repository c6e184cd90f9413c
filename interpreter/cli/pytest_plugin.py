"""pytest runs the examples of rulebooks: with `--rules` every `example` of a `.rules` file is a test of its own.

Whoever has RuleLang installed has this plugin, so it does nothing unless it is asked to, and imports little."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.sources import Setting
    from interpreter.cli.loading import Loaded
    from interpreter.cli.testing import ShownFailure

_SUFFIX: Final = ".rules"
_SETTING: Final = "rulelang_examples"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--rules`, and the same as a setting."""
    words = "Run the examples of rulebooks (*.rules), each as a test."
    parser.getgroup("rulelang", "rulebooks").addoption("--rules", action="store_true", help=words)
    parser.addini(_SETTING, words, type="bool", default=False)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A rulebook, if rulebooks are asked for."""
    wanted = parent.config.getoption("--rules") or parent.config.getini(_SETTING)
    return RulesFile.from_parent(parent, path=file_path) if wanted and file_path.suffix == _SUFFIX else None


class ExampleFailed(Exception):
    """An example does not hold."""

    def __init__(self, failure: ShownFailure) -> None:
        super().__init__(failure.reason)
        self.failure: Final = failure


class RulesFile(pytest.File):
    """A rulebook. A file that is only a part of one has no tests: they belong to the rulebooks that use it."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._loaded: Loaded | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """Its examples, for each number of players and each choice of variants they are for."""
        import click

        from interpreter.cli.loading import load_playable
        from interpreter.cli.test_report import setting_text
        from rulelang.cli.reading import begins_rulebook

        here = Path.cwd()
        path = str(self.path.relative_to(here) if self.path.is_relative_to(here) else self.path)
        try:
            if not begins_rulebook(path):
                return
            self._loaded = load_playable(path, examples=True)
        except click.ClickException as problem:
            raise self.CollectError(_told(problem)) from problem
        for setting, titles in self._loaded.rulebook.example_titles().items():
            words = setting_text(setting[0], sorted(setting[1]))
            for title in titles:
                yield ExampleItem.from_parent(self, name=f"{title} {words}", title=title, setting=setting)

    def game(self, setting: Setting) -> Game:
        """The game with all the examples of this setting that are run this time, compiled once for all of them."""
        from interpreter.cli.loading import game_of

        assert self._loaded is not None
        mine = (item for item in self.session.items if isinstance(item, ExampleItem) and item.parent is self)
        titles = dict.fromkeys(item.title for item in mine if item.setting == setting)
        return game_of(self._loaded, setting[0], tuple(setting[1]), examples=titles)


class ExampleItem(pytest.Item):
    """One example for one number of players."""

    def __init__(self, *, title: str, setting: Setting, **given: Any) -> None:
        super().__init__(**given)
        self.title: Final = title
        self.setting: Final = setting

    def runtest(self) -> None:
        """Run it as `rulelang test` does."""
        from interpreter.cli.testing import run_example

        assert isinstance(self.parent, RulesFile)
        game = self.parent.game(self.setting)
        for example in game.program.examples:
            if example.title == self.title:
                outcome = run_example(game, example)
                if outcome.failure is not None:
                    raise ExampleFailed(outcome.failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The report of `rulelang test`."""
        import click

        from interpreter.cli.test_report import failure_lines

        if isinstance(excinfo.value, ExampleFailed):
            return "\n".join(failure_lines(excinfo.value.failure))
        if isinstance(excinfo.value, click.ClickException):
            return _told(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Its rulebook and its title."""
        return self.path, None, self.name


def _told(problem: Any) -> str:
    """What the command would say."""
    from rulelang.cli.compiling import Unusable
    from rulelang.cli.showing import rendered

    if isinstance(problem, Unusable):
        return f"{rendered(problem.errors, 'text')}\n{problem.message}"
    return str(problem.message)
