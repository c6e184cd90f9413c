"""The four big games written a second time, in plain Python and from the printed rules alone, and played side by side
with their rulebooks."""
