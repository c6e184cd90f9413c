/* Many games at once, in arrays that belong to whoever asks; the global lock is let go meanwhile. Each call has a context
   of its own, so that as many threads may play as there are parts of the arrays.

   Chance happens by itself, from the generator of each game. A game that comes to its end tells who has which part of
   the win, and begins anew if it shall. */

enum how { BY_CODE = 0, BY_INDEX = 1, AT_RANDOM = 2, TO_THE_END = 3, ANEW = 4, SEEDED = 5 };

/* Where a state (in its list form) tells how a game ended: the words of who plays, of whether a rule named the winners,
   and of who they are; whether there is a ranking (-1: there is none, and all win or lose together); of each criterion,
   whether more is better. */
struct ranking {
    rl_i64 playing, decided, winners, ranks, criteria;
    const rl_u8 *highest;
};

struct batch {
    const struct rl_game *c;
    enum how how;
    rl_i64 games, width, codes, most;
    int restarts;
    rl_u8 *states;
    rl_u64 *seeds;      /* what the generators begin with */
    rl_u64 *generators; /* each a `struct rl_random` in whole words */
    const rl_i64 *actions;
    rl_i32 *actors, *counts, *lengths, *faults;
    rl_i64 *options;
    rl_u8 *mask, *done;
    double *shares;
    struct ranking ranking;
    rl_i64 *move;
    rl_u64 *words;
};

/* The seats that win, as a set; by the ranking if no rule named them. */
static rl_u64 winners_of(struct batch *b, struct rl_ctx *ctx, const void *state)
{
    const struct ranking *r = &b->ranking;
    rl_u64 running = 0;
    rl_i64 best[64];
    b->c->read(state, b->words);
    if (b->words[r->decided]) return b->words[r->winners];
    if (r->ranks <= 0) return 0;
    for (rl_i32 seat = 0; seat < b->c->players && seat < 64; seat++) {
        if (!b->c->standing(ctx, state, seat) || ctx->fault || !(b->words[r->playing] >> seat & 1)) continue;
        rl_i64 *own = ctx->found.at, line = 0, better = 0;
        for (line = 0; running && line < r->criteria && line < 64 && !better; line++)
            if (own[line] != best[line]) better = (own[line] > best[line]) == (r->highest[line] != 0) ? 1 : -1;
        if (better < 0) continue;
        running = (better ? 0 : running) | 1ULL << seat;
        for (line = 0; line < r->criteria && line < 64; line++) best[line] = own[line];
    }
    return running;
}

static void share(struct batch *b, struct rl_ctx *ctx, const void *state, double *shares)
{
    rl_u64 winners = b->ranking.decided < 0 ? 0 : winners_of(b, ctx, state);
    rl_i32 among = 0, players = b->c->players;
    for (rl_i32 seat = 0; seat < players; seat++) among += (rl_i32)(winners >> seat & 1);
    for (rl_i32 seat = 0; seat < players; seat++)
        shares[seat] = b->ranking.ranks < 0 ? among > 0 : !among ? 1.0 / players : winners >> seat & 1 ? 1.0 / among : 0.0;
}

/* Let chance happen until somebody decides or the game is over. */
static void settle(struct batch *b, struct rl_ctx *ctx, void *state)
{
    for (rl_i64 stands = b->c->stands(state); !ctx->fault && (stands == RL_CHANCE || stands == RL_SHUFFLE);
         stands = b->c->stands(state))
        b->c->draw(ctx, state);
}

enum { GENERATOR_WORDS = (sizeof(struct rl_random) + 7) / 8 };

static void take(struct batch *b, struct rl_ctx *ctx, void *state, rl_i64 i)
{
    rl_i64 action = b->actions[i], found, length, *at;
    int is_coded = b->c->is_coded(state) != 0;
    ctx->trusted = b->how == BY_INDEX;
    if (b->how == BY_CODE) {
        b->c->play(ctx, state, action);
        return;
    }
    if (is_coded && b->options && b->counts[i] <= b->width && action >= 0 && action < b->counts[i]) {
        b->c->play(ctx, state, b->options[i * b->width + action]);
        return;
    }
    found = b->c->kth(ctx, state, action);
    if (ctx->fault) return;
    if (!found) {
        ctx->fault = RL_ILLEGAL;
        return;
    }
    at = ctx->found.at;
    if (is_coded) {
        b->c->play(ctx, state, at[0]);
        return;
    }
    length = at[0];
    if (length > LONGEST_MOVE) {
        ctx->fault = RL_NO_ROOM;
        return;
    }
    copy_words(b->move, at + 1, 8 * length);
    b->c->play_move(ctx, state, b->move, length);
}

