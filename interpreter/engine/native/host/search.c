/* Monte-Carlo tree search over imagined worlds, with the lock let go.

   One tree for all worlds: a branch is a way of moves from the root, whatever chance brought between them. What a world
   does not allow is not looked at there, and a move competes only where it was possible (`available`). Few moves are
   tried at first, more the more often somebody has decided there. From a new branch on, moves are random: so many, or to
   the end. Then the ranking says who stands better than at the root, and who has won. */

struct branch {
    rl_u64 key;       /* of the way that leads here; 0: nothing is here */
    rl_i32 visits, available, decided;
    float reward;
};

struct search {
    struct batch b;   /* the game, the ranking and some memory */
    struct rl_ctx ctx;
    const rl_u8 *worlds;
    rl_i64 count, iterations, longest;
    double exploration;
    struct branch *branches;
    rl_u64 room, used;
    rl_i64 lines;
    rl_i64 *from;     /* for each line and seat, how far it is ahead at the root */
    rl_i64 *now;
    double *moved;    /* for each line, how much it has changed so far */
    double *rewards;
    rl_i64 seen;
    struct step { rl_u64 branch; rl_i32 seat; } *path;
    struct rl_random random;
};

enum { LONGEST_PATH = 512, ASKED_AFTER = 16 };

static rl_u64 mixed(rl_u64 key, rl_u64 more)
{
    key = (key ^ more) * 0x9e3779b97f4a7c15ULL;
    key ^= key >> 29;
    key *= 0xbf58476d1ce4e5b9ULL;
    key ^= key >> 32;
    return key ? key : 1;
}

/* The branch of a key, where it is or could be. */
static struct branch *branch_at(struct search *s, rl_u64 key)
{
    rl_u64 place = key & (s->room - 1);
    while (s->branches[place].key && s->branches[place].key != key) place = (place + 1) & (s->room - 1);
    return &s->branches[place];
}

static int widen(struct search *s)
{
    if (s->used * 2 < s->room) return 1;
    struct branch *old = s->branches;
    rl_u64 before = s->room, room = before ? 2 * before : 4096;
    struct branch *made = py.PyMem_RawMalloc(room * sizeof *made);
    if (!made) return 0;
    for (rl_u64 i = 0; i < room; i++) made[i] = (struct branch){0, 0, 0, 0, 0};
    s->branches = made;
    s->room = room;
    for (rl_u64 i = 0; i < before; i++)
        if (old[i].key) *branch_at(s, old[i].key) = old[i];
    py.PyMem_RawFree(old);
    return 1;
}

union bits { double number; rl_u64 word; };

/* Newton's way, from half the exponent. */
static double root_of(double square)
{
    union bits first = {square};
    if (square <= 0) return 0;
    first.word = (first.word >> 1) + ((rl_u64)1023 << 51);
    for (int i = 0; i < 4; i++) first.number = 0.5 * (first.number + square / first.number);
    return first.number;
}

/* Of 1 or more: the exponent, and a series for the rest. */
static double logarithm(double number)
{
    union bits whole = {number};
    rl_i64 exponent = (rl_i64)(whole.word >> 52) - 1023;
    whole.word = (whole.word & (((rl_u64)1 << 52) - 1)) | ((rl_u64)1023 << 52);
    double x = (whole.number - 1) / (whole.number + 1), square = x * x;
    return 0.693147180559945 * (double)exponent +
           2 * x * (1 + square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square / 9))));
}

/* Close to the hyperbolic tangent. */
static double between(double x)
{
    if (x > 3) return 1;
    if (x < -3) return -1;
    return x * (27 + x * x) / (27 + 9 * x * x);
}

