"""Rulebooks played side by side with another implementation of the same games."""