/* What may be done now, and by whom. Rows are long and lists are short: of a row only what was listed there before is
   written over. */
static void offer(struct batch *b, struct rl_ctx *ctx, void *state, rl_i64 i)
{
    rl_i64 count = 0, listed = 0, k = 0, old = b->counts[i] < b->width ? b->counts[i] : b->width;
    rl_i64 *row = b->options ? b->options + i * b->width : 0;
    rl_u8 *mask = b->mask ? b->mask + i * b->codes : 0;
    if (mask && b->counts[i] <= b->width)
        for (; k < old; k++) mask[row[k] >= 0 && row[k] < b->codes ? row[k] : 0] = 0;
    else if (mask)
        for (; k < b->codes; k++) mask[k] = 0;
    b->counts[i] = 0;
    b->actors[i] = -1;
    /* Of whole games nobody has asked what may be done in the next. */
    if (b->c->stands(state) == RL_DECIDE) {
        b->actors[i] = (rl_i32)b->c->actor(ctx, state);
        if (!ctx->fault && b->how != TO_THE_END) count = b->c->count(ctx, state);
        if (!ctx->fault) b->counts[i] = (rl_i32)count;
        if (!ctx->fault && count && b->c->is_coded(state)) listed = count;
    }
    if (row)
        for (k = 0; k < b->width && (k < listed || k < old); k++) row[k] = k < listed ? ctx->found.at[k] : -1;
    if (mask)
        for (k = 0; k < listed; k++)
            if (ctx->found.at[k] < b->codes) mask[ctx->found.at[k]] = 1;
}

static void begin(struct batch *b, struct rl_ctx *ctx, void *state, rl_i64 i)
{
    b->lengths[i] = 0;
    b->c->start(ctx, state);
    if (!ctx->fault) settle(b, ctx, state);
}

static void one_game(struct batch *b, struct rl_ctx *ctx, rl_i64 i, void *before)
{
    void *state = b->states + i * whole_words(b->c->state_size);
    rl_i64 moves = 0;
    ctx->random = (struct rl_random *)(b->generators + i * GENERATOR_WORDS);
    ctx->fault = RL_FINE;
    b->done[i] = 0;
    b->faults[i] = RL_FINE;
    copy_words(before, state, whole_words(b->c->state_size));
    if (b->how == SEEDED) b->c->seed(ctx->random, b->seeds[i]);
    if (b->how == ANEW || b->how == SEEDED) {
        begin(b, ctx, state, i);
    } else if (b->c->stands(state) == RL_DECIDE && !((b->how == BY_CODE || b->how == BY_INDEX) && b->actions[i] == -1)) {
        if (b->how == AT_RANDOM) b->c->playout(ctx, state, 1);
        else if (b->how == TO_THE_END) moves = b->c->playout(ctx, state, b->most);
        else take(b, ctx, state, i);
        if (!ctx->fault) settle(b, ctx, state);
        b->lengths[i] += b->how == TO_THE_END ? (rl_i32)moves : 1;
        if (!ctx->fault && b->c->stands(state) == RL_END) {
            b->done[i] = 1;
            share(b, ctx, state, b->shares + i * b->c->players);
            if (b->restarts && !ctx->fault) begin(b, ctx, state, i);
        }
    }
    if (ctx->fault) {
        b->faults[i] = ctx->fault;
        copy_words(state, before, whole_words(b->c->state_size));
        ctx->fault = RL_FINE;
    }
    offer(b, ctx, state, i);
    if (ctx->fault) b->faults[i] = ctx->fault;
}

/* An array of at least so many bytes; none where None is given, if that may be. */
static void *array_of(PyObject *given, struct rl_buffer *buffer, rl_i64 bytes, int writable, int optional, int *fails)
{
    buffer->obj = 0;
    if (*fails || (optional && given == known.None)) return 0;
    if (py.PyObject_GetBuffer(given, buffer, writable ? BUFFER_WRITABLE : BUFFER_SIMPLE)) {
        buffer->obj = 0;
        *fails = 1;
        return 0;
    }
    if (buffer->len != bytes || ((rl_u64)buffer->buf & 7 && bytes % 8 == 0 && bytes)) {
        wrong(known.ValueError, "an array of the batch has another size");
        *fails = 1;
    }
    return buffer->buf;
}

enum { BATCH_ARRAYS = 13 };

/* batch(how, games, width, codes, most, restarts, states, seeds, actions, actors, counts, lengths, faults, options, mask,
   done, shares, ranking, generators): see struct batch; how many games had a fault. */