/* For each line and seat, how far it is ahead of the best other one. Who may not win is ahead by as much. */
static void ahead(struct search *s, const void *state, rl_i64 *found)
{
    rl_i32 players = s->b.c->players;
    rl_i64 *values = s->b.move;
    for (rl_i32 seat = 0; seat < players; seat++) {
        s->b.c->standing(&s->ctx, state, seat);
        if (s->ctx.fault) return;
        for (rl_i64 line = 0; line < s->lines; line++) {
            rl_i64 value = s->ctx.found.at[line];
            values[line * players + seat] = s->b.ranking.highest[line] ? value : -value;
        }
    }
    for (rl_i64 line = 0; line < s->lines; line++)
        for (rl_i32 seat = 0; seat < players; seat++) {
            rl_i64 own = values[line * players + seat], other = own;
            int first = 1;
            for (rl_i32 with_whom = 0; with_whom < players; with_whom++)
                if (with_whom != seat && (first || values[line * players + with_whom] > other)) {
                    other = values[line * players + with_whom];
                    first = 0;
                }
            found[line * players + seat] = own - other;
        }
}

/* What an imagined game was worth to each seat, from 0 to 1. */
static void judge(struct search *s, const void *state)
{
    rl_i32 players = s->b.c->players;
    int over = s->b.c->stands(state) == RL_END;
    double whole_weight = 0, weight = 1;
    for (rl_i32 seat = 0; seat < players; seat++) s->rewards[seat] = 1.0 / players;
    if (over) share(&s->b, &s->ctx, state, s->rewards);
    if (!s->lines || s->ctx.fault) return;
    ahead(s, state, s->now);
    if (s->ctx.fault) return;
    s->seen++;
    double gains[64] = {0};
    for (rl_i64 line = 0; line < s->lines; line++, weight *= 0.5) {
        rl_i64 most = 0;
        whole_weight += weight;
        for (rl_i32 seat = 0; seat < players; seat++) {
            rl_i64 change = s->now[line * players + seat] - s->from[line * players + seat];
            if (change < 0) change = -change;
            if (change > most) most = change;
        }
        s->moved[line] += (double)most;
        for (rl_i32 seat = 0; s->moved[line] > 0 && seat < players && seat < 64; seat++)
            gains[seat] += weight * between((double)(s->now[line * players + seat] - s->from[line * players + seat]) *
                                            (double)s->seen / s->moved[line]);
    }
    for (rl_i32 seat = 0; seat < players && seat < 64; seat++) {
        double gain = 0.5 + 0.5 * gains[seat] / whole_weight;
        s->rewards[seat] = over ? 0.5 * s->rewards[seat] + 0.5 * gain : gain;
    }
}

static rl_u64 drawn_number(struct search *s, rl_u64 below)
{
    s->b.seeds[0] = s->b.seeds[0] * 6364136223846793005ULL + 1442695040888963407ULL;
    return (s->b.seeds[0] >> 33) % below;
}

