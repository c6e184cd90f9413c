"""`python -m rulelang`: the command, where its script is not on the path."""

from rulelang.cli import main

main()
