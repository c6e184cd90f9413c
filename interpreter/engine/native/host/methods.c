/* The methods of games, and the one door into the host. */

typedef PyObject *const *Given;

static int has(rl_i64 count, rl_i64 wanted)
{
    if (count != wanted) wrong(known.TypeError, "another number of arguments is needed");
    return count == wanted;
}

/* The usual end of a method: an answer, an exception, or what `again` says. */
#define ANSWERED(done, name, given, count, value) \
    ((done) == DONE ? (value) : (done) == FAILED ? 0 : asked_again(game, name, given, count))

static PyObject *none_or_told(struct game *game, int logs) { return logs ? told(game) : with(known.None); }

static PyObject *game_start(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    struct game *game = game_of(self);
    struct call call = {START, 0, 0, 0, 0, 0, 0};
    do {
        answer(game, &call, game->taken);
    } while (game->ctx.fault == RL_NO_ROOM && more_scratch(&game->ctx));
    return game->ctx.fault ? asked_again(game, "start", 0, 0) : new_state(self, game->taken);
}

static PyObject *game_state(PyObject *self, PyObject *cells)
{
    struct game *game = game_of(self);
    if (type_of(cells) == game->states) return new_state(self, state_of(cells)->data);
    int done = read_list(game, cells, game->taken);
    return ANSWERED(done, "state", &cells, 1, new_state(self, game->taken));
}

static const void *asked_about(struct game *game, PyObject *cells)
{
    return type_of(cells) == game->states ? (void *)state_of(cells)->data : game->taken;
}

/* The legal moves as codes, or as places in the book (`in_book`) where some have none. */
static int listed(struct game *game, PyObject *cells, struct call *call, int *in_book)
{
    *in_book = 0;
    int done = ask(game, cells, call);
    if (done != DONE || !call->answer || game->c->is_coded(asked_about(game, cells))) return done;
    *in_book = 1;
    return numbered(game, cells, call, game->c->node(asked_about(game, cells)));
}

static PyObject *list_of_known(struct game *game, rl_i64 count)
{
    PyObject *found = py.PyList_New(count);
    for (rl_i64 i = 0; found && i < count; i++)
        py.PyList_SetItem(found, i, with(game->book.moves[game->ctx.found.at[i]].object));
    return found;
}

static PyObject *game_codes(PyObject *self, PyObject *cells)
{
    struct game *game = game_of(self);
    struct call call = {LIST, 0, 0, 0, 0, 0, 0};
    int in_book, done = listed(game, cells, &call, &in_book);
    if (done == AGAIN && game->ctx.fault == RL_MISUSED) return py.PyList_New(0); /* nobody decides */
    return ANSWERED(done, "codes", &cells, 1, in_book ? list_of_known(game, call.answer)
                                                      : list_of_codes(game, game->ctx.found.at, call.answer));
}

/* Moves are listed where that is the way to count them: then it need not be done again. */
static enum asked counting(struct game *game, PyObject *cells)
{
    int is_state = type_of(cells) == game->states;
    return is_state && !game->c->is_counted(state_of(cells)->data) ? LIST : COUNT;
}

static PyObject *game_count(PyObject *self, PyObject *cells)
{
    struct game *game = game_of(self);
    struct call call = {counting(game, cells), 0, 0, 0, 0, 0, 0};
    int done = ask(game, cells, &call);
    return ANSWERED(done, "count", &cells, 1, py.PyLong_FromLongLong(call.answer));
}

/* One legal move by its number, without listing the others. */
static PyObject *one_of(struct game *game, Given given, rl_i64 number)
{
    struct call call = {KTH, 0, 0, number, 0, 0, 0};
    int done = ask(game, given[0], &call);
    if (done == DONE && !call.answer) return wrong(known.IndexError, "there is no such move");
    if (done == DONE && game->c->is_coded(asked_about(game, given[0]))) return code_object(game, game->ctx.found.at[0]);
    if (done == DONE) done = numbered(game, given[0], &call, game->c->node(asked_about(game, given[0])));
    return ANSWERED(done, "kth", given, 2, with(game->book.moves[game->ctx.found.at[0]].object));
}

