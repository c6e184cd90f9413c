"""What the names mean: the typed rulebook."""
