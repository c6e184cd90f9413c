"""RL03xx: kinds of things that do not fit, and numbers out of their range."""