/* One imagined game. */
static int imagine(struct search *s, rl_i64 number, void *state)
{
    const struct rl_game *c = s->b.c;
    struct rl_ctx *ctx = &s->ctx;
    rl_i64 steps = 0, size = whole_words(c->state_size);
    rl_u64 way = 1;
    int is_new = 0;
    copy_words(state, s->worlds + (number % s->count) * size, size);
    ctx->fault = RL_FINE;
    while (!is_new && steps < LONGEST_PATH) {
        settle(&s->b, ctx, state);
        if (ctx->fault || c->stands(state) != RL_DECIDE) break;
        rl_i32 seat = (rl_i32)c->actor(ctx, state);
        rl_i64 count = ctx->fault ? 0 : c->list(ctx, state);
        if (ctx->fault || !count) break;
        int is_coded = c->is_coded(state) != 0;
        rl_i64 *at = ctx->found.at, chosen = 0, fresh = 0, known_moves = 0, place = 0;
        if (count > 1) {
            if (!widen(s)) return 0;
            struct branch *here = branch_at(s, way);
            if (!here->key) { here->key = way; s->used++; }
            double decided = ++here->decided, best = -1;
            rl_i64 width = (rl_i64)(2 * root_of(decided + 1)) + 2;
            rl_i64 pick = -1;
            /* Of the fresh ones each is equally likely to be picked; of the known ones the most promising is. */
            for (rl_i64 k = 0, spot = 0; k < count; k++) {
                rl_u64 key = way;
                if (is_coded) key = mixed(way, (rl_u64)at[k] + 2);
                else for (rl_i64 part = 0; part <= at[spot]; part++) key = mixed(key, (rl_u64)at[spot + part] + 2);
                if (!is_coded) spot += 1 + at[spot];
                struct branch *one = branch_at(s, key);
                if (one->key && one->visits) {
                    known_moves++;
                    one->available++;
                    double promise = one->reward / one->visits +
                                     s->exploration * root_of(logarithm(one->available) / one->visits);
                    if (promise > best) { best = promise; chosen = k; }
                } else if (drawn_number(s, (rl_u64)++fresh) == 0) {
                    pick = k;
                }
            }
            if (fresh && known_moves < width) chosen = pick;
        }
        rl_u64 next = way;
        for (rl_i64 k = 0; !is_coded && k < chosen; k++) place += 1 + at[place];
        if (is_coded) next = mixed(way, (rl_u64)at[chosen] + 2);
        else for (rl_i64 part = 0; part <= at[place]; part++) next = mixed(next, (rl_u64)at[place + part] + 2);
        if (count > 1) {
            struct branch *one = branch_at(s, next);
            if (!one->key) { one->key = next; s->used++; }
            if (!one->visits) { is_new = 1; one->available++; }
            s->path[steps].branch = next;
            s->path[steps++].seat = seat;
        }
        way = next;
        if (is_coded) {
            c->play(ctx, state, at[chosen]);
        } else if (at[place] <= LONGEST_MOVE) {
            rl_i64 length = at[place];
            copy_words(s->b.move, &at[place + 1], 8 * length);
            c->play_move(ctx, state, s->b.move, length);
        } else {
            ctx->fault = RL_NO_ROOM;
        }
        if (ctx->fault) break;
    }
    if (!ctx->fault) settle(&s->b, ctx, state);
    if (!ctx->fault && c->stands(state) == RL_DECIDE && s->longest) c->playout(ctx, state, s->longest);
    if (!ctx->fault) settle(&s->b, ctx, state);
    if (!ctx->fault) judge(s, state);
    if (ctx->fault) return ctx->fault != RL_NO_ROOM || more_scratch(ctx); /* this one does not count */
    for (rl_i64 i = 0; i < steps; i++) {
        struct branch *one = branch_at(s, s->path[i].branch);
        one->visits++;
        one->reward += (float)s->rewards[s->path[i].seat];
    }
    return 1;
}

/* Ask Python now and then whether to go on; 0 where not, or where it raised something. */
static int is_wanted(PyObject *asked, void **thread)
{
    PyObject *nothing = 0, *told = 0;
    py.PyEval_RestoreThread(*thread);
    nothing = py.PyTuple_New(0);
    if (nothing) told = py.PyObject_Call(asked, nothing, 0);
    int wanted = told == known.True;
    if (told) py.Py_DecRef(told);
    if (nothing) py.Py_DecRef(nothing);
    *thread = py.PyEval_SaveThread();
    return wanted;
}

/* search(worlds, iterations, seed, longest, exploration in thousandths, ranking, goes on): for each legal move of the
   first world, in order, how often it was tried and what it was worth in thousandths, (visits, worth). `worlds` are
   packed states behind one another; `longest` random moves end an imagined game (-1: it is played to the end). The last
   one is asked now and then, and what is not True ends the search; or it is None. */
