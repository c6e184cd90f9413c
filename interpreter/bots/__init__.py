"""Players that are programs. They know nothing of any game, and see nothing that their seat does not see.

bot("random", seed=1)     # plays any legal move
bot("greedy", seed=1)     # looks one move ahead, at the score
bot("mcts", seed=1)       # plays on from here in many imagined games; `iterations` says how many
"""

from interpreter.bots.bot import Bot, SteadyBot, bot, bot_names, play

__all__ = ["Bot", "SteadyBot", "bot", "bot_names", "play"]
