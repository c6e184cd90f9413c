"""Subcommands that play. `rulelang.command.menu` loads them by name when they are called."""
