"""What became of the mutants of a rulebook in few words, to be kept beside it: keys, by what noticed them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, TypeAdapter

from rulelang.mutation.statements import Outcome


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
