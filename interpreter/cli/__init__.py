"""Subcommands that play. `rulelang.cli.menu` loads them by name when they are called."""
