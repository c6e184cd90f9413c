"""The command `rulelang` and its subcommands that read rulebooks."""