/* The code of one legal move, by its number among them. */
static PyObject *game_kth(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    struct call call = {LIST, 0, 0, 0, 0, 0, 0};
    rl_i64 number = 0;
    if (!has(count, 2) || !whole(given[1], &number)) return 0;
    if (counting(game, given[0]) == COUNT) return one_of(game, given, number);
    int in_book, done = listed(game, given[0], &call, &in_book);
    if (done == DONE && (number < 0 || number >= call.answer)) return wrong(known.IndexError, "there is no such move");
    return ANSWERED(done, "kth", given, count, in_book ? with(game->book.moves[game->ctx.found.at[number]].object)
                                                       : code_object(game, game->ctx.found.at[number]));
}

/* Codes into a buffer of 64-bit numbers; how many there are, which may be more than fit. */
static PyObject *game_into(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    struct call call = {LIST, 0, 0, 0, 0, 0, 0};
    struct rl_buffer buffer;
    if (!has(count, 2)) return 0;
    int in_book, done = listed(game, given[0], &call, &in_book);
    if (done != DONE) return ANSWERED(done, "into", given, count, 0);
    if (py.PyObject_GetBuffer(given[1], &buffer, BUFFER_WRITABLE)) return 0;
    rl_i64 room = buffer.len / 8;
    for (rl_i64 i = 0; i < call.answer && i < room; i++) {
        rl_i64 found = game->ctx.found.at[i];
        ((rl_i64 *)buffer.buf)[i] = in_book ? game->book.moves[found].number : found;
    }
    py.PyBuffer_Release(&buffer);
    return py.PyLong_FromLongLong(call.answer);
}

/* All legal moves as tuples. `forms`: for each option, a byte for each parameter: 1 for a handful. */
static PyObject *game_moves(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    struct call call = {MOVES, 0, 0, 0, 0, 0, 0};
    if (!has(count, 2)) return 0;
    if (!is_a(given[1], IS_TUPLE)) return wrong(known.TypeError, "the forms of the options are a tuple of bytes");
    int done = ask(game, given[0], &call);
    if (done != DONE) return ANSWERED(done, "moves", given, count, 0);
    PyObject *found = py.PyList_New(call.answer);
    const rl_i64 *at = game->ctx.found.at;
    for (rl_i64 i = 0; found && i < call.answer; i++) {
        rl_i64 length = at[0], option = at[1], used = 2;
        PyObject *forms = py.PyTuple_GetItem(given[1], option);
        const char *form = forms ? py.PyBytes_AsString(forms) : 0;
        rl_i64 parameters = form ? py.PyBytes_Size(forms) : -1;
        PyObject *move = form ? py.PyTuple_New(1 + parameters) : 0;
        int fails = !move || py.PyTuple_SetItem(move, 0, code_object(game, option));
        for (rl_i64 p = 0; !fails && p < parameters; p++) {
            rl_i64 members = form[p] ? at[used++] : 0;
            PyObject *part = form[p] ? tuple_of(game, &at[used], members) : code_object(game, at[used]);
            used += form[p] ? members : 1;
            fails = !part || py.PyTuple_SetItem(move, 1 + p, part);
        }
        if (!fails && used != length + 1) {
            wrong(known.ValueError, "the forms of the options are not those of the game");
            fails = 1;
        }
        if (!fails) fails = py.PyList_SetItem(found, i, with(move));
        if (move) py.Py_DecRef(move);
        if (fails) {
            py.Py_DecRef(found);
            return 0;
        }
        at += length + 1;
    }
    return found;
}

/* Ask about the record of a move that has no code of its own; 0 where it is not known. */
static int without_own_code(struct game *game, struct call *call, enum asked asked)
{
    if (call->number < game->c->codes) return 1;
    const struct known_move *move = move_with(&game->book, call->number);
    if (!move) return 0;
    call->asked = asked;
    call->number = move->length - 1;
    call->move = game->book.cells + move->at + 1;
    return 1;
}

