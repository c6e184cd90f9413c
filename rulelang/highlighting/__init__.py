"""Rulebooks in colour in other programs: what each word is, told by the scanner and the vocabulary."""
