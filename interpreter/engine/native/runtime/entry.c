/* What a game offers to whoever drives it. */

#define RL_LONGEST_FLOW 100000
#define RL_LONGEST_GAME 1000000

static inline void rl_begin(struct rl_ctx *c)
{
    c->fault = RL_FINE;
    c->depth = 0;
    c->scratch_used = 0;
    c->found.used = 0;
}

/* What went wrong somewhere in a state is told with the node where the state stands. */
static inline void rl_end(struct rl_ctx *c, const struct state *s)
{
    if (c->fault && c->fault != RL_FAULT && c->node < 0)
        c->node = (rl_i32)s->RL_NODE[0];
}

static inline void rl_misused(struct rl_ctx *c)
{
    rl_wrong(c, RL_MISUSED, -1, -1, 0);
}

static inline void rl_illegal(struct rl_ctx *c)
{
    rl_wrong(c, RL_ILLEGAL, -1, -1, 0);
}

/* On from a node to where somebody or something decides. */
static void rl_go(struct rl_ctx *c, struct state *s, rl_i32 node)
{
    rl_i32 left = RL_LONGEST_FLOW;
    while (node >= 0 && !c->fault) {
        node = rl_step(c, s, node);
        if (!--left)
            rl_wrong(c, RL_ENDLESS, node, -1, 0);
    }
}

static rl_i64 rl_list_here(struct rl_ctx *c, struct state *s)
{
    rl_i64 at, count = 0;
    rl_list(c, s);
    if (c->fault)
        return 0;
    if (rl_coded(s->RL_NODE[0]))
        return c->found.used;
    for (at = 0; at < c->found.used; at += 1 + c->found.at[at])
        count++;
    return count;
}

static rl_i32 rl_is_listed(struct rl_ctx *c, struct state *s, rl_i64 code)
{
    rl_i64 low = 0, high = rl_list_here(c, s), middle;
    while (low < high) {
        middle = low + (high - low) / 2;
        if (c->found.at[middle] < code)
            low = middle + 1;
        else
            high = middle;
    }
    return !c->fault && low < c->found.used && c->found.at[low] == code;
}

static void rl_play_here(struct rl_ctx *c, struct state *s, rl_i64 code)
{
    rl_i32 next = rl_play(c, s, code);
    rl_go(c, s, next);
}

static void rl_take_here(struct rl_ctx *c, struct state *s, const rl_i64 *move, rl_i64 length)
{
    rl_i32 next = rl_take_move(c, s, move, length);
    rl_go(c, s, next);
}

static rl_i64 rl_outcomes_here(struct rl_ctx *c, struct state *s)
{
    if (rl_stands(s->RL_NODE[0]) != RL_CHANCE)
        rl_misused(c);
    else
        rl_outcomes(c, s);
    if (!c->fault && !c->found.used)
        rl_wrong(c, RL_NOTHING, -1, -1, 0);
    return c->found.used / 2;
}

static rl_i64 rl_shuffled_here(struct rl_ctx *c, struct state *s)
{
    if (rl_stands(s->RL_NODE[0]) != RL_SHUFFLE)
        rl_misused(c);
    else
        rl_shuffled(c, s);
    return c->found.used;
}

static void rl_draw_here(struct rl_ctx *c, struct state *s)
{
    rl_i64 count, total = 0, left, k, other, kept, *at;
    c->found.used = 0;
    if (rl_stands(s->RL_NODE[0]) == RL_SHUFFLE) {
        count = rl_shuffled_here(c, s);
        at = c->found.at;
        for (k = count - 1; k > 0 && !c->fault; k--) {
            other = rl_below(c, k + 1);
            kept = at[k];
            at[k] = at[other];
            at[other] = kept;
        }
        if (!c->fault)
            rl_go(c, s, rl_happen_shuffled(c, s, c->found.at, count));
        return;
    }
    count = rl_outcomes_here(c, s);
    at = c->found.at;
    for (k = 0; k < count && !c->fault; k++)
        total = rl_add(c, total, at[2 * k + 1]);
    if (c->fault)
        return;
    left = rl_below(c, total);
    for (k = 0; k < count - 1 && (left -= at[2 * k + 1]) >= 0; k++) {
    }
    rl_go(c, s, rl_happen(c, s, at[2 * k]));
}

