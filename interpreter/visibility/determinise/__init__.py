"""Determinisation: whole states that fit everything one player has observed."""
