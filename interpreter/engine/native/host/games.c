/* Games as Python objects: what may be asked of a game, by states or by lists of cells.

   Where the game itself has no answer (a fault of the rules, a number that is too large, a state outside its bounds),
   nothing has changed yet, and `again` is asked the same: it tells the fault, or knows the answer. */

enum asked {
    START, RUN, ACTOR, LIST, MOVES, COUNT, KTH, LEGAL, LEGAL_MOVE, PLAY, PLAY_MOVE, STAGE, OUTCOMES, SHUFFLED, HAPPEN,
    HAPPEN_SHUFFLED, DRAW, STANDING, PLAYOUT
};

/* A question, the numbers that go with it, and the answer. */
struct call {
    enum asked asked;
    int changes, logs;
    rl_i64 number, more;
    const rl_i64 *move;
    rl_i64 answer;
};

/* No arena gets more numbers, and looking ahead no more bytes. */
enum { MOST_FOUND = 1 << 27, MOST_SCRATCH = 1 << 28 };

static rl_i32 grow(struct rl_ctx *ctx, struct rl_arena *arena, rl_i64 wanted)
{
    (void)ctx;
    rl_i64 room = arena->room ? arena->room : 256;
    while (room < wanted && room < MOST_FOUND) room *= 2;
    rl_i64 *at = room < wanted ? 0 : py.PyMem_RawRealloc(arena->at, (size_t_)room * sizeof(rl_i64));
    if (!at) return 0;
    arena->at = at;
    arena->room = room;
    return 1;
}

/* More memory for looking ahead, if there may be more. */
static int more_scratch(struct rl_ctx *ctx)
{
    rl_i64 room = 2 * ctx->scratch_room;
    rl_u8 *made = room > MOST_SCRATCH ? 0 : py.PyMem_RawMalloc((size_t_)room);
    if (!made) return 0;
    py.PyMem_RawFree(ctx->scratch);
    ctx->scratch = made;
    ctx->scratch_room = room;
    return 1;
}

static void *memory(rl_i64 bytes)
{
    rl_u64 *made = py.PyMem_RawMalloc((size_t_)bytes + 8);
    for (rl_i64 i = 0; made && i < bytes / 8 + 1; i++) made[i] = 0;
    return made;
}

static int open_context(const struct rl_game *c, struct rl_ctx *ctx)
{
    for (unsigned i = 0; i < sizeof *ctx; i++) ((rl_u8 *)ctx)[i] = 0;
    ctx->grow = grow;
    ctx->scratch_room = whole_words(c->scratch_size) + 64;
    ctx->scratch = py.PyMem_RawMalloc((size_t_)ctx->scratch_room);
    return ctx->scratch != 0;
}

static void close_context(struct rl_ctx *ctx)
{
    py.PyMem_RawFree(ctx->scratch);
    py.PyMem_RawFree(ctx->found.at);
    py.PyMem_RawFree(ctx->log.at);
}

static void answer(struct game *game, struct call *call, void *state)
{
    const struct rl_game *c = game->c;
    struct rl_ctx *ctx = &game->ctx;
    game->listed = 0;
    switch (call->asked) {
        case START: c->start(ctx, state); break;
        case RUN: c->run(ctx, state); break;
        case ACTOR: call->answer = c->actor(ctx, state); break;
        case LIST: call->answer = c->list(ctx, state); break;
        case MOVES: call->answer = c->list_moves(ctx, state); break;
        case COUNT: call->answer = c->count(ctx, state); break;
        case KTH: call->answer = c->kth(ctx, state, call->number); break;
        case LEGAL: call->answer = c->is_legal(ctx, state, call->number); break;
        case LEGAL_MOVE: call->answer = c->is_legal_move(ctx, state, call->move, call->number); break;
        case PLAY: c->play(ctx, state, call->number); break;
        case PLAY_MOVE: c->play_move(ctx, state, call->move, call->number); break;
        case STAGE: call->answer = c->stage(ctx, state, call->move, call->number, call->more); break;
        case OUTCOMES: call->answer = c->outcomes(ctx, state); break;
        case SHUFFLED: call->answer = c->shuffled(ctx, state); break;
        case HAPPEN: c->happen(ctx, state, call->number); break;
        case HAPPEN_SHUFFLED: c->happen_shuffled(ctx, state, call->move, call->number); break;
        case DRAW: c->draw(ctx, state); break;
        case STANDING: call->answer = c->standing(ctx, state, call->number); break;
        case PLAYOUT: call->answer = c->playout(ctx, state, call->number); break;
    }
}

