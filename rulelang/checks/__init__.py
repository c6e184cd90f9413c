"""Static checks, one per file."""
