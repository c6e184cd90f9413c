/* A game written by hand, for tests of the host: take stones from a heap.

   node 0  take one or two stones (codes 0 and 1); three stones: a fault of the rules; of a heap of 777 the only code is
           how often it was listed
   node 1  a handful of stones out of {1, 3, 5} (no codes)
   node 2  chance puts 1 to 3 stones back, with these weights
   node 3  a shuffle
   node 4  the end
   The last cell is a set of 128 elements. */

struct state { rl_i64 node, heap, turn; rl_u64 marks[2]; };

static const rl_i32 cell_words[] = {0, 0, 0, 2};
static rl_i64 tried, listed;

static void clear(struct rl_ctx *ctx) { ctx->fault = RL_FINE; ctx->found.used = 0; }
static void fail(struct rl_ctx *ctx, rl_i32 fault) { if (!ctx->fault) ctx->fault = fault; }

static void push(struct rl_ctx *ctx, struct rl_arena *arena, rl_i64 number)
{
    if (arena->used == arena->room && !(ctx->grow && ctx->grow(ctx, arena, arena->used + 1))) fail(ctx, RL_NO_ROOM);
    else arena->at[arena->used++] = number;
}

static void tell(struct rl_ctx *ctx, rl_i64 heap, const rl_u64 *marks)
{
    if (!ctx->logs) return;
    rl_i64 said[] = {7, 2, 0, heap, 2, (rl_i64)marks[0], (rl_i64)marks[1], 1, 3};
    for (int i = 0; i < 9; i++) push(ctx, &ctx->log, said[i]);
}

static void start(struct rl_ctx *ctx, void *at)
{
    struct state *s = at;
    clear(ctx);
    s->node = 0; s->heap = 9; s->turn = 0; s->marks[0] = 1; s->marks[1] = 0;
}

static void run(struct rl_ctx *ctx, void *at) { (void)at; clear(ctx); }
static rl_i64 node(const void *at) { return ((const struct state *)at)->node; }
static rl_i64 stands(const void *at)
{
    static const rl_i64 kinds[] = {RL_DECIDE, RL_DECIDE, RL_CHANCE, RL_SHUFFLE, RL_END};
    return kinds[node(at)];
}
static rl_i64 is_coded(const void *at) { return node(at) == 0; }
static rl_i64 actor(struct rl_ctx *ctx, const void *at)
{
    clear(ctx);
    return node(at) < 2 ? ((const struct state *)at)->turn : -1;
}

static void read(const void *at, rl_u64 *words)
{
    const struct state *s = at;
    words[0] = (rl_u64)s->node; words[1] = (rl_u64)s->heap; words[2] = (rl_u64)s->turn;
    words[3] = s->marks[0]; words[4] = s->marks[1];
}

static void write(struct rl_ctx *ctx, void *at, const rl_u64 *words)
{
    struct state *s = at;
    clear(ctx);
    if (words[0] > 4 || words[1] > 1000 || words[2] > 1) { fail(ctx, RL_ILLEGAL); return; }
    s->node = (rl_i64)words[0]; s->heap = (rl_i64)words[1]; s->turn = (rl_i64)words[2];
    s->marks[0] = words[3]; s->marks[1] = words[4];
}

static rl_u64 hash(const void *at) { return (rl_u64)((const struct state *)at)->heap; }

static void record(struct rl_ctx *ctx, rl_i64 option, rl_i64 count, const rl_i64 *members)
{
    push(ctx, &ctx->found, 2 + count);
    push(ctx, &ctx->found, option);
    push(ctx, &ctx->found, count);
    for (rl_i64 i = 0; i < count; i++) push(ctx, &ctx->found, members[i]);
}

static rl_i64 list_moves(struct rl_ctx *ctx, const void *at)
{
    static const rl_i64 both[] = {1, 3};
    clear(ctx);
    if (node(at) == 1) {
        record(ctx, 0, 1, both);
        record(ctx, 0, 2, both);
        return 2;
    }
    for (rl_i64 code = 0; code < 2; code++) { push(ctx, &ctx->found, 2); push(ctx, &ctx->found, code); push(ctx, &ctx->found, code + 1); }
    return 2;
}

static rl_i64 list(struct rl_ctx *ctx, const void *at)
{
    if (node(at) == 1) return list_moves(ctx, at);
    clear(ctx);
    if (node(at) != 0) { fail(ctx, RL_MISUSED); return 0; }
    if (((const struct state *)at)->heap == 777) {
        push(ctx, &ctx->found, ++listed);
        return 1;
    }
    for (rl_i64 code = 0; code < 2; code++) push(ctx, &ctx->found, code);
    return 2;
}