/* Is the answer known, because the moves of this state are in the arena still? Nothing is tried twice. */
static int remembered(const struct game *game, const struct state *state, struct call *call)
{
    if (!game->listed || state->stamp != game->listed) return 0;
    if (call->asked == LIST || call->asked == COUNT) {
        call->answer = game->listed_count;
        return 1;
    }
    if (call->asked != LEGAL || !game->c->is_coded(state->data)) return 0;
    const rl_i64 *at = game->ctx.found.at;
    rl_i64 low = 0, high = game->listed_count;
    while (low < high) {
        rl_i64 middle = low + (high - low) / 2;
        if (at[middle] < call->number) low = middle + 1;
        else high = middle;
    }
    call->answer = low < game->listed_count && at[low] == call->number;
    return 1;
}

/* Ask a game about a state or a list of cells. AGAIN where it has no answer; then nothing has changed. */
static int ask(struct game *game, PyObject *cells, struct call *call)
{
    struct rl_ctx *ctx = &game->ctx;
    rl_i64 size = whole_words(game->c->state_size);
    int is_state = type_of(cells) == game->states;
    void *state = is_state ? (void *)state_of(cells)->data : game->taken;
    if (is_state && remembered(game, state_of(cells), call)) return DONE;
    if (is_state && call->changes) state_of(cells)->stamp = ++game->stamps;
    if (!is_state) {
        if (call->changes && !is_a(cells, IS_LIST)) {
            wrong(known.TypeError, "a state of this game or a list of its cells is needed");
            return FAILED;
        }
        int read = read_list(game, cells, state);
        if (read != DONE) return read;
        if (call->changes) copy_words(game->old, game->words, 8 * game->c->words);
    }
    if (call->changes) copy_words(game->before, state, size);
    if (ctx->random) game->drawn = *ctx->random;
    for (;;) {
        ctx->log.used = 0;
        ctx->logs = call->logs;
        answer(game, call, state);
        if (!ctx->fault) break;
        if (call->changes) copy_words(state, game->before, size);
        if (ctx->random) *ctx->random = game->drawn;
        if (ctx->fault == RL_ILLEGAL) {
            wrong(known.ValueError, "this is no legal move here, or nothing that chance may bring");
            return FAILED;
        }
        if (ctx->fault != RL_NO_ROOM || !more_scratch(ctx)) return AGAIN;
    }
    if (is_state && call->asked == LIST) {
        game->listed = state_of(cells)->stamp;
        game->listed_count = call->answer;
        game->listed_in_book = 0;
    }
    return !is_state && call->changes ? write_list(game, cells, state) : DONE;
}

/* Ask `again` what was asked here. */
static PyObject *asked_again(struct game *game, const char *name, PyObject *const *given, rl_i64 count)
{
    PyObject *all = py.PyTuple_New(count + 1), *title = py.PyUnicode_FromString(name), *found = 0;
    if (all && title) {
        py.PyTuple_SetItem(all, 0, title);
        for (rl_i64 i = 0; i < count; i++) py.PyTuple_SetItem(all, i + 1, with(given[i]));
        found = py.PyObject_Call(game->again, all, 0);
    } else if (title) {
        py.Py_DecRef(title);
    }
    if (all) py.Py_DecRef(all);
    return found;
}

/* ------------------------------------------------------------------------------------------------ numbers and moves */

/* A code as an object; the same one each time, as long as there are not too many. */
static PyObject *code_object(struct game *game, rl_i64 code)
{
    if (code < 0 || code >= game->known_codes) return py.PyLong_FromLongLong(code);
    PyObject *found = game->codes[code];
    if (!found) found = game->codes[code] = py.PyLong_FromLongLong(code);
    return found ? with(found) : 0;
}

static inline PyObject *numbers(PyObject *(*make)(Py_ssize_t), int (*put)(PyObject *, Py_ssize_t, PyObject *), struct game *game,
                         const rl_i64 *from, rl_i64 count)
{
    PyObject *found = make(count), **known_objects = game->codes;
    for (rl_i64 i = 0; found && i < count; i++) {
        rl_i64 code = from[i];
        PyObject *number = 0;
        if ((rl_u64)code < (rl_u64)game->known_codes && (number = known_objects[code])) py.Py_IncRef(number);
        else number = code_object(game, code);
        if (!number) {
            py.Py_DecRef(found);
            return 0;
        }
        put(found, i, number);
    }
    return found;
}

static PyObject *list_of_codes(struct game *game, const rl_i64 *from, rl_i64 count)
{
    return numbers(py.PyList_New, py.PyList_SetItem, game, from, count);
}

static PyObject *tuple_of(struct game *game, const rl_i64 *from, rl_i64 count)
{
    return numbers(py.PyTuple_New, py.PyTuple_SetItem, game, from, count);
}

/* A whole number; FAILED with an exception if it is none or too large. */
static int whole(PyObject *object, rl_i64 *number)
{
    if (!is_a(object, IS_LONG)) {
        wrong(known.TypeError, "a whole number is needed");
        return FAILED;
    }
    *number = py.PyLong_AsLongLong(object);
    return *number == -1 && py.PyErr_Occurred() ? FAILED : DONE;
}

