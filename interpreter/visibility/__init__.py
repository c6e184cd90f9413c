"""Who sees what, and what follows from it: observations, what may be told, worlds a player may imagine."""
