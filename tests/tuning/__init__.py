"""Tests of what makes Python quicker."""
