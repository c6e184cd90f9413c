"""RL05xx: steps that cannot be reached or done, and games that cannot end."""