static PyObject *game_search(PyObject *self, PyObject *const *given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    rl_i64 size = whole_words(game->c->state_size), numbers_given[4], place[4];
    struct search s;
    int fails = 0, is_open = 0;
    if (count != 7) return wrong(known.TypeError, "another number of arguments is needed");
    for (int i = 0; i < 4; i++)
        if (!whole(given[1 + i], &numbers_given[i])) return 0;
    if (!is_a(given[0], IS_BYTES) || !is_a(given[5], IS_BYTES)) return wrong(known.TypeError, "bytes are needed");
    s.count = py.PyBytes_Size(given[0]) / size;
    if (s.count < 1 || py.PyBytes_Size(given[0]) % size || py.PyBytes_Size(given[5]) != 32 + game->c->criteria)
        return wrong(known.ValueError, "worlds or ranking have another size");
    s.worlds = (const rl_u8 *)py.PyBytes_AsString(given[0]);
    s.b.ranking.highest = (const rl_u8 *)py.PyBytes_AsString(given[5]);
    for (int i = 0; i < 4; i++) {
        place[i] = 0;
        for (int byte = 7; byte >= 0; byte--) place[i] = place[i] * 256 + s.b.ranking.highest[8 * i + byte];
        if (place[i] < -1 || place[i] >= game->c->words) return wrong(known.ValueError, "the ranking is not the game's");
    }
    s.b.ranking.playing = place[0];
    s.b.ranking.decided = place[0] < 0 || place[2] < 0 ? -1 : place[1];
    s.b.ranking.winners = place[2];
    s.b.ranking.ranks = place[3];
    s.b.ranking.highest += 32;
    s.b.ranking.criteria = s.lines = game->c->criteria;
    s.b.c = game->c;
    s.iterations = numbers_given[0];
    rl_u64 seed = (rl_u64)numbers_given[1];
    s.b.seeds = &seed;
    s.longest = numbers_given[2];
    s.exploration = (double)numbers_given[3] / 1000;
    s.branches = 0;
    s.room = s.used = 0;
    s.seen = 0;
    rl_i64 cells = (s.lines + 1) * game->c->players + 1;
    rl_i64 room = cells > LONGEST_MOVE ? cells : LONGEST_MOVE;
    s.b.move = py.PyMem_RawMalloc((size_t_)room * sizeof(rl_i64));
    s.b.words = py.PyMem_RawMalloc(8 * (size_t_)game->c->words + 8);
    s.from = memory((rl_i64)sizeof(rl_i64) * cells);
    s.now = memory((rl_i64)sizeof(rl_i64) * cells);
    s.moved = memory((rl_i64)sizeof(double) * cells);
    s.rewards = memory((rl_i64)sizeof(double) * cells);
    s.path = memory((rl_i64)sizeof(struct step) * LONGEST_PATH);
    void *state = memory(size);
    is_open = open_context(game->c, &s.ctx);
    fails = !s.b.move || !s.b.words || !s.from || !s.now || !s.moved || !s.rewards || !s.path || !state || !is_open;
    if (fails) py.PyErr_NoMemory();
    PyObject *found = 0;
    if (!fails) {
        void *thread = py.PyEval_SaveThread();
        int goes_on = widen(&s);
        s.ctx.trusted = 1;
        s.ctx.random = &s.random;
        s.b.c->seed(&s.random, seed);
        copy_words(state, s.worlds, size);
        if (s.lines) ahead(&s, state, s.from);
        s.ctx.fault = RL_FINE;
        for (rl_i64 i = 0; goes_on && i < s.iterations; i++) {
            if (i % ASKED_AFTER == 0 && given[6] != known.None && !is_wanted(given[6], &thread)) break;
            goes_on = imagine(&s, i, state);
        }
        copy_words(state, s.worlds, size);
        rl_i64 moves = goes_on ? game->c->list(&s.ctx, state) : 0;
        int is_coded = game->c->is_coded(state) != 0;
        py.PyEval_RestoreThread(thread);
        found = py.PyErr_Occurred() ? 0 : py.PyList_New(0);
        const rl_i64 *at = s.ctx.found.at;
        for (rl_i64 k = 0; found && k < moves; k++) {
            rl_u64 key = 1;
            for (rl_i64 part = 0; part <= (is_coded ? 0 : at[0]); part++) key = mixed(key, (rl_u64)at[part] + 2);
            struct branch *one = branch_at(&s, key);
            rl_i64 told_numbers[2] = {one->key ? one->visits : 0, 0};
            if (told_numbers[0]) told_numbers[1] = (rl_i64)(1000 * one->reward / (float)one->visits);
            PyObject *pair = tuple_of(game, told_numbers, 2);
            if (!pair || py.PyList_Append(found, pair)) {
                py.Py_DecRef(found);
                found = 0;
            }
            if (pair) py.Py_DecRef(pair);
            at += is_coded ? 1 : 1 + at[0];
        }
    }
    if (is_open) close_context(&s.ctx);
    void *used[] = {s.b.move, s.b.words, s.from, s.now, s.moved, s.rewards, s.path, state, s.branches};
    for (int i = 0; i < 9; i++) py.PyMem_RawFree(used[i]);
    return found;
}

#define RL_SEARCH_METHODS {"search", game_search, METH_FASTCALL, "Which move is good: see `search.py`."},