static void rl_random_move(struct rl_ctx *c, struct state *s)
{
    rl_i64 count = 0, chosen, at = 0, trusted = c->trusted, tries;
    /* One at random that may turn out not to be legal, again and again; or all of them. */
    for (tries = rl_is_drawn(s->RL_NODE[0]) ? 64 : 0; tries > 0 && !count && !c->fault; tries--) {
        c->found.used = 0;
        c->trusted = RL_DRAWING;
        count = rl_list_here(c, s);
        c->trusted = trusted;
    }
    if (!count && !c->fault) {
        c->found.used = 0;
        count = rl_list_here(c, s);
    }
    if (!c->fault && !count)
        rl_misused(c);
    if (c->fault)
        return;
    chosen = rl_below(c, count);
    c->trusted = 1;
    if (rl_coded(s->RL_NODE[0])) {
        rl_play_here(c, s, c->found.at[chosen]);
    } else {
        while (chosen--)
            at += 1 + c->found.at[at];
        rl_take_here(c, s, c->found.at + at + 1, c->found.at[at]);
    }
    c->trusted = trusted;
}

/* ---- one for each entry of the table ---- */

static void rl_e_run(struct rl_ctx *c, void *state)
{
    struct state *s = state;
    rl_i64 stands = rl_stands(s->RL_NODE[0]);
    rl_begin(c);
    if (stands == RL_ELSEWHERE || stands == RL_DECIDE)
        rl_go(c, s, (rl_i32)s->RL_NODE[0]);
    rl_end(c, s);
}

static void rl_e_start(struct rl_ctx *c, void *state)
{
    rl_begin(c);
    if (!rl_unpack(state, rl_first_words))
        rl_illegal(c);
    else
        rl_e_run(c, state);
}

static rl_i64 rl_e_node(const void *state)
{
    return ((const struct state *)state)->RL_NODE[0];
}

static rl_i64 rl_e_stands(const void *state)
{
    return rl_stands(rl_e_node(state));
}

static rl_i64 rl_e_is_coded(const void *state)
{
    return rl_coded(rl_e_node(state));
}

static rl_i64 rl_e_actor(struct rl_ctx *c, const void *state)
{
    struct state *s = (struct state *)state;
    rl_i64 actor;
    rl_begin(c);
    actor = rl_stands(s->RL_NODE[0]) == RL_DECIDE ? rl_actor(c, s) : -1;
    rl_end(c, s);
    return actor;
}

static void rl_e_read(const void *state, rl_u64 *words)
{
    rl_pack(state, words);
}

static void rl_e_write(struct rl_ctx *c, void *state, const rl_u64 *words)
{
    rl_begin(c);
    if (!rl_unpack(state, words))
        rl_illegal(c);
}

static rl_u64 rl_e_hash(const void *state)
{
    const rl_u8 *bytes = state;
    rl_u64 found = 0x9e3779b97f4a7c15ULL, word;
    rl_i64 at;
    rl_i32 k;
    for (at = 0; at < (rl_i64)sizeof(struct state); at += 8) {
        for (word = 0, k = 0; k < 8; k++)
            word |= (rl_u64)bytes[at + k] << (8 * k);
        found = (found ^ word) * 0xff51afd7ed558ccdULL;
        found ^= found >> 32;
    }
    return found;
}

static rl_i64 rl_e_list(struct rl_ctx *c, const void *state)
{
    struct state *s = (struct state *)state;
    rl_i64 count = 0;
    rl_begin(c);
    if (rl_stands(s->RL_NODE[0]) != RL_DECIDE)
        rl_misused(c);
    else
        count = rl_list_here(c, s);
    rl_end(c, s);
    return count;
}

static rl_i64 rl_e_list_moves(struct rl_ctx *c, const void *state)
{
    struct state *s = (struct state *)state;
    rl_i64 count = rl_e_list(c, state), k, length, size = 0;
    if (c->fault || !rl_coded(s->RL_NODE[0]))
        return count;
    /* The codes are at the front: records are written behind them, and brought forward. */
    for (k = 0; k < count && !c->fault; k++)
        rl_tell_move(c, c->found.at[k]);
    length = c->found.used;
    for (k = count; k < length; k++)
        c->found.at[size++] = c->found.at[k];
    c->found.used = size;
    return count;
}

static rl_i64 rl_e_is_legal(struct rl_ctx *c, const void *state, rl_i64 code)
{
    struct state *s = (struct state *)state;
    rl_i64 found = 0;
    rl_begin(c);
    if (!rl_coded(s->RL_NODE[0]))
        rl_misused(c);
    else
        found = rl_is_listed(c, s, code);
    rl_end(c, s);
    return found;
}

