"""The documents in one order: the Markdown that ships with the packages, and what is made from the program itself."""
