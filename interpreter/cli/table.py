"""A game at the terminal: whose turn it is, what may be seen, and what is typed."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence

import click

from interpreter.api.decision import Decision, Option, SubChoice
from interpreter.api.session import Session
from interpreter.bots import Bot
from interpreter.cli.board import Board
from interpreter.cli.table_words import HELP, say
from interpreter.explain.refusal import Refusal
from rulelang.cli.looking import looked_up
from rulelang.cli.reading import write_file
from rulelang.cli.showing import painted
from rulelang.tuning.fast_dataclass import dataclass

_MANY = 24
_WIDTH = 100
_MOST_SHOWN = 60


class Left(Exception):
    """Somebody typed `quit`."""


@dataclass(slots=True)
class _Menu:
    """What is offered under numbers: whole options, or the next part of a joint choice."""

    options: list[Option]
    steps: tuple[SubChoice, ...] = ()
    so_far: tuple[str, ...] = ()


class Table:
    """One screen for all who sit at it. What is one player's secret is not shown before the screen changes hands."""

    def __init__(self, session: Session, board: Board, bots: Mapping[int, Bot], language: str) -> None:
        self.session = session
        self.board = board
        self.written = board.written
        self.bots = bots
        self.language = language
        self.people = [seat for seat in range(len(session.game.players)) if seat not in bots]
        self.at_screen = self.people[0] if len(self.people) == 1 else -1
        #: How many steps each player has been told of, and which of them without what was chosen in secret.
        self.told = dict.fromkeys(range(len(session.game.players)), 0)
        self.withheld: dict[int, set[int]] = {seat: set() for seat in self.told}

    def play(self) -> None:
        """To the end of the game, or until somebody leaves."""
        while (decision := self.session.decision) is not None:
            if decision.seat in self.bots:
                self.session.apply(self.bots[decision.seat].choose(self.session.seat(decision.seat)))
                continue
            self._hand_over(decision.seat)
            self._show(decision.seat)
            self._ask(decision)
        self._finish()

    # ---------------------------------------------------------------------------------------------------- screen

    def _hand_over(self, seat: int) -> None:
        """With secrets in the game, nobody else may look when a player's things are shown."""
        if seat == self.at_screen:
            return
        if self.session.game.sight.hides and len(self.people) > 1:
            click.clear()
            turn = "{}, it is your turn. Press Enter when only you can see the screen. "
            self._read(self._say(turn, self._name(seat)))
            click.clear()
        self.at_screen = seat

    def _show(self, seat: int) -> None:
        self._tell(seat)
        seen, names = self.session.observe(seat), self.session.game.names(self.language)
        click.echo()
        drawn = self.board.draw(seen, names)
        if drawn:
            click.echo(drawn)
        click.echo("\n".join(_wrapped(line) for line in seen.text(self.language).splitlines()) + "\n")

    def _tell(self, seat: int) -> None:
        """What has happened since this player was last told, and what was secret then and is not any more."""
        passages = self.session.narrative(seat)
        withheld = self.withheld[seat]
        for passage in passages:
            if passage.number >= self.told[seat] or (passage.number in withheld and not passage.concealed):
                for line in passage.lines(self.language):
                    click.echo(f"  {line}")
                (withheld.add if passage.concealed else withheld.discard)(passage.number)
        self.told[seat] = len(passages)

    def _finish(self) -> None:
        result, names = self.session.result, self.session.game.names(self.language)
        viewer = max(self.at_screen, 0)
        self._tell(viewer)
        drawn = self.board.draw(self.session.observe(viewer), names)
        assert result is not None
        click.echo(f"\n{drawn}\n{self._say('The game is over: {}.', result.text(self.language))}")
        if any(score.lines for score in result.scores):
            for score in result.scores:
                click.echo(f"  {score.text(self.language)}")

    def _say(self, text: str, *values: object) -> str:
        return say(text, self.language, *values)

    def _name(self, seat: int) -> str:
        return self.session.game.names(self.language).player(seat)

    # ------------------------------------------------------------------------------------------------- questions

    def _ask(self, decision: Decision) -> None:
        """Ask until a move is made or the position is another one."""
        menus = [self._menu(decision, None)]
        self._offer(decision, menus[-1])
        while True:
            menu = menus[-1]
            typed = self._read(f"{self._name(decision.seat)}> ").strip()
            word, _, rest = typed.partition(" ")
            match word.casefold():
                case "":
                    self._offer(decision, menu)
                case "?" | "help":
                    click.echo(HELP.get(self.language, HELP["en"]))
                case "quit":
                    raise Left
                case "undo":
                    if self._undo():
                        return
                case "why":
                    self._why()
                case "why-not":
                    self._refuse(rest)
                case "look":
                    self._look(rest)
                case "board":
                    self._show(decision.seat)
                    self._offer(decision, menu)
                case "log":
                    click.echo(self.session.transcript(decision.seat, self.language), nl=False)
                case "save":
                    self._save(rest)
                case "back":
                    del menus[1 if len(menus) < 3 else -1 :]
                    self._offer(decision, menus[-1])
                case _:
                    found = self._chosen(decision, menu, typed)
                    if isinstance(found, _Menu):
                        menus.append(found)
                        self._offer(decision, found)
                    elif found is not None and self._make(found):
                        return

    def _menu(self, decision: Decision, after: SubChoice | None, so_far: tuple[str, ...] = ()) -> _Menu:
        if after is None and len(decision.options) <= _MANY:
            return _Menu(list(decision.options))
        steps = decision.steps(after, self.language)
        if after is None and len(steps) == 1 and steps[0].complete is None:
            # There is only one kind of move: nobody is asked which.
            steps = decision.steps(steps[0], self.language)
        return _Menu([], steps, so_far)

    def _offer(self, decision: Decision, menu: _Menu) -> None:
        if menu.so_far:
            click.echo(f"  {self._say('so far: {}', ', '.join(menu.so_far))}")
        else:
            title = decision.heading(self.language)
            click.echo(painted(f"{self._name(decision.seat)}: {title}", "cyan"))
        offered: Sequence[Option | SubChoice] = menu.options or menu.steps
        labels = [one.label(self.language) if isinstance(one, Option) else one.label for one in offered[:_MOST_SHOWN]]
        if _are_numbers(offered, labels):
            click.echo(f"  {self._say('one of: {}', ', '.join(labels))}")
            return
        width = len(str(len(labels)))
        for number, label in enumerate(labels, 1):
            click.echo(f"  {number:>{width}}  {label}")
        if len(offered) > len(labels):
            more = self._say("and {} more: type a few letters to search among them", len(offered) - len(labels))
            click.echo(f"  {' ' * width}  {more}")
        if not labels:
            click.echo(f"  {self._say('nothing fits; press Enter for the options, ? for help')}")

    def _chosen(self, decision: Decision, menu: _Menu, typed: str) -> Option | _Menu | None:
        """What a number or words stand for: an option, or a smaller menu."""
        if typed.isdigit():
            number = self._position(menu, typed)
            if menu.options and 0 <= number < len(menu.options):
                return menu.options[number]
            if menu.steps and 0 <= number < len(menu.steps):
                return self._stepped(decision, menu, menu.steps[number])
        words = typed.casefold().split()
        fitting = tuple(step for step in menu.steps if _has(step.label, words))
        if len(fitting) == 1:
            return self._stepped(decision, menu, fitting[0])
        if fitting:
            return _Menu([], fitting, menu.so_far)
        exact = decision.read(typed)
        if len(exact) == 1:
            return exact[0]
        options = exact or [option for option in decision.options if _has(option.label(self.language), words)]
        if len(options) == 1:
            return options[0]
        if options:
            return _Menu(options)
        count = len(menu.options or menu.steps)
        if typed.isdigit() and count > 1:
            click.echo(self._say("There are {} choices: type the number in front of one, or a few letters.", count))
        else:
            self._refuse(typed)
        return None

    def _position(self, menu: _Menu, typed: str) -> int:
        """Which of the things offered a number stands for: of numbers the one typed, else the one so far down."""
        offered: Sequence[Option | SubChoice] = menu.options or menu.steps
        labels = [one.label(self.language) if isinstance(one, Option) else one.label for one in offered]
        if _are_numbers(offered, labels):
            return labels.index(typed) if typed in labels else -1
        return int(typed) - 1

    def _stepped(self, decision: Decision, menu: _Menu, step: SubChoice) -> Option | _Menu:
        """The next part of a joint choice is made."""
        if step.complete is not None:
            return step.complete
        further = self._menu(decision, step, (*menu.so_far, step.label))
        forced = further.steps[0].complete if len(further.steps) == 1 else None
        return forced or further

    def _refuse(self, move: str) -> None:
        """Why a move cannot be made, as the one who decides may know it."""
        decision = self.session.decision
        assert decision is not None
        refusal = self.session.seat(decision.seat).why_not(move)
        if refusal is None:
            click.echo(self._say("That is possible."))
            return
        lines = [self._say("{} is not possible:", refusal.move)]
        lines += [str(clause) for clause in refusal.clauses]
        if refusal.suggestions:
            lines.append(self._say("possible: {}", "; ".join(refusal.suggestions)))
        click.echo("\n".join(lines))

    def _make(self, option: Option) -> bool:
        done = self.session.apply(option)
        if isinstance(done, Refusal):
            click.echo(done)
            return False
        return True

    def _undo(self) -> bool:
        """Back to a position in which a person decides; never past what somebody has learned."""
        if not self.session.undo():
            reason = "This cannot be taken back: something was revealed, or left to chance, or nothing was done yet."
            click.echo(self._say(reason))
            return False
        while (decision := self.session.decision) is not None and decision.seat in self.bots and self.session.undo():
            pass
        steps = len(self.session.history)
        self.told = {seat: min(count, steps) for seat, count in self.told.items()}
        self.withheld = {seat: {number for number in held if number < steps} for seat, held in self.withheld.items()}
        return True

    def _why(self) -> None:
        decision = self.session.decision
        if self.session.history and decision is not None:
            click.echo(self.session.seat(decision.seat).why(), nl=False)
        else:
            click.echo(self._say("Nothing has happened yet."))

    def _look(self, words: str) -> None:
        """What is printed on something."""
        lines = (
            looked_up(self.written, words.strip(), self.session.game.names(self.language).term) if words.strip() else []
        )
        if len(lines) > _MOST_SHOWN:
            lines = [*lines[:_MOST_SHOWN], "..."]
        nothing = "Nothing in the rulebook is called so. Give a few letters of a name: look Net"
        click.echo("\n".join(f"  {line}" for line in lines) or self._say(nothing))

    def _save(self, path: str) -> None:
        if not path.strip():
            click.echo(self._say("Give a file: save my_game.json"))
            return
        try:
            write_file(path.strip(), self.session.save())
            click.echo(self._say("Saved as {}.", path.strip()))
        except click.ClickException as wrong:
            click.echo(wrong.format_message())

    @staticmethod
    def _read(prompt: str) -> str:
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise Left
        return line


def _wrapped(line: str) -> str:
    """A long line of things, broken between words and pushed in."""
    width = max(40, shutil.get_terminal_size((_WIDTH, 24)).columns)
    return textwrap.fill(line, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False) or line


def _are_numbers(offered: Sequence[object], labels: Sequence[str]) -> bool:
    """Is it a number that is chosen? Then it is typed as it is."""
    return len(offered) == len(labels) and bool(labels) and all(label.isdigit() for label in labels)


def _has(label: str, words: list[str]) -> bool:
    return all(word in label.casefold() for word in words)
