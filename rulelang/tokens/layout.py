"""From lines to blocks: a line that ends in a colon opens a block, a deeper line after any other line continues it."""

from __future__ import annotations

from rulelang.tokens.token import Token


def lay_out(tokens: list[Token]) -> list[Token]:
    """The tokens with `_NL`, `_INDENT` and `_DEDENT` between them, without remarks and line ends."""
    laid: list[Token] = []
    depths = [0]
    line_start, fresh = 0, True
    opened = False
    for token in tokens:
        kind = token.kind
        if kind == "newline":
            line_start, fresh = token.end, True
            continue
        if kind == "NOTE":
            continue
        if fresh:
            fresh = False
            depth = token.start - line_start
            opened = bool(laid) and laid[-1].kind == "COLON"
            place = token.start
            if opened and depth > depths[-1]:
                depths.append(depth)
                laid.append(Token("_NL", "", place, place))
                laid.append(Token("_INDENT", "", place, place))
            elif depth <= depths[-1] and laid:
                laid.append(Token("_NL", "", place, place))
                while depth < depths[-1]:
                    depths.pop()
                    laid.append(Token("_DEDENT", "", place, place))
        laid.append(token)
    end = tokens[-1].end if tokens else 0
    laid.append(Token("_NL", "", end, end))
    laid.extend(Token("_DEDENT", "", end, end) for _ in depths[1:])
    laid.append(Token("$END", "", end, end))
    return laid