static PyObject *game_batch(PyObject *self, PyObject *const *given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    struct rl_buffer buffers[BATCH_ARRAYS];
    struct rl_ctx ctx;
    struct batch b;
    rl_i64 numbers_given[6], place[4], faults = 0;
    int fails = 0;
    if (count != 19) return wrong(known.TypeError, "another number of arguments is needed");
    for (int i = 0; i < 6; i++)
        if (!whole(given[i], &numbers_given[i])) return 0;
    b.c = game->c;
    b.how = (enum how)numbers_given[0];
    b.games = numbers_given[1];
    b.width = numbers_given[2];
    b.codes = numbers_given[3];
    b.most = numbers_given[4];
    b.restarts = numbers_given[5] != 0;
    rl_i64 n = b.games, limit = 1LL << 40;
    if (n < 0 || b.width < 0 || b.codes < 0 || n > limit || b.width > limit || b.codes > limit || b.how < BY_CODE ||
        b.how > SEEDED || (n && (b.width > limit / n || b.codes > limit / n)))
        return wrong(known.ValueError, "a batch cannot have this size");
    for (int i = 0; i < BATCH_ARRAYS; i++) buffers[i].obj = 0;
    b.states = array_of(given[6], &buffers[0], n * whole_words(b.c->state_size), 1, 0, &fails);
    b.seeds = array_of(given[7], &buffers[1], n * 8, 0, 0, &fails);
    b.generators = array_of(given[18], &buffers[12], n * 8 * GENERATOR_WORDS, 1, 0, &fails);
    b.actions = array_of(given[8], &buffers[2], n * 8, 0, b.how >= AT_RANDOM, &fails);
    b.actors = array_of(given[9], &buffers[3], n * 4, 1, 0, &fails);
    b.counts = array_of(given[10], &buffers[4], n * 4, 1, 0, &fails);
    b.lengths = array_of(given[11], &buffers[5], n * 4, 1, 0, &fails);
    b.faults = array_of(given[12], &buffers[6], n * 4, 1, 0, &fails);
    b.options = array_of(given[13], &buffers[7], n * b.width * 8, 1, 1, &fails);
    b.mask = array_of(given[14], &buffers[8], n * b.codes, 1, 1, &fails);
    b.done = array_of(given[15], &buffers[9], n, 1, 0, &fails);
    b.shares = array_of(given[16], &buffers[10], n * b.c->players * 8, 1, 0, &fails);
    /* The ranking: four numbers (words, or -1) and a byte for each criterion. */
    rl_i64 used = 0;
    b.ranking.highest = array_of(given[17], &buffers[11], 32 + b.c->criteria, 0, 0, &fails);
    for (int i = 0; !fails && i < 4; i++) {
        place[i] = 0;
        for (int byte = 7; byte >= 0; byte--) place[i] = place[i] * 256 + b.ranking.highest[8 * i + byte];
        used += place[i] >= -1 && place[i] < b.c->words;
    }
    if (!fails && used != 4) {
        wrong(known.ValueError, "a cell of the ranking is not one of the game");
        fails = 1;
    }
    b.move = 0;
    b.words = 0;
    void *before = 0;
    int is_open = 0;
    if (!fails) {
        b.ranking.playing = place[0];
        b.ranking.decided = place[1];
        b.ranking.winners = place[2];
        b.ranking.ranks = place[3];
        if (place[0] < 0 || place[2] < 0) b.ranking.decided = -1;
        b.ranking.highest += 32;
        b.ranking.criteria = b.c->criteria;
        b.move = py.PyMem_RawMalloc(LONGEST_MOVE * sizeof(rl_i64));
        b.words = py.PyMem_RawMalloc(8 * (size_t_)b.c->words + 8);
        before = py.PyMem_RawMalloc((size_t_)whole_words(b.c->state_size) + 8);
        is_open = open_context(b.c, &ctx);
        if (!b.move || !b.words || !before || !is_open) {
            py.PyErr_NoMemory();
            fails = 1;
        }
    }
    if (!fails) {
        void *thread = py.PyEval_SaveThread();
        for (rl_i64 i = 0; i < n; i++) {
            one_game(&b, &ctx, i, before);
            faults += b.faults[i] != RL_FINE;
        }
        py.PyEval_RestoreThread(thread);
    }
    if (is_open) close_context(&ctx);
    void *memory_used[] = {b.move, b.words, before};
    for (int i = 0; i < 3; i++) py.PyMem_RawFree(memory_used[i]);
    for (int i = 0; i < BATCH_ARRAYS; i++)
        if (buffers[i].obj) py.PyBuffer_Release(&buffers[i]);
    return fails ? 0 : py.PyLong_FromLongLong(faults);
}

#define RL_BATCH_METHODS {"batch", game_batch, METH_FASTCALL, "Many games at once: see `batch.py`."},