static PyObject *game_play(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    struct call call = {PLAY, 1, 0, 0, 0, 0, 0};
    if (count != 3 && !has(count, 2)) return 0;
    if (!whole(given[1], &call.number)) return 0;
    call.logs = count == 3 && given[2] != known.None;
    int done = without_own_code(game, &call, PLAY_MOVE) ? ask(game, given[0], &call) : AGAIN;
    if (done != DONE || !call.logs) return ANSWERED(done, "play", given, count, with(known.None));
    PyObject *noted[] = {told(game), given[2]}, *found = noted[0] ? asked_again(game, "note", noted, 2) : 0;
    if (noted[0]) py.Py_DecRef(noted[0]);
    return found;
}

static PyObject *game_play_move(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    rl_i64 *move = game->move;
    struct call call = {PLAY_MOVE, 1, 0, 0, 0, move, 0};
    if (!has(count, 3) || !flat(given[1], move, &call.number, LONGEST_MOVE, 1)) return 0;
    call.logs = given[2] == known.True;
    int done = ask(game, given[0], &call);
    return ANSWERED(done, "play_move", given, count, none_or_told(game, call.logs));
}

static PyObject *game_is_legal(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    struct call call = {LEGAL, 0, 0, 0, 0, 0, 0};
    if (!has(count, 2) || !whole(given[1], &call.number)) return 0;
    int done = without_own_code(game, &call, LEGAL_MOVE) ? ask(game, given[0], &call) : AGAIN;
    return ANSWERED(done, "is_legal", given, count, truth(call.answer != 0));
}

static PyObject *game_is_legal_move(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    rl_i64 *move = game->move;
    struct call call = {LEGAL_MOVE, 0, 0, 0, 0, move, 0};
    if (!has(count, 2) || !flat(given[1], move, &call.number, LONGEST_MOVE, 1)) return 0;
    int done = ask(game, given[0], &call);
    return ANSWERED(done, "is_legal_move", given, count, truth(call.answer != 0));
}

/* What may come next after some values of a move, and some members of a handful: (values, may it end here?). */
static PyObject *game_stage(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    rl_i64 *move = game->move, chosen;
    struct call call = {STAGE, 0, 0, 0, 0, move, 0};
    if (!has(count, 3) || !flat(given[1], move, &call.number, LONGEST_MOVE, 1)) return 0;
    if (!game->c->stage) return asked_again(game, "stage", given, count);
    chosen = call.number;
    if (!flat(given[2], move, &call.number, LONGEST_MOVE, 0)) return 0;
    call.more = call.number - chosen;
    int done = ask(game, given[0], &call);
    if (done != DONE) return ANSWERED(done, "stage", given, count, 0);
    PyObject *values = tuple_of(game, game->ctx.found.at, game->ctx.found.used), *found = py.PyTuple_New(2);
    if (!values || !found) return 0;
    py.PyTuple_SetItem(found, 0, values);
    py.PyTuple_SetItem(found, 1, truth(call.answer != 0));
    return found;
}

static PyObject *game_actor(PyObject *self, PyObject *cells)
{
    struct game *game = game_of(self);
    struct call call = {ACTOR, 0, 0, 0, 0, 0, 0};
    int done = ask(game, cells, &call);
    return ANSWERED(done, "actor", &cells, 1, py.PyLong_FromLongLong(call.answer));
}

/* What a game tells of a state without a context. */
static PyObject *looked(PyObject *self, PyObject *cells, const char *name, rl_i64 (*look)(const void *))
{
    struct game *game = game_of(self);
    int is_state = type_of(cells) == game->states, done = is_state ? DONE : read_list(game, cells, game->taken);
    const void *state = is_state ? (void *)state_of(cells)->data : game->taken;
    return ANSWERED(done, name, &cells, 1, py.PyLong_FromLongLong(look(state)));
}

static PyObject *game_node(PyObject *self, PyObject *cells) { return looked(self, cells, "node", game_of(self)->c->node); }

static PyObject *game_stands(PyObject *self, PyObject *cells)
{
    return looked(self, cells, "stands", game_of(self)->c->stands);
}

