"""RL08xx: labels, languages and citations of the printed rulebook."""
