"""RL07xx: components that do not add up, and pieces that have nowhere to be."""
