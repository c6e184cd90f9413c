"""`python -m rulelang.highlighting` writes the TextMate grammar anew after the vocabulary has changed."""

from rulelang.highlighting.textmate import FILE, grammar

FILE.write_text(grammar(), encoding="utf-8")
