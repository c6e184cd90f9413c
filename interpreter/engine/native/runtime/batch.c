/* Many games at once: states one after the other, each with a number for the small generator of its own, so that a game
   goes on in the same way whichever games are beside it. What goes wrong in one game does not touch the others. */

static inline void rl_begin_one(struct rl_ctx *c, rl_u64 seed)
{
    c->fault = RL_FINE;
    c->depth = 0;
    c->scratch_used = 0;
    c->found.used = 0;
    c->random = seed;
}

/* Chance, as long as it has to decide. */
static void rl_settle(struct rl_ctx *c, struct state *s)
{
    rl_i32 left = RL_LONGEST_FLOW;
    while (!c->fault) {
        rl_i64 stands = rl_stands(s->RL_NODE[0]);
        if (stands != RL_CHANCE && stands != RL_SHUFFLE)
            return;
        c->scratch_used = 0;
        rl_draw_here(c, s);
        if (!--left)
            rl_wrong(c, RL_ENDLESS, -1, -1, 0);
    }
}

static void rl_restart(struct rl_ctx *c, struct state *s)
{
    rl_i64 stands;
    if (!rl_unpack(s, rl_first_words)) {
        rl_illegal(c);
        return;
    }
    stands = rl_stands(s->RL_NODE[0]);
    if (stands == RL_ELSEWHERE || stands == RL_DECIDE)
        rl_go(c, s, (rl_i32)s->RL_NODE[0]);
    rl_settle(c, s);
}

static rl_i8 rl_outcome_of(struct rl_ctx *c, struct state *s)
{
    return (rl_i8)(c->fault ? -c->fault : rl_stands(s->RL_NODE[0]) == RL_END);
}

static void rl_e_start_all(struct rl_ctx *c, void *states, rl_i64 count, rl_u64 *seeds, rl_i8 *ended)
{
    struct state *s = states;
    rl_i64 k;
    for (k = 0; k < count; k++, s++) {
        rl_begin_one(c, seeds[k]);
        rl_restart(c, s);
        rl_end(c, s);
        seeds[k] = c->random;
        ended[k] = rl_outcome_of(c, s);
    }
    c->fault = RL_FINE;
}

static void rl_e_step_all(struct rl_ctx *c, void *states, rl_i64 count, const rl_i64 *codes, rl_u64 *seeds,
                          rl_i8 *ended, rl_i64 restart)
{
    struct state *s = states;
    rl_i64 k;
    for (k = 0; k < count; k++, s++) {
        rl_begin_one(c, seeds[k]);
        if (rl_stands(s->RL_NODE[0]) == RL_END || ended[k] < 0) {
            if (!restart)
                continue;
            rl_restart(c, s);
        } else {
            if (rl_stands(s->RL_NODE[0]) != RL_DECIDE)
                rl_settle(c, s);
            else if (codes && codes[k] >= 0)
                rl_play_here(c, s, codes[k]);
            else
                rl_random_move(c, s);
            rl_settle(c, s);
        }
        rl_end(c, s);
        seeds[k] = c->random;
        ended[k] = rl_outcome_of(c, s);
    }
    c->fault = RL_FINE;
}

static void rl_e_playout_all(struct rl_ctx *c, void *states, rl_i64 count, rl_u64 *seeds, rl_i8 *ended, rl_i64 most,
                             rl_i64 *moves)
{
    struct state *s = states;
    rl_i64 k;
    for (k = 0; k < count; k++, s++) {
        c->random = seeds[k];
        moves[k] = rl_e_playout(c, s, most);
        seeds[k] = c->random;
        ended[k] = rl_outcome_of(c, s);
    }
    c->fault = RL_FINE;
}

static void rl_e_look_all(struct rl_ctx *c, const void *states, rl_i64 count, rl_i32 *actors, rl_i64 *counts, rl_u8 *masks)
{
    struct state *s = (struct state *)states;
    rl_i64 k, j, moves;
    for (k = 0; k < count; k++, s++) {
        rl_begin_one(c, c->random);
        moves = 0;
        if (masks)
            for (j = 0; j < RL_CODES; j++)
                masks[k * RL_CODES + j] = 0;
        if (rl_stands(s->RL_NODE[0]) != RL_DECIDE) {
            if (actors)
                actors[k] = -1;
        } else {
            if (actors)
                actors[k] = (rl_i32)rl_actor(c, s);
            if (counts || masks)
                moves = rl_list_here(c, s);
            if (masks && rl_coded(s->RL_NODE[0]))
                for (j = 0; j < moves; j++)
                    masks[k * RL_CODES + c->found.at[j]] = 1;
        }
        if (counts)
            counts[k] = c->fault ? -c->fault : moves;
    }
    c->fault = RL_FINE;
}

static void rl_e_standing_all(struct rl_ctx *c, const void *states, rl_i64 count, rl_i64 *found)
{
    struct state *s = (struct state *)states;
    rl_i64 k, seat, line;
    for (k = 0; k < count; k++, s++)
        for (seat = 0; seat < RL_PLAYERS; seat++) {
            rl_begin_one(c, c->random);
            *found++ = rl_standing(c, s, (rl_i32)seat);
            for (line = 0; line < RL_CRITERIA; line++)
                *found++ = line < c->found.used ? c->found.at[line] : 0;
        }
    c->fault = RL_FINE;
}