static rl_i64 rl_e_is_legal_move(struct rl_ctx *c, const void *state, const rl_i64 *move, rl_i64 length)
{
    struct state *s = (struct state *)state;
    rl_i64 found = 0, code;
    rl_begin(c);
    if (rl_stands(s->RL_NODE[0]) != RL_DECIDE) {
        rl_misused(c);
    } else if (rl_coded(s->RL_NODE[0])) {
        code = rl_code_of(s->RL_NODE[0], move, length);
        found = code >= 0 && rl_is_listed(c, s, code);
    } else {
        found = rl_fits_move(c, s, move, length);
        if (c->fault == RL_ILLEGAL) {
            c->fault = RL_FINE;
            found = 0;
        }
    }
    rl_end(c, s);
    return found;
}

static void rl_e_play(struct rl_ctx *c, void *state, rl_i64 code)
{
    rl_begin(c);
    rl_play_here(c, state, code);
    rl_end(c, state);
}

static void rl_e_play_move(struct rl_ctx *c, void *state, const rl_i64 *move, rl_i64 length)
{
    struct state *s = state;
    rl_begin(c);
    if (rl_coded(s->RL_NODE[0]))
        rl_play_here(c, s, rl_code_of(s->RL_NODE[0], move, length));
    else
        rl_take_here(c, s, move, length);
    rl_end(c, s);
}

static rl_i64 rl_e_outcomes(struct rl_ctx *c, const void *state)
{
    struct state *s = (struct state *)state;
    rl_i64 count;
    rl_begin(c);
    count = rl_outcomes_here(c, s);
    rl_end(c, s);
    return count;
}

static rl_i64 rl_e_shuffled(struct rl_ctx *c, const void *state)
{
    struct state *s = (struct state *)state;
    rl_i64 count;
    rl_begin(c);
    count = rl_shuffled_here(c, s);
    rl_end(c, s);
    return count;
}

static void rl_e_happen(struct rl_ctx *c, void *state, rl_i64 outcome)
{
    struct state *s = state;
    rl_begin(c);
    if (rl_stands(s->RL_NODE[0]) != RL_CHANCE)
        rl_misused(c);
    else
        rl_go(c, s, rl_happen(c, s, outcome));
    rl_end(c, s);
}

static void rl_e_happen_shuffled(struct rl_ctx *c, void *state, const rl_i64 *order, rl_i64 length)
{
    struct state *s = state;
    rl_i64 k, j, count;
    rl_begin(c);
    count = rl_shuffled_here(c, s);
    if (!c->fault && count != length)
        rl_illegal(c);
    /* The same pieces, each as often as before. */
    for (k = 0; k < count && !c->fault; k++) {
        for (j = 0; j < count && c->found.at[j] != order[k]; j++) {
        }
        if (j == count)
            rl_illegal(c);
        else
            c->found.at[j] = -1;
    }
    if (!c->fault)
        rl_go(c, s, rl_happen_shuffled(c, s, order, length));
    rl_end(c, s);
}

static void rl_e_draw(struct rl_ctx *c, void *state)
{
    rl_begin(c);
    rl_draw_here(c, state);
    rl_end(c, state);
}

static rl_i64 rl_e_standing(struct rl_ctx *c, const void *state, rl_i64 seat)
{
    struct state *s = (struct state *)state;
    rl_i64 found = 0;
    rl_begin(c);
    if (seat < 0 || seat >= RL_PLAYERS)
        rl_misused(c);
    else
        found = rl_standing(c, s, (rl_i32)seat);
    rl_end(c, s);
    return found;
}

static void rl_e_step(struct rl_ctx *c, void *state)
{
    rl_begin(c);
    if (rl_stands(((struct state *)state)->RL_NODE[0]) != RL_DECIDE)
        rl_misused(c);
    else
        rl_random_move(c, state);
    rl_end(c, state);
}

static rl_i64 rl_e_playout(struct rl_ctx *c, void *state, rl_i64 most)
{
    struct state *s = state;
    rl_i64 moves = 0, left;
    rl_begin(c);
    for (left = RL_LONGEST_GAME; left > 0 && !c->fault; left--) {
        rl_i64 stands = rl_stands(s->RL_NODE[0]);
        if (stands == RL_END || moves == most)
            return moves;
        c->scratch_used = 0;
        if (stands == RL_DECIDE) {
            rl_random_move(c, s);
            moves++;
        } else if (stands == RL_ELSEWHERE) {
            rl_misused(c);
        } else {
            rl_draw_here(c, s);
        }
    }
    rl_wrong(c, RL_ENDLESS, -1, -1, 0);
    rl_end(c, s);
    return moves;
}
