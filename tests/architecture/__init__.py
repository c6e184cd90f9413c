"""The shape of the production code: measured, and held."""
