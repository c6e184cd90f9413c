/* All that is offered. */

#ifndef RL_EXPORT
#define RL_EXPORT
#endif

extern RL_EXPORT const struct rl_game rl_game;
RL_EXPORT const struct rl_game rl_game = {
    RL_ABI, RL_PLAYERS, RL_DIGEST, sizeof(struct state), RL_SCRATCH, RL_CODES, RL_CRITERIA, RL_CELLS, rl_cell_words,
    RL_WORDS, rl_e_start, rl_e_run, rl_e_node, rl_e_stands, rl_e_is_coded, rl_e_actor, rl_e_read, rl_e_write,
    rl_e_hash, rl_e_list, rl_e_list_moves, rl_e_is_counted, rl_e_count, rl_e_kth, rl_e_is_legal, rl_e_is_legal_move,
    rl_e_play, rl_e_play_move, 0, rl_e_outcomes, rl_e_shuffled, rl_e_happen, rl_e_happen_shuffled, rl_e_draw,
    rl_e_standing, rl_e_seed, rl_e_playout};
