"""RL04xx: exceptions that contradict each other, and which one wins."""
