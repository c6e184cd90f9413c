"""The statistics of experiments, with the standard library alone.

The tests hold them against scipy and statsmodels, and count in simulations how often each interval holds the truth."""
