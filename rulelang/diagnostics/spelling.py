"""Which known word did the author mean?"""

from __future__ import annotations

from collections.abc import Iterable


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` most likely stands for, if any is near enough."""
    candidates, words = list(candidates), word.split(" ")
    once = " ".join(part for part, before in zip(words, ["", *words], strict=False) if part != before)
    meant = {once, f"{once}s"} if once != word else set()
    return next((name for name in candidates if name in meant), None) or next(
        iter(close_matches(word, candidates, limit=1)), None
    )


def close_matches(word: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The nearest candidates, best first. A third of the letters may be wrong, at least one."""
    reach = max(1, len(word) // 3)
    letters = frozenset(word)
    ranked = []
    for candidate in dict.fromkeys(candidates):
        if candidate == word or abs(len(candidate) - len(word)) > reach:
            continue
        # A word that differs only in capitals is always near.
        only_capitals = candidate.casefold() == word.casefold()
        # Each letter that only one of them has is wrong.
        if not only_capitals and len(letters.difference(candidate)) > reach:
            continue
        distance = edit_distance(word, candidate, most=None if only_capitals else reach)
        if distance <= reach or only_capitals:
            # Of two that are as near, the one with the same letters: `from` for `form`, not `for`.
            other_letters = sorted(word) != sorted(candidate)
            folded = edit_distance(word.casefold(), candidate.casefold())
            ranked.append((folded, distance, other_letters, candidate))
    return tuple(candidate for *_, candidate in sorted(ranked)[:limit])


def edit_distance(one: str, other: str, most: int | None = None) -> int:
    """How many letters to insert, drop, replace, or swap with their neighbour. If it is more than `most`, something
    more than that."""
    before_last: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        row = [i]
        for j, wanted in enumerate(other, start=1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
        if most is not None and min(row) > most and min(last) >= most:
            return most + 1
        before_last, last = last, row
    return last[-1]