/* Equal for equal states, as a number without a sign. */
static PyObject *game_hash(PyObject *self, PyObject *cells)
{
    struct game *game = game_of(self);
    int is_state = type_of(cells) == game->states, done = is_state ? DONE : read_list(game, cells, game->taken);
    const void *state = is_state ? (void *)state_of(cells)->data : game->taken;
    return ANSWERED(done, "hash", &cells, 1, py.PyLong_FromUnsignedLongLong(game->c->hash(state)));
}

/* How many bytes a state has, how many codes there are, and at which word of the list form each cell begins. */
static PyObject *game_sizes(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    struct game *game = game_of(self);
    PyObject *found = py.PyTuple_New(3), *words = py.PyTuple_New(game->c->cells);
    rl_i64 word = 0;
    if (!found || !words) return 0;
    for (rl_i32 i = 0; i < game->c->cells; i++) {
        py.PyTuple_SetItem(words, i, py.PyLong_FromLongLong(word));
        word += game->c->cell_words[i] ? game->c->cell_words[i] : 1;
    }
    py.PyTuple_SetItem(found, 0, py.PyLong_FromLongLong(whole_words(game->c->state_size)));
    py.PyTuple_SetItem(found, 1, py.PyLong_FromLongLong(game->c->codes));
    py.PyTuple_SetItem(found, 2, words);
    return found;
}

/* A state as bytes, as a batch keeps it. */
static PyObject *game_packed(PyObject *self, PyObject *cells)
{
    struct game *game = game_of(self);
    int is_state = type_of(cells) == game->states, done = is_state ? DONE : read_list(game, cells, game->taken);
    const void *state = is_state ? (void *)state_of(cells)->data : game->taken;
    if (done == AGAIN) return wrong(known.ValueError, "a cell of this state is outside its bounds");
    return done == DONE ? py.PyBytes_FromStringAndSize(state, whole_words(game->c->state_size)) : 0;
}

/* The state in some bytes, which must be one of the game: every cell is looked at. */
static PyObject *game_unpacked(PyObject *self, PyObject *packed)
{
    struct game *game = game_of(self);
    rl_i64 size = whole_words(game->c->state_size);
    if (!is_a(packed, IS_BYTES)) return wrong(known.TypeError, "bytes are needed");
    if (py.PyBytes_Size(packed) != size) return wrong(known.ValueError, "a state of this game has another size");
    const char *from = py.PyBytes_AsString(packed);
    for (rl_i64 i = 0; i < size; i++) ((char *)game->before)[i] = from[i];
    game->c->read(game->before, game->words);
    game->c->write(&game->ctx, game->taken, game->words);
    if (game->ctx.fault) return wrong(known.ValueError, "a cell of this state is outside its bounds");
    return new_state(self, game->taken);
}

static PyObject *game_run(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    struct call call = {RUN, 1, 0, 0, 0, 0, 0};
    if (!has(count, 2)) return 0;
    call.logs = given[1] == known.True;
    int done = ask(game, given[0], &call);
    return ANSWERED(done, "run", given, count, none_or_told(game, call.logs));
}

/* Outcomes with their weights. */
static PyObject *game_outcomes(PyObject *self, PyObject *cells)
{
    struct game *game = game_of(self);
    struct call call = {OUTCOMES, 0, 0, 0, 0, 0, 0};
    int done = ask(game, cells, &call);
    if (done != DONE) return ANSWERED(done, "outcomes", &cells, 1, 0);
    PyObject *found = py.PyList_New(call.answer);
    for (rl_i64 i = 0; found && i < call.answer; i++) {
        PyObject *pair = tuple_of(game, &game->ctx.found.at[2 * i], 2);
        if (!pair) return 0;
        py.PyList_SetItem(found, i, pair);
    }
    return found;
}

static PyObject *game_shuffled(PyObject *self, PyObject *cells)
{
    struct game *game = game_of(self);
    struct call call = {SHUFFLED, 0, 0, 0, 0, 0, 0};
    int done = ask(game, cells, &call);
    return ANSWERED(done, "shuffled", &cells, 1, tuple_of(game, game->ctx.found.at, call.answer));
}

