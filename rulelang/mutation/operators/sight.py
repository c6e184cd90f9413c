"""Who sees what."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import Variation
from rulelang.mutation.register import instead, operator, turned, without
from rulelang.mutation.sites import MutationSite, varied, written
from rulelang.tree import nodes as tree

_TURNED = {
    "secret": "open", "open": "secret", "face-up": "face-down", "face-down": "face-up", "face-out": "open",
}  # fmt: skip


@operator("a place is open to everybody, or secret")
def sight_changed(site: MutationSite) -> Iterator[Variation]:
    """`a secret area`: `an open area`; `a face-down pile`: `a face-up pile`"""
    node = site.node
    if isinstance(node, tree.ThingDeclaration | tree.HeldPlace):
        for number, word in enumerate(node.sight):
            other = _TURNED[word]
            sight = (*node.sight[:number], other, *node.sight[number + 1 :])
            before = written(node, f"a {word}", f"an {word}")
            article = "an" if other == "open" else "a"
            if before is not None:
                yield from instead(varied(node, sight=sight), before, f"{article} {other}")
            else:
                yield from instead(varied(node, sight=sight), written(node, word), other)


@operator("something lies the other way up")
def face_turned(site: MutationSite) -> Iterator[Variation]:
    """`turn the Card face up`: `turn the Card face down`"""
    node = site.node
    match node:
        case tree.TurnOver(face=face) | tree.Move(face=face) if face is not None:
            other = _TURNED[face]
            old, new = face.replace("-", " "), other.replace("-", " ")
            yield from instead(varied(node, face=other), written(node, old), new)
        case tree.IsFace():
            yield from turned(node, "face", _TURNED)
        case _:
            return


@operator("chance no longer chooses: the player does")
def chance_removed(site: MutationSite) -> Iterator[Variation]:
    """`chance chooses a Card`: `choose a Card`"""
    node = site.node
    if isinstance(node, tree.By) and isinstance(node.actor, tree.ChanceChooses):
        yield from without(node.deed, node.actor.span, exact=False)
