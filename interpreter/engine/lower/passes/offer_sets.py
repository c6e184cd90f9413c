"""Codes that are offered for every element of a set.

for x in bits(s):
    offer 9 * x + 4 = 0(x)         becomes         offer 9 * each + 4 of s

Several sets behind one another whose codes lie within one stride are offered together, so that the codes are in order.
"""

from __future__ import annotations

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Block, Routine, Statement
from interpreter.engine.lower.expressions import Binary, BinaryOp, Expression, Immediate, Var
from interpreter.engine.lower.rewrite import blocks_changed
from rulelang.tuning.fast_dataclass import replace


def with_sets_offered(routine: Routine) -> Routine:
    """A routine that offers whole sets."""
    return replace(routine, body=blocks_changed(routine.body, _changed))


def _changed(block: Block) -> Block:
    kept: list[Statement] = []
    for statement in map(_offered, block):
        match (kept[-1] if kept else None), statement:
            case code.OfferSets() as before, code.OfferSets() as more if (both := _together(before, more)) is not None:
                kept[-1] = both
            case _:
                kept.append(statement)
    return _without_sorting(tuple(kept))


def _together(before: code.OfferSets, more: code.OfferSets) -> code.OfferSets | None:
    pairs = sorted(
        [*zip(before.bases, before.sets, strict=True), *zip(more.bases, more.sets, strict=True)],
        key=lambda pair: pair[0],
    )
    bases = tuple(base for base, _ in pairs)
    if before.stride != more.stride or bases[-1] - bases[0] >= before.stride or len(set(bases)) < len(bases):
        return None
    return code.OfferSets(tuple(elements for _, elements in pairs), bases, before.stride)


def _without_sorting(block: Block) -> Block:
    """What is offered together is in order already, if it is all that is offered."""
    offers = [one for one in block if not isinstance(one, code.Remark)]
    match offers:
        case [code.OfferSets(), code.SortOffers(), code.Finish()]:
            return tuple(one for one in block if not isinstance(one, code.SortOffers))
        case _:
            return block


def _offered(statement: Statement) -> Statement:
    match statement:
        case code.For(var, code.Elements(elements), (code.Offer(_, number, _),)) if number is not None:
            line = linear(number, var)
            return statement if line is None or line[1] <= 0 else code.OfferSets((elements,), (line[0],), line[1])
        case _:
            return statement


def linear(value: Expression, var: Var) -> tuple[int, int] | None:
    """Base and stride of a value that is `base + stride * var`."""
    match value:
        case Immediate(known, _):
            return known, 0
        case Var():
            return (0, 1) if value == var else None
        case Binary(BinaryOp.ADD | BinaryOp.SUBTRACT | BinaryOp.MULTIPLY as op, left, right, _):
            first, second = linear(left, var), linear(right, var)
            if first is None or second is None:
                return None
            match op:
                case BinaryOp.ADD:
                    return first[0] + second[0], first[1] + second[1]
                case BinaryOp.SUBTRACT:
                    return first[0] - second[0], first[1] - second[1]
                case _ if first[1] == 0:
                    return first[0] * second[0], first[0] * second[1]
                case _ if second[1] == 0:
                    return first[0] * second[0], first[1] * second[0]
                case _:
                    return None
        case _:
            return None