static PyObject *game_happen(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    rl_i64 *order = game->move;
    struct call call = {HAPPEN, 1, 0, 0, 0, order, 0};
    if (!has(count, 3)) return 0;
    if (is_a(given[1], IS_TUPLE)) {
        call.asked = HAPPEN_SHUFFLED;
        if (!flat(given[1], order, &call.number, LONGEST_MOVE, 0)) return 0;
    } else if (!whole(given[1], &call.number)) {
        return 0;
    }
    call.logs = given[2] == known.True;
    int done = ask(game, given[0], &call);
    return ANSWERED(done, "happen", given, count, none_or_told(game, call.logs));
}

static PyObject *game_standing(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    struct call call = {STANDING, 0, 0, 0, 0, 0, 0};
    if (!has(count, 2) || !whole(given[1], &call.number)) return 0;
    int done = ask(game, given[0], &call);
    if (done != DONE) return ANSWERED(done, "standing", given, count, 0);
    PyObject *values = tuple_of(game, game->ctx.found.at, game->ctx.found.used), *found = py.PyTuple_New(2);
    if (!values || !found) return 0;
    py.PyTuple_SetItem(found, 0, truth(call.answer != 0));
    py.PyTuple_SetItem(found, 1, values);
    return found;
}

/* Chance decides, by a `Random`, until somebody else does. */
static PyObject *game_draw(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    struct call call = {DRAW, 1, 0, 0, 0, 0, 0};
    if (!has(count, 2)) return 0;
    game->ctx.random = generator_of(given[1]);
    int done = game->ctx.random ? ask(game, given[0], &call) : AGAIN;
    game->ctx.random = 0;
    return ANSWERED(done, "draw", given, count, with(known.None));
}

/* Random moves drawn with a `Random`, at most so many (-1: to the end); how many there were. */
static PyObject *game_playout(PyObject *self, Given given, Py_ssize_t count)
{
    struct game *game = game_of(self);
    struct call call = {PLAYOUT, 1, 0, 0, 0, 0, 0};
    if (!has(count, 3) || !whole(given[2], &call.number)) return 0;
    game->ctx.random = generator_of(given[1]);
    int done = game->ctx.random ? ask(game, given[0], &call) : AGAIN;
    game->ctx.random = 0;
    return ANSWERED(done, "playout", given, count, py.PyLong_FromLongLong(call.answer));
}

static struct rl_method game_methods[] = {
    {"start", game_start, METH_NOARGS, "A new game."},
    {"state", game_state, METH_O, "A list of cells as a state."},
    {"codes", game_codes, METH_O, "The codes of all legal moves."},
    {"count", game_count, METH_O, "How many legal moves there are."},
    {"kth", game_kth, METH_FASTCALL, "kth(state, number): the code of one legal move."},
    {"into", game_into, METH_FASTCALL, "into(state, buffer): the codes into 64-bit numbers; how many there are."},
    {"moves", game_moves, METH_FASTCALL, "moves(state, forms): all legal moves."},
    {"play", game_play, METH_FASTCALL, "play(state, code, log=None)"},
    {"play_move", game_play_move, METH_FASTCALL, "play_move(state, move, told)"},
    {"is_legal", game_is_legal, METH_FASTCALL, "is_legal(state, code)"},
    {"is_legal_move", game_is_legal_move, METH_FASTCALL, "is_legal_move(state, move)"},
    {"stage", game_stage, METH_FASTCALL, "stage(state, chosen, inside)"},
    {"actor", game_actor, METH_O, "Who decides; -1 for nobody."},
    {"node", game_node, METH_O, "The number of the node."},
    {"stands", game_stands, METH_O, "What kind of node it is."},
    {"run", game_run, METH_FASTCALL, "run(state, told)"},
    {"outcomes", game_outcomes, METH_O, "What chance may bring, with weights."},
    {"shuffled", game_shuffled, METH_O, "What is shuffled, in its order."},
    {"happen", game_happen, METH_FASTCALL, "happen(state, outcome, told)"},
    {"draw", game_draw, METH_FASTCALL, "draw(state, random): chance decides until somebody else does."},
    {"standing", game_standing, METH_FASTCALL, "standing(state, seat)"},
    {"sizes", game_sizes, METH_NOARGS, "Bytes of a state, number of codes, and where each cell begins."},
    {"packed", game_packed, METH_O, "A state as bytes."},
    {"unpacked", game_unpacked, METH_O, "The state in some bytes."},
    {"hash", game_hash, METH_O, "Equal for equal states."},
    {"playout", game_playout, METH_FASTCALL, "playout(state, random, most)"},
    RL_BATCH_METHODS
    RL_SEARCH_METHODS
    {0, 0, 0, 0},
};

