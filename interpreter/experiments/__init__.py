"""Many games, planned, played anywhere, kept, measured and compared: the laboratory behind `rulelang experiment` and
`rulelang sim`.

setting     what is played in one cell of an experiment, and by whom
playing     one game by its number
measures    what is looked at while games are played
dispatch    the games of settings given to any executor of `concurrent.futures`
"""
