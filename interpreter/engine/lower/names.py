"""Names of the rulebook as names of variables and functions."""

from __future__ import annotations

from keyword import iskeyword


def identifier(name: str) -> str:
    """A Python identifier that reads like `name`."""
    plain = "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in name.strip()).lower()
    plain = plain.strip("_") or "it"
    if plain[0].isdigit():
        plain = f"n{plain}"
    return f"{plain}_" if iskeyword(plain) else plain
