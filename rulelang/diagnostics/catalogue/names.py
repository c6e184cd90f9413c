"""RL02xx: names nobody introduced, names introduced twice, and words that refer to nothing or to two things."""