/* Put the numbers of a tuple behind one another: a tuple inside it (if it may have one) as its length and its members. */
static int flat(PyObject *tuple, rl_i64 *to, rl_i64 *used, rl_i64 room, int may_nest)
{
    if (!is_a(tuple, IS_TUPLE)) {
        wrong(known.TypeError, "a tuple of whole numbers is needed");
        return FAILED;
    }
    rl_i64 count = py.PyTuple_Size(tuple);
    for (rl_i64 i = 0; i < count; i++) {
        PyObject *part = py.PyTuple_GetItem(tuple, i);
        if (*used >= room) {
            wrong(known.ValueError, "a move has not that many numbers");
            return FAILED;
        }
        if (may_nest && is_a(part, IS_TUPLE)) {
            to[(*used)++] = py.PyTuple_Size(part);
            if (!flat(part, to, used, room, 0)) return FAILED;
        } else if (!whole(part, &to[(*used)++])) {
            return FAILED;
        }
    }
    return DONE;
}

enum { LONGEST_MOVE = 4096 };

/* The number at a place in the log, as an object; the place moves on. */
static PyObject *logged(const rl_i64 *at, rl_i64 *place)
{
    rl_i64 width = at[*place];
    PyObject *found = number_of((const rl_u64 *)&at[*place + 1], (rl_i32)width);
    *place += 1 + (width ? width : 1);
    return found;
}

/* What the rules have told: (event, values, audience) each. */
static PyObject *told(struct game *game)
{
    const rl_i64 *at = game->ctx.log.at;
    PyObject *found = py.PyList_New(0);
    for (rl_i64 place = 0; found && place < game->ctx.log.used;) {
        rl_i64 event = at[place], count = at[place + 1];
        PyObject *all = py.PyTuple_New(3), *values = py.PyTuple_New(count);
        int fails = !all || !values;
        place += 2;
        for (rl_i64 v = 0; !fails && v < count; v++) fails = py.PyTuple_SetItem(values, v, logged(at, &place));
        if (!fails) {
            py.PyTuple_SetItem(all, 0, py.PyLong_FromLongLong(event));
            py.PyTuple_SetItem(all, 1, with(values));
            py.PyTuple_SetItem(all, 2, logged(at, &place));
            fails = py.PyErr_Occurred() || py.PyList_Append(found, all);
        }
        if (all) py.Py_DecRef(all);
        if (values) py.Py_DecRef(values);
        if (fails) {
            py.Py_DecRef(found);
            found = 0;
        }
    }
    return found;
}

/* ------------------------------------------------------------------------------------ moves without a code of their own */

/* Ask Python for the numbers of those of some listed moves that are not known here. They are copied first: whoever is asked
   may ask the game something else. FAILED with an exception. */
static int learn(struct game *game, rl_i64 node, const rl_i64 *at, rl_i64 count)
{
    PyObject *records = py.PyList_New(0), *place = py.PyLong_FromLongLong(node), *numbers = 0;
    int fails = !records || !place;
    for (rl_i64 i = 0; !fails && i < count; i++, at += 1 + at[0]) {
        if (known_move(&game->book, node, at + 1, at[0])) continue;
        PyObject *record = tuple_of(game, at + 1, at[0]);
        fails = !record || py.PyList_Append(records, record);
        if (record) py.Py_DecRef(record);
    }
    if (!fails) numbers = asked_again(game, "given", (PyObject *[]){place, records}, 2);
    if (numbers && is_a(numbers, IS_LIST))
        for (rl_i64 i = 0; i < py.PyList_Size(numbers) && i < py.PyList_Size(records); i++) {
            rl_i64 used = 0;
            PyObject *number = py.PyList_GetItem(numbers, i);
            if (is_a(number, IS_LONG) && flat(py.PyList_GetItem(records, i), game->move, &used, LONGEST_MOVE, 0))
                remember(&game->book, node, game->move, used, number);
        }
    fails = fails || !numbers;
    if (records) py.Py_DecRef(records);
    if (place) py.Py_DecRef(place);
    if (numbers) py.Py_DecRef(numbers);
    return fails ? FAILED : DONE;
}

/* Turn the listed moves into their places in the book, in `found`. AGAIN where one stays unknown. */
static int numbered(struct game *game, PyObject *cells, struct call *call, rl_i64 node)
{
    if (game->listed && game->listed_in_book) return DONE;
    for (int learns = 1; ; learns = 0) {
        rl_i64 *at = game->ctx.found.at, i = 0, from = 0, place = -1;
        for (; i < call->answer; from += 1 + at[from], at[i++] = place) {
            place = place_after(&game->book, place, node, at + from + 1, at[from]);
            if (place < 0) break;
        }
        game->listed_in_book = 1;
        if (i == call->answer) return DONE;
        game->listed = 0; /* half of them are places */
        if (!learns) return AGAIN;
        int done = learn(game, node, at + from, call->answer - i);
        done = done == DONE ? ask(game, cells, call) : done;
        if (done != DONE) return done;
    }
}
