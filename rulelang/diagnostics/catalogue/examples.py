"""RL09xx: worked examples that cannot be set up, are ambiguous or turn out otherwise."""
