"""The command, as a user would run it."""

from tests.cli.conftest import rulelang

__all__ = ["rulelang"]
