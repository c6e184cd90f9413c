"""A game at the terminal: whose turn it is, what may be seen, and what is typed."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

import click

from interpreter.api.decision import Decision, Option
from interpreter.api.session import Session
from interpreter.bots import Bot, SteadyBot
from interpreter.cli.board import Board
from interpreter.cli.menus import TerminalMenu, of_options, opening, several_numbers
from interpreter.cli.table_words import HELP, say
from interpreter.explain.refusal import Refusal
from interpreter.wording.names import Names
from interpreter.wording.observation import Observation
from interpreter.wording.picture import contents, times
from rulelang.cli.looking import looked_up
from rulelang.cli.reading import write_file
from rulelang.cli.showing import painted

# `where`: what lies in a place, and where a piece lies, as one player sees it.


def where(seen: Observation, names: Names, short: Mapping[str, str], words: str) -> list[str]:
    """Every place with these words in its name (or with this short name on the board) and what lies there, and every
    place where something of this name lies; the exact name alone where there is one."""
    wanted = words.casefold().split()
    called = list(_places(seen, names, short)) + list(_things(seen, names))
    exact = [line for keys, line in called if words.casefold() in keys]
    fitting = [line for keys, line in called if any(all(word in key for word in wanted) for key in keys)]
    return list(dict.fromkeys(exact or fitting))


def _places(seen: Observation, names: Names, short: Mapping[str, str]) -> Iterator[tuple[set[str], str]]:
    for found in seen.places:
        name = names.place(found.place)
        sign = short.get(name, name)
        title = f"{name} ({sign})" if sign != name else name
        lies = contents(found, names) if found.size else names.nothing
        yield {name.casefold(), sign.casefold()}, f"{title}: {lies}"


def _things(seen: Observation, names: Names) -> Iterator[tuple[set[str], str]]:
    for found in seen.places:
        there = names.place(found.place)
        for piece in found.pieces:
            if piece is not None:
                yield {names.piece(piece).casefold()}, f"{names.piece(piece)}: {there}"
        for variety, count in found.tokens:
            name = names.variety(variety)
            yield {name.casefold()}, f"{times(name, count)}: {there}"


_WIDTH = 100
_MOST_SHOWN = 60
#: The menu stands above a refusal: an idea of what is possible is enough there.
_FEW = 3


class LeftTable(Exception):
    """Somebody typed `quit`."""


class GameTable:
    """One screen for all who sit at it. What is one player's secret is not shown before the screen changes hands."""

    def __init__(self, session: Session, board: Board, bots: Mapping[int, Bot], language: str) -> None:
        self.session = session
        self.board = board
        self.written = board.written
        self.bots = {seat: SteadyBot(bot, seat) for seat, bot in bots.items()}
        self.language = language
        self.people = [seat for seat in range(len(session.game.players)) if seat not in bots]
        self.at_screen = self.people[0] if len(self.people) == 1 else -1
        #: The steps each player has been told of, and whether without what was chosen in secret.
        self.told: list[dict[int, bool]] = [{} for _ in session.game.players]

    def play(self) -> None:
        """To the end of the game, or until somebody leaves."""
        while (decision := self.session.decision) is not None:
            if decision.seat in self.bots:
                self._let(self.bots[decision.seat], decision.seat)
                continue
            self._hand_over(decision.seat)
            self._show(decision.seat)
            self._ask(decision)
        self._finish()

    def _let(self, bot: SteadyBot, seat: int) -> None:
        """A bot chooses; that it failed is told, and the game goes on."""
        failures = len(bot.failures)
        self.session.apply(bot.choose(self.session.seat(seat)))
        for failure in bot.failures[failures:]:
            times = f", {len(bot.failures)} times so far" if len(bot.failures) > 1 else ""
            name = self.session.game.players[seat]
            click.echo(f"The bot of {name} failed ({failure}){times}: any option was taken.")

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
        told, lines = self.told[seat], list[str]()
        for passage in self.session.narrative(seat):
            if passage.number not in told or (told[passage.number] and not passage.concealed):
                told[passage.number] = passage.concealed
                lines += passage.lines(self.language)
        for line in gathered(lines):
            click.echo(_wrapped(f"  {line}", "      "))

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
        menus = [opening(decision, self.language)]
        self._offer(decision, menus[-1])
        while True:
            menu = menus[-1]
            typed = self._read(f"{self._name(decision.seat)}> ").strip()
            word, _, rest = typed.partition(" ")
            match word.casefold():
                case "":
                    self._offer(decision, menu)
                case "?" | "h" | "help":
                    click.echo(HELP.get(self.language, HELP["en"]))
                case "q" | "quit" | "exit" if not rest:
                    raise LeftTable
                case "undo":
                    if self._undo():
                        return
                case "why":
                    self._why()
                case "why-not":
                    self._refuse(rest)
                case "look":
                    self._look(rest)
                case "where":
                    self._where(decision.seat, rest)
                case "board":
                    self._show(decision.seat)
                    self._offer(decision, menu)
                case "log":
                    passages = self.session.narrative(decision.seat)
                    told = gathered(line for passage in passages for line in passage.lines(self.language))
                    click.echo("\n".join(_wrapped(line) for line in told))
                case "save":
                    self._save(rest)
                case "back":
                    del menus[1 if len(menus) < 3 else -1 :]
                    self._offer(decision, menus[-1])
                case _:
                    found = self._chosen(decision, menu, typed)
                    if isinstance(found, TerminalMenu):
                        menus.append(found)
                        self._offer(decision, found)
                    elif found is not None and self._make(found):
                        return

    def _offer(self, decision: Decision, menu: TerminalMenu) -> None:
        count = self._how_many(menu)
        if menu.so_far:
            click.echo(f"  {self._say('so far: {}', ', '.join(menu.so_far))}{count}")
        else:
            title = decision.heading(self.language)
            click.echo(painted(f"{self._name(decision.seat)}: {title}{count}", "cyan"))
        labels = menu.labels[:_MOST_SHOWN]
        if menu.of_numbers and len(labels) == len(menu.entries):
            click.echo(f"  {self._say('one of: {}', ', '.join(labels))}")
            return
        width = len(str(len(labels)))
        for number, label in enumerate(labels, 1):
            click.echo(f"  {number:>{width}}  {label}")
        if len(menu.entries) > len(labels):
            more = self._say("and {} more: type a few letters to search among them", len(menu.entries) - len(labels))
            click.echo(f"  {' ' * width}  {more}")
        if not labels:
            click.echo(f"  {self._say('nothing fits; press Enter for the options, ? for help')}")

    def _how_many(self, menu: TerminalMenu) -> str:
        """Of a handful, how many are still to be chosen."""
        if menu.missing is None:
            return ""
        low, high = menu.missing
        if low == high:
            return f" ({self._say('{} more' if menu.so_far else 'choose {}', low)})"
        return f" ({self._say('up to {} more' if menu.so_far else 'choose up to {}', high)})"

    def _chosen(self, decision: Decision, menu: TerminalMenu, typed: str) -> Option | TerminalMenu | None:
        """What a number, several numbers or words stand for: a move, or the next menu."""
        if typed.isdigit() and (entry := menu.numbered(typed)) is not None:
            return menu.taken(entry)
        if several_numbers(typed) and (several := menu.several(typed)) is not None:
            return several
        words = typed.casefold().split()
        named = [entry for entry in menu.entries if entry.label.casefold() == typed.casefold()]
        fitting = menu.narrowed(words)
        if len(named) == 1 or len(fitting.entries) == 1:
            return menu.taken(named[0] if named else fitting.entries[0])
        exact = decision.read(typed)
        if len(exact) == 1:
            return exact[0]
        if fitting.entries:
            return fitting
        options = exact or [option for option in decision.options if _has(option.label(self.language), words)]
        if options:
            return options[0] if len(options) == 1 else of_options(decision, self.language, options)
        if typed.isdigit() and len(menu.entries) > 1:
            count = len(menu.entries)
            click.echo(self._say("There are {} choices: type the number in front of one, or a few letters.", count))
        elif several_numbers(typed):
            click.echo(self._say("These cannot be chosen together: {}.", typed))
        else:
            self._refuse(typed)
        return None

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
            more = ("...",) if len(refusal.suggestions) > _FEW else ()
            lines.append(self._say("possible: {}", "; ".join((*refusal.suggestions[:_FEW], *more))))
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
        self.told = [{number: held for number, held in told.items() if number < steps} for told in self.told]
        return True

    def _why(self) -> None:
        decision = self.session.decision
        if self.session.history and decision is not None:
            click.echo(self.session.seat(decision.seat).why(), nl=False)
        else:
            click.echo(self._say("Nothing has happened yet."))

    def _look(self, words: str) -> None:
        """What is printed on something."""
        label = self.session.game.names(self.language).term
        lines = looked_up(self.written, words.strip(), label) if words.strip() and self.written is not None else []
        if len(lines) > _MOST_SHOWN:
            lines = [*lines[:_MOST_SHOWN], "..."]
        nothing = "Nothing in the rulebook goes by that name. Type a few letters of one: look Net"
        click.echo("\n".join(f"  {line}" for line in lines) or self._say(nothing))

    def _where(self, seat: int, words: str) -> None:
        """What lies in a place, and where something lies, as the one who asks may know it."""
        names = self.session.game.names(self.language)
        lines = where(self.session.observe(seat), names, self.board.short(names), words) if words.strip() else []
        if len(lines) > _MOST_SHOWN:
            lines = [*lines[:_MOST_SHOWN], "..."]
        nothing = "You see nothing by that name. Type a few letters of a place or a piece: where Deck"
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
            raise LeftTable
        return line


def _wrapped(line: str, push: str = "    ") -> str:
    """A long line of things, broken between words and pushed in."""
    width = max(40, shutil.get_terminal_size((_WIDTH, 24)).columns)
    return textwrap.fill(line, width, subsequent_indent=push, break_long_words=False, break_on_hyphens=False) or line


def gathered(lines: Iterable[str]) -> Iterator[str]:
    """Equal lines that follow one another are one."""
    for line, same in groupby(lines):
        count = sum(1 for _ in same)
        yield line if count == 1 else f"{line} (×{count})"


def _has(label: str, words: list[str]) -> bool:
    return all(word in label.casefold() for word in words)
