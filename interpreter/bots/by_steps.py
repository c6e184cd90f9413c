"""What a bot does where there are more options than it can try."""

from __future__ import annotations

from random import Random

from interpreter.api.decision import Decision, Option, SubChoice


def by_steps(decision: Decision, random: Random) -> Option:
    """Any option, every next step of the choice equally likely."""
    step: SubChoice | None = None
    while step is None or step.complete is None:
        step = random.choice(decision.steps(step))
    return step.complete
