"""How things are called: names, labels in each language, notation and its reading."""