static void game_gone(PyObject *self)
{
    struct game *game = game_of(self);
    PyObject *type = type_of(self);
    if (game->c) close_context(&game->ctx);
    close_book(&game->book);
    for (rl_i64 i = 0; i < game->known_codes; i++)
        if (game->codes[i]) py.Py_DecRef(game->codes[i]);
    void *memory[] = {game->words, game->old, game->taken, game->before, game->codes, game->move};
    for (int i = 0; i < 6; i++) py.PyMem_RawFree(memory[i]);
    PyObject *kept[] = {game->states, game->again, game->owner};
    py.PyObject_Free(self);
    for (int i = 0; i < 3; i++)
        if (kept[i]) py.Py_DecRef(kept[i]);
    py.Py_DecRef(type);
}

enum { MOST_KNOWN_CODES = 1 << 16 };

static PyObject *games;

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

/* Hand over what the host needs of Python, once: addresses in the order of RL_PYTHON and RL_OBJECTS. */
EXPORTED int rl_open(void **functions, rl_i64 count, PyObject **objects, rl_i64 number, rl_i64 head_size, rl_i64 type_place,
                     rl_i64 random_place)
{
    if (count * (rl_i64)sizeof(void *) != (rl_i64)sizeof py || number * (rl_i64)sizeof(void *) != (rl_i64)sizeof known)
        return 0;
    for (rl_i64 i = 0; i < count; i++) ((void **)&py)[i] = functions[i];
    for (rl_i64 i = 0; i < number; i++) ((PyObject **)&known)[i] = with(objects[i]);
    head = head_size;
    type_at = type_place;
    random_at = random_place;
    struct rl_slot slots[] = {
        {SLOT_DEALLOC, game_gone}, {SLOT_METHODS, game_methods}, {SLOT_DOC, "A game that was compiled."}, {0, 0},
    };
    struct rl_spec spec = {"interpreter.engine.native.Game", (int)(head + (rl_i64)sizeof(struct game)), 0,
                           NOT_MADE_BY_CALLING | NOT_CHANGED, slots};
    games = py.PyType_FromSpec(&spec);
    return games ? 1 : -1;
}

/* The game in a library at an address. `owner` keeps the library loaded; `again` is asked what the game cannot answer. */
EXPORTED PyObject *rl_game_at(const struct rl_game *c, PyObject *owner, PyObject *again)
{
    if (!c || c->abi != RL_ABI) return wrong(known.ValueError, "the library was made for another version of RuleLang");
    PyObject *made = py.PyType_GenericAlloc(games, 0);
    if (!made) return 0;
    struct game *game = game_of(made);
    game->c = c;
    game->owner = with(owner);
    game->again = with(again);
    game->book.first = c->codes;
    rl_i64 known_codes = c->codes < MOST_KNOWN_CODES ? c->codes : MOST_KNOWN_CODES;
    game->words = memory(8 * (rl_i64)c->words);
    game->old = memory(8 * (rl_i64)c->words);
    game->taken = memory(whole_words(c->state_size));
    game->before = memory(whole_words(c->state_size));
    game->move = memory(LONGEST_MOVE * (rl_i64)sizeof(rl_i64));
    game->codes = memory(known_codes * (rl_i64)sizeof(PyObject *));
    game->known_codes = game->codes ? known_codes : 0;
    int is_open = open_context(c, &game->ctx);
    game->ctx.trusted = 1;
    if (is_open && game->words && game->old && game->taken && game->before && game->move && game->codes)
        game->states = class_of_states(c);
    else
        py.PyErr_NoMemory();
    if (game->states) return made;
    py.Py_DecRef(made);
    return 0;
}
