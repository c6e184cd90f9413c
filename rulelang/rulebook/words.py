"""The words of a rulebook: which names exist, their plurals, and how a run of capitalised words splits into names."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulelang.tuning.fast_dataclass import dataclass, field

_ENDINGS = (("fe", "ves"), ("ff", "ffs"), ("f", "ves"), ("o", "oes"), ("man", "men"), ("Man", "Men"), ("Die", "Dice"))
_SINGULARS = (
    ("ies", ("y", "ie")),
    ("xes", ("x", "xe")),
    ("sses", ("ss",)),
    ("ses", ("se", "s")),
    ("zes", ("ze", "z")),
    ("ches", ("ch", "che")),
    ("shes", ("sh",)),
    ("oes", ("o", "oe")),
    ("lves", ("lf", "lve")),
    ("eaves", ("eaf", "eave")),
    ("oaves", ("oaf", "oave")),
    ("ives", ("ife", "ive")),
    ("ves", ("ve", "f", "fe")),
    ("ss", ()),
    ("s", ("",)),
    ("men", ("man",)),
    ("Men", ("Man",)),
    ("Dice", ("Die",)),
)


def plural_of(name: str) -> str:
    """The regular English plural of a name's last word."""
    head, _, last = name.rpartition(" ")
    if last.endswith(("s", "x", "z", "ch", "sh")):
        plural = last + "es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        plural = last[:-1] + "ies"
    else:
        plural = last + "s"
    return f"{head} {plural}" if head else plural


def other_plurals(name: str) -> Iterator[str]:
    """Plurals that many such names have, though not all: `Loaves`, `Heroes`, `Fishermen`."""
    head, _, last = name.rpartition(" ")
    for ending, plural in _ENDINGS:
        if last.endswith(ending):
            last = last.removesuffix(ending) + plural
            yield f"{head} {last}" if head else last
            return


def third_person(name: str) -> str:
    """`Call` becomes `Calls`, `Take Fleet` becomes `Takes Fleet`."""
    first, _, rest = name.partition(" ")
    if first.endswith(("s", "x", "z", "ch", "sh", "o")):
        first += "es"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        first = first[:-1] + "ies"
    else:
        first += "s"
    return f"{first} {rest}" if rest else first


@dataclass(slots=True)
class Plurals:
    """Singular forms by every accepted spelling."""

    irregular: dict[str, str] = field(default_factory=dict)
    singular: dict[str, str] = field(default_factory=dict)

    def learn(self, name: str) -> None:
        """Accept a name and its plural."""
        for form in self.forms(name):
            self.singular.setdefault(form, name)
        last = name.rpartition(" ")[2]
        for singular, plural in self.irregular.items():
            if plural in (name, last):
                self.singular.setdefault(name.removesuffix(plural) + singular, name)
        for guess in singular_guesses(name):
            self.singular.setdefault(guess, name)

    def forms(self, name: str) -> Iterator[str]:
        """A name and its plurals."""
        yield name
        head, _, last = name.rpartition(" ")
        irregular = self.irregular.get(name) or self.irregular.get(last)
        if irregular is not None:
            yield irregular if name in self.irregular or not head else f"{head} {irregular}"
        yield plural_of(name)
        yield from other_plurals(name)

    def __call__(self, spelling: str) -> str:
        """The singular of a spelling, or the spelling itself."""
        return self.singular.get(spelling, spelling)


def spellings(name: str, plurals: Plurals) -> Iterator[str]:
    """A name, without the adjectives in front of it, in the singular and the plural."""
    words = name.split()
    for start in range(len(words)):
        text = " ".join(words[start:])
        yield from (text, plural_of(text), plurals(text))


def split_words(text: str, known: Callable[[str], bool], last: Callable[[str], bool]) -> tuple[list[str], str] | None:
    """Split `Rimmed Bell Culture Token` into adjectives and a last name; the longest names win, from the right."""
    words = text.split(" ")
    for start in range(len(words)):
        noun = " ".join(words[start:])
        if last(noun):
            front = split_all(words[:start], known)
            if front is not None:
                return front, noun
    return None


def split_all(words: list[str], known: Callable[[str], bool]) -> list[str] | None:
    """Split words into known names, longest first; None when that cannot be done."""
    if not words:
        return []
    for end in range(len(words), 0, -1):
        name = " ".join(words[:end])
        if known(name):
            rest = split_all(words[end:], known)
            if rest is not None:
                return [name, *rest]
    return None


def singular_guess(name: str) -> str | None:
    """The singular an author most likely writes for something declared in the plural: `Coins` -> `Coin`."""
    return next(singular_guesses(name), None)


def singular_guesses(name: str) -> Iterator[str]:
    """Every singular that may belong to a plural, the likeliest first: `Boxes` -> `Box`, `Boxe`."""
    head, _, last = name.rpartition(" ")
    for ending, singulars in _SINGULARS:
        if last.endswith(ending) and len(last) > len(ending):
            stem = last.removesuffix(ending)
            yield from (f"{head} {stem}{singular}" if head else stem + singular for singular in singulars)
            return
