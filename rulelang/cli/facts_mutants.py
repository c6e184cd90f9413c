"""What became of mutants, in few words, and what that says about the statements of the printed rules: is there one that
somebody noticed, where it is cited?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from pydantic import BaseModel, ConfigDict, TypeAdapter

from rulelang.cli.reading import unreadable
from rulelang.cli.showing import counted, listed
from rulelang.mutation.mutants import mutants_of
from rulelang.mutation.statements import Held, Outcome, held
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.rulebook.statements import StatementFacts
from rulelang.tuning.fast_dataclass import dataclass


class Brief(BaseModel):
    """One rulebook: its score, and the keys of its mutants, with spaces between them. What was killed stands under what
    noticed it; with what survived stands how it is told."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    score: float
    killed: dict[str, str]
    survived: dict[str, str]
    timed_out: str
    equivalent: str
    invalid: str

    def outcomes(self) -> dict[str, Outcome]:
        """Which mutants were noticed and which were not; the others say nothing."""
        found: dict[str, Outcome] = dict.fromkeys(self.survived, "missed")
        found.update(dict.fromkeys([*self.timed_out.split(), *self.killers()], "noticed"))
        return found

    def killers(self) -> dict[str, str]:
        """By what each mutant was killed."""
        return {key: by for by, keys in self.killed.items() for key in keys.split()}

    @property
    def known(self) -> frozenset[str]:
        """The keys of all."""
        return frozenset([*self.outcomes(), *self.equivalent.split(), *self.invalid.split()])


_BRIEFS = TypeAdapter(list[Brief])


def read_briefs(text: str) -> list[Brief]:
    """All in a file. Raises `ValueError` if it is none."""
    return _BRIEFS.validate_json(text)


@dataclass(frozen=True, slots=True)
class Proof:
    """What is known about the statements of one rulebook."""

    facts: StatementFacts
    held: dict[str, Held]

    @property
    def unheld(self) -> list[str]:
        """The statements that sentences cite, and no mutant that was noticed stands for."""
        return [number for number in self._covered if not self.held.get(number, Held()).noticed]

    @property
    def _covered(self) -> list[str]:
        return [record.number for record in self.facts.statements if record.status == "covered"]

    def of(self, number: str) -> str:
        """What is told about one statement, behind its status."""
        if number not in self._covered:
            return ""
        found = self.held.get(number, Held())
        count = found.noticed + found.missed
        return f", {found.noticed} of {counted(count, 'mutant')} noticed" if count else ", no mutant"

    def summary(self) -> Iterator[str]:
        """Two lines about all of them."""
        covered, unheld = len(self._covered), self.unheld
        yield f"{covered - len(unheld)} of {counted(covered, 'covered statement')} held by a mutant that was noticed"
        if unheld:
            yield f"Not held: {listed(unheld)}"


def proofs(rulebooks: Sequence[WrittenRulebook], found: Sequence[StatementFacts], path: str) -> list[Proof]:
    """What a file of `rulelang mutate --format brief` says about rulebooks."""
    read, proved = briefs(path), []
    for rulebook, facts in zip(rulebooks, found, strict=True):
        if rulebook.title not in read:
            raise click.ClickException(f"{path} says nothing about {rulebook.title}.")
        mutants = mutants_of(rulebook)
        outcomes = read[rulebook.title].outcomes()
        if outcomes and not any(mutant.key in outcomes for mutant in mutants):
            raise click.ClickException(f"{path} is about other rules than those of {rulebook.title}.")
        proved.append(Proof(facts, held(rulebook, mutants, outcomes)))
    return proved


def briefs(path: str) -> dict[str, Brief]:
    """What stands in such a file, by the titles of rulebooks."""
    try:
        return {brief.title: brief for brief in read_briefs(Path(path).read_text(encoding="utf-8"))}
    except OSError as error:
        raise click.ClickException(unreadable(path, error)) from error
    except ValueError as error:
        raise click.ClickException(f"{path} is not what `rulelang mutate --format brief` writes.") from error
