"""Codes that are offered for every element of a set.

for x in bits(s):
    offer 9 * x + 4 = 0(x)         becomes         offer 9 * each + 4 of s

Several sets behind one another whose codes lie within one stride are offered together, so that the codes are in order.
What is offered alone is marked: it need not be listed.
"""

from __future__ import annotations

from typing import Final

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Block, Role, Routine, Statement
from interpreter.engine.lower.expressions import Binary, BinaryOp, Expression, Immediate, Var
from interpreter.engine.lower.rewrite import blocks_changed, exits, statements
from rulelang.tuning.fast_dataclass import replace

_OFFERS: Final = (code.Offer, code.OfferSets)


def with_sets_offered(routine: Routine) -> Routine:
    """A routine that offers whole sets."""
    body = blocks_changed(routine.body, _changed)
    return replace(routine, body=_marked(body)[0] if routine.role is Role.LIST else body)


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


def _marked(block: Block, *, is_first: bool = True, is_last: bool = False) -> tuple[Block, bool]:
    """A block with the sets marked that are offered alone, and whether nothing was offered before what follows it."""
    found: list[Statement] = []
    for position, statement in enumerate(block):
        after = next((one for one in block[position + 1 :] if not isinstance(one, code.Remark)), None)
        ends = isinstance(after, code.Finish) or (after is None and is_last)
        match statement:
            case code.OfferSets():
                found.append(replace(statement, alone=is_first and ends))
                is_first = False
            case code.If(condition, then, otherwise):
                first, none_yet = _marked(then, is_first=is_first, is_last=ends)
                second, nor_here = _marked(otherwise, is_first=is_first, is_last=ends)
                found.append(code.If(condition, first, second))
                is_first = (none_yet or exits(first)) and (nor_here or exits(second))
            case _:
                is_first = is_first and not any(isinstance(one, _OFFERS) for one in statements((statement,)))
                found.append(statement)
    return tuple(found), is_first


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
