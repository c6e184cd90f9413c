"""Everyday phrasings and what to write for them, by what they speak of."""