/* Handfuls are counted, and found by their number. */
static rl_i64 is_counted(const void *at) { return node(at) == 1; }
static rl_i64 count(struct rl_ctx *ctx, const void *at) { return list(ctx, at); }
static rl_i64 kth(struct rl_ctx *ctx, const void *at, rl_i64 number)
{
    static const rl_i64 both[] = {1, 3};
    rl_i64 many = list(ctx, at);
    if (ctx->fault || number < 0 || number >= many) return 0;
    if (node(at) == 1) {
        ctx->found.used = 0;
        record(ctx, 0, number + 1, both);
    } else {
        ctx->found.at[0] = ctx->found.at[number];
        ctx->found.used = 1;
    }
    return 1;
}

static rl_i64 is_legal(struct rl_ctx *ctx, const void *at, rl_i64 code) { clear(ctx); return node(at) == 0 && code >= 0 && code < 2; }
static rl_i64 is_legal_move(struct rl_ctx *ctx, const void *at, const rl_i64 *move, rl_i64 length)
{
    clear(ctx);
    return node(at) == 1 && length == 3 && move[0] == 0 && move[1] == 1 && move[2] == 1;
}

static void play(struct rl_ctx *ctx, void *at, rl_i64 code)
{
    struct state *s = at;
    clear(ctx);
    s->heap -= code + 1;
    s->turn = 1 - s->turn;
    s->marks[code & 1] |= 1ULL << 63;
    tell(ctx, s->heap, s->marks);
    /* Three: wants more memory for looking ahead first, then finds the rules wrong. */
    if (code == 2 && ctx->scratch_room < 100000) { tried++; fail(ctx, RL_NO_ROOM); }
    else if (code == 2) fail(ctx, RL_FAULT);
    else if (code < 0 || code > 2) fail(ctx, RL_ILLEGAL);
    else if (s->heap <= 0) s->node = 4;
}

static void play_move(struct rl_ctx *ctx, void *at, const rl_i64 *move, rl_i64 length)
{
    struct state *s = at;
    clear(ctx);
    for (rl_i64 i = 2; i < length; i++) s->heap -= move[i];
    s->node = 0;
    tell(ctx, s->heap, s->marks);
}

static rl_i64 stage(struct rl_ctx *ctx, const void *at, const rl_i64 *move, rl_i64 length, rl_i64 inside)
{
    (void)at;
    clear(ctx);
    for (rl_i64 i = 0; i < length; i++) push(ctx, &ctx->found, move[i]);
    push(ctx, &ctx->found, 100 + inside);
    return inside > 0;
}

static rl_i64 outcomes(struct rl_ctx *ctx, const void *at)
{
    clear(ctx);
    if (node(at) != 2) { fail(ctx, RL_MISUSED); return 0; }
    for (rl_i64 i = 1; i <= 3; i++) { push(ctx, &ctx->found, i); push(ctx, &ctx->found, i); }
    return 3;
}

static rl_i64 shuffled(struct rl_ctx *ctx, const void *at)
{
    (void)at;
    clear(ctx);
    for (rl_i64 i = 0; i < 3; i++) push(ctx, &ctx->found, 30 - i);
    return 3;
}

static void happen(struct rl_ctx *ctx, void *at, rl_i64 outcome)
{
    struct state *s = at;
    clear(ctx);
    s->heap += outcome;
    s->node = 0;
}

static void happen_shuffled(struct rl_ctx *ctx, void *at, const rl_i64 *order, rl_i64 length)
{
    struct state *s = at;
    clear(ctx);
    if (length != 3) { fail(ctx, RL_ILLEGAL); return; }
    s->heap = order[0];
    s->node = 0;
}

/* No generator of any worth: it counts. */
static rl_u32 next(struct rl_ctx *ctx) { return ctx->random->words[0]++; }
static void seed(struct rl_random *random, rl_u64 number) { random->words[0] = (rl_u32)number; }

static void draw(struct rl_ctx *ctx, void *at) { happen(ctx, at, 1 + (rl_i64)(next(ctx) % 3)); }

static rl_i64 standing(struct rl_ctx *ctx, const void *at, rl_i64 seat)
{
    const struct state *s = at;
    clear(ctx);
    if (seat < 0 || seat > 1) { fail(ctx, RL_MISUSED); return 0; }
    push(ctx, &ctx->found, seat == s->turn);
    return 1;
}

static rl_i64 playout(struct rl_ctx *ctx, void *at, rl_i64 most)
{
    rl_i64 moves = 0;
    clear(ctx);
    while (node(at) != 4 && moves != most && !ctx->fault) {
        if (node(at) == 2) draw(ctx, at);
        else if (node(at) != 0) fail(ctx, RL_FAULT);
        else { play(ctx, at, (rl_i64)next(ctx) & 1); moves++; }
    }
    return moves;
}

#if defined(_WIN32)
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
const struct rl_game rl_game = {
    RL_ABI, 2, "by hand", sizeof(struct state), 64, 3, 1, 4, cell_words, 5,
    start, run, node, stands, is_coded, actor, read, write, hash, list, list_moves, is_counted, count, kth, is_legal,
    is_legal_move, play, play_move, stage, outcomes, shuffled, happen, happen_shuffled, draw, standing, seed, playout,
};
