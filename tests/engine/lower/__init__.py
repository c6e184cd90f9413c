"""Tests of the lowered form."""
