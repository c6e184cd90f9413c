"""RL06xx: choices and results that would give away what a player may not know."""
