"""The lines of an example: what is arranged, chosen and expected."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph import example_steps as steps
from rulelang.graph.describe import Speaker
from rulelang.graph.describe.effects import effect_lines
from rulelang.reading.outline import Sentence


def example_lines(speaker: Speaker, sentence: Sentence) -> Iterator[str]:
    """What one line of an example has become."""
    for example in speaker.program.examples:
        if example.origin.span == sentence.span:
            begun = (
                "the setup, with the first choices and outcomes" if example.start == "new" else "everything in the box"
            )
            yield f"begins with {begun}"
        for step in example.steps:
            if step.origin.span == sentence.span:
                yield from _step(speaker, step)


def _step(speaker: Speaker, step: steps.Step) -> Iterator[str]:
    seats = speaker.program.seats
    match step:
        case steps.Arranged(effects, _, fact):
            if fact is not None:
                yield f"arranged so that {speaker.say(fact)}"
            else:
                yield from effect_lines(speaker, effects, {})
        case steps.Begins():
            yield "play goes on here"
        case steps.Chosen(player, answers):
            yield f"{seats[player] if player >= 0 else 'chance'} chooses {_answers(answers)}"
        case steps.Happens(until):
            yield f"anything is chosen until {_claim(speaker, until)}"
        case steps.Expected(claim, at_once):
            when = "at once, before anything happens by itself" if at_once else "when somebody next has a choice"
            yield f"{when}: {_claim(speaker, claim)}"
        case steps.MayChoose(player, negated, answers):
            yield f"{seats[player]} may {'not ' if negated else ''}choose {_answers(answers)}"


def _answers(answers: tuple[steps.Answer, ...]) -> str:
    return ", ".join(
        f"{f'{one.count} ' if one.count else ''}{one.text}{f' in {one.place}' if one.place else ''}" for one in answers
    )


def _claim(speaker: Speaker, claim: steps.Claim) -> str:
    seats = speaker.program.seats
    match claim:
        case steps.Fact(condition):
            return speaker.say(condition)
        case steps.Over(negated):
            return f"the game is {'not ' if negated else ''}over"
        case steps.Winning(players, form, would):
            who = " and ".join(seats[one] for one in players) or "nobody"
            return f"{who} {'would win' if would else 'win'} ({form})"
        case steps.Ranked(players, rank, would):
            return f"{' and '.join(seats[one] for one in players)} {'would be' if would else 'are'} in place {rank}"
        case steps.Seeing(seat, amount, things):
            return f"{seats[seat]} sees {amount} of {speaker.group(things).plural()}"
