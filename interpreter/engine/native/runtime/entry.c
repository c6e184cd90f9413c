/* What a game offers to whoever drives it. */

#define RL_LONGEST_FLOW 100000
#define RL_LONGEST_GAME 1000000
#define RL_MOST_OPTIONS 1000000

static inline void rl_begin(struct rl_ctx *c)
{
    c->fault = RL_FINE;
    c->depth = 0;
    c->scratch_used = 0;
    c->found.used = 0;
    c->only = 0;
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

/* ---- random games: from place to place, each with a routine that draws ---- */

enum rl_until { RL_TO_THE_END, RL_TO_A_HEAD, RL_TO_A_DECISION };

/* What a routine leaves to the ordinary ones: the node goes on by itself if nothing is legal, else one of the legal moves
   is drawn from their list. Then the game is at any place. */
static inline rl_i32 rl_draw_listed(struct rl_ctx *c, struct state *s, rl_i32 node)
{
    rl_i64 count, chosen, at = 0, trusted = c->trusted;
    s->RL_NODE[0] = node;
    rl_go(c, s, node);
    if (c->fault || rl_stands(s->RL_NODE[0]) != RL_DECIDE)
        return ~0;
    c->found.used = 0;
    count = rl_list_here(c, s);
    if (!c->fault && !count)
        rl_misused(c);
    if (c->fault)
        return 0;
    chosen = rl_draw(c, count);
    c->trusted = 1;
    if (rl_coded(s->RL_NODE[0])) {
        rl_play_here(c, s, c->found.at[chosen]);
    } else {
        while (chosen--)
            at += 1 + c->found.at[at];
        rl_take_here(c, s, c->found.at + at + 1, c->found.at[at]);
    }
    c->trusted = trusted;
    return 0;
}

static rl_i32 rl_is_there(rl_i32 place, enum rl_until until)
{
    rl_i32 stands = place ? rl_stands(rl_node_of_place[place]) : RL_ELSEWHERE;
    if (stands == RL_END || !until)
        return stands == RL_END;
    return until == RL_TO_A_HEAD ? rl_is_head(place) : stands == RL_DECIDE;
}

/* From a place to the end, or to what else is wanted, or so many moves far; how many moves there were. */
static rl_i64 rl_walk(struct rl_ctx *c, struct state *s, rl_i32 *place, rl_i64 most, enum rl_until until)
{
    rl_i64 moves = 0, mark = c->scratch_used;
    rl_i32 next, left = RL_LONGEST_GAME;
    while (!c->fault && !rl_is_there(*place, until) && moves != most) {
        next = *place ? rl_draw_at(c, s, *place) : ~rl_place_of(c, s);
        c->scratch_used = mark;
        moves += next >= 0;
        *place = next < 0 ? ~next : next;
        if (!--left)
            rl_wrong(c, RL_ENDLESS, -1, -1, 0);
    }
    return moves;
}

/* On to where somebody or something decides, from a place on the way. */
static void rl_stand_at(struct rl_ctx *c, struct state *s, rl_i32 place)
{
    rl_i64 stands;
    if (place && !c->fault)
        s->RL_NODE[0] = rl_node_of_place[place];
    stands = rl_stands(s->RL_NODE[0]);
    if (stands == RL_ELSEWHERE || stands == RL_DECIDE)
        rl_go(c, s, (rl_i32)s->RL_NODE[0]);
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

static rl_i64 rl_e_is_counted(const void *state)
{
    return rl_is_counted(rl_e_node(state));
}

static rl_i64 rl_e_count(struct rl_ctx *c, const void *state)
{
    struct state *s = (struct state *)state;
    if (!rl_is_counted(rl_e_node(state)))
        return rl_e_list(c, state);
    rl_begin(c);
    c->only = 1;
    c->number = 0;
    rl_list(c, s);
    c->only = 0;
    if (c->number > RL_MOST_OPTIONS)
        rl_overflow(c);
    rl_end(c, s);
    return c->number;
}

static rl_i64 rl_e_kth(struct rl_ctx *c, const void *state, rl_i64 number)
{
    struct state *s = (struct state *)state;
    rl_i64 count = 0, k, at = 0;
    if (rl_is_counted(rl_e_node(state))) {
        rl_begin(c);
        c->only = 2;
        c->number = number < 0 ? -1 : number;
        rl_list(c, s);
        c->only = 0;
        rl_end(c, s);
        return c->found.used > 0;
    }
    count = rl_e_list(c, state);
    if (c->fault || number < 0 || number >= count)
        return 0;
    if (rl_coded(s->RL_NODE[0])) {
        c->found.at[0] = c->found.at[number];
        c->found.used = 1;
        return 1;
    }
    while (number--)
        at += 1 + c->found.at[at];
    c->found.used = 1 + c->found.at[at];
    for (k = 0; k < c->found.used; k++)
        c->found.at[k] = c->found.at[at + k];
    return 1;
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
    struct state *s = state;
    rl_i64 stands = rl_stands(s->RL_NODE[0]);
    rl_i32 place;
    rl_begin(c);
    if (!c->random || (stands != RL_CHANCE && stands != RL_SHUFFLE)) {
        rl_misused(c);
    } else {
        place = rl_place_of(c, s);
        rl_walk(c, s, &place, -1, RL_TO_A_DECISION);
        rl_stand_at(c, s, place);
    }
    rl_end(c, s);
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

static rl_i64 rl_e_playout(struct rl_ctx *c, void *state, rl_i64 most)
{
    struct state *s = state;
    rl_i64 moves;
    rl_i32 place;
    rl_begin(c);
    if (!c->random) {
        rl_misused(c);
        return 0;
    }
    place = rl_place_of(c, s);
    moves = rl_walk(c, s, &place, most, most < 0 ? RL_TO_A_HEAD : RL_TO_THE_END);
    if (most >= 0) {
        rl_stand_at(c, s, place);
    } else if (!c->fault && rl_is_head(place)) {
        moves += rl_whole_game(c, s, place);
        if (moves >= RL_LONGEST_GAME)
            rl_wrong(c, RL_ENDLESS, -1, -1, 0);
        s->RL_NODE[0] = RL_LAST_NODE;
    } else if (!c->fault) {
        s->RL_NODE[0] = rl_node_of_place[place];
    }
    rl_end(c, s);
    return moves;
}
