"""Random games of every rulebook, for every number of players and every variant, watched closely."""
