"""RuleLang: board-game rulebooks that read like the printed ones, and run."""

__version__ = "0.2.0"
