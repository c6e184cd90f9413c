/* States as Python objects: `State` is the plain data of one state behind an object's head. It reads like a list of
   numbers, and becomes one when somebody looks.

   Every game has a class of its own, so that a state of one game never gets into another. A state keeps its game. */

struct game {
    const struct rl_game *c;
    PyObject *owner;      /* keeps the library loaded */
    PyObject *again;      /* again(name, *arguments): asked where the game itself cannot answer */
    PyObject *states;     /* the class of its states */
    struct rl_ctx ctx;
    struct rl_random drawn; /* what a generator was before it is drawn with */
    rl_u64 *words, *old;  /* the list form, while it is made; and what it was before */
    void *taken, *before; /* a state that was read off a list; what a state was before it is changed */
    rl_i64 *move;         /* a move that was read off a tuple */
    PyObject **codes;     /* objects for codes that came by, so that they are not made each time */
    rl_i64 known_codes;
    struct book book;
    rl_u64 stamps;        /* so many states were made or changed */
    /* Of the state with this stamp (0: none) the moves are in the arena still: so many; as places in the book? */
    rl_u64 listed;
    rl_i64 listed_count;
    int listed_in_book;
};

/* States with the same stamp are equal. */
struct state {
    PyObject *game;
    rl_u64 stamp;
    rl_u64 data[1];
};

enum { AGAIN = -1, FAILED = 0, DONE = 1 };

static struct game *game_of(PyObject *object) { return body_of(object); }
static struct state *state_of(PyObject *object) { return body_of(object); }

static void copy_words(void *to, const void *from, rl_i64 bytes)
{
    rl_u64 *target = to;
    const rl_u64 *source = from;
    for (rl_i64 i = 0; i < bytes / 8; i++) target[i] = source[i];
}

static int same_words(const void *one, const void *other, rl_i64 bytes)
{
    const rl_u64 *first = one, *second = other;
    for (rl_i64 i = 0; i < bytes / 8; i++)
        if (first[i] != second[i]) return 0;
    return 1;
}

static rl_i64 whole_words(rl_i64 bytes) { return (bytes + 7) / 8 * 8; }

/* A cell as a number of Python. */
static PyObject *number_of(const rl_u64 *words, rl_i32 count)
{
    if (!count) return py.PyLong_FromLongLong((rl_i64)words[0]);
    while (count > 1 && !words[count - 1]) count--;
    PyObject *found = py.PyLong_FromUnsignedLongLong(words[count - 1]);
    if (count == 1 || !found) return found;
    PyObject *width = py.PyLong_FromLongLong(64);
    for (rl_i32 i = count - 2; found && i >= 0; i--) {
        PyObject *raised = py.PyNumber_Lshift(found, width), *low = py.PyLong_FromUnsignedLongLong(words[i]);
        py.Py_DecRef(found);
        found = raised && low ? py.PyNumber_Or(raised, low) : 0;
        if (raised) py.Py_DecRef(raised);
        if (low) py.Py_DecRef(low);
    }
    if (width) py.Py_DecRef(width);
    return found;
}

/* A number of Python as a cell. AGAIN where it does not fit. */
static int cell_of(PyObject *number, rl_u64 *words, rl_i32 count)
{
    if (!is_a(number, IS_LONG)) {
        wrong(known.TypeError, "a state is a list of whole numbers");
        return FAILED;
    }
    if (!count) {
        words[0] = (rl_u64)py.PyLong_AsLongLong(number);
        if (words[0] != (rl_u64)-1 || !py.PyErr_Occurred()) return DONE;
        py.PyErr_Clear();
        return AGAIN;
    }
    for (rl_i32 i = 0; i < count; i++) words[i] = 0;
    words[0] = py.PyLong_AsUnsignedLongLong(number);
    if (words[0] != (rl_u64)-1 || !py.PyErr_Occurred()) return DONE;
    py.PyErr_Clear();
    PyObject *width = py.PyLong_FromLongLong(64), *left = with(number);
    for (rl_i32 i = 0; left && width && i < count; i++) {
        words[i] = py.PyLong_AsUnsignedLongLongMask(left);
        PyObject *less = py.PyNumber_Rshift(left, width);
        py.Py_DecRef(left);
        left = less;
    }
    if (!left || !width) return FAILED;
    py.Py_DecRef(width);
    rl_i64 rest = py.PyLong_AsLongLong(left);
    py.Py_DecRef(left);
    if (!rest) return DONE;
    py.PyErr_Clear();
    return AGAIN;
}

static PyObject *list_of(struct game *game, const void *state)
{
    game->c->read(state, game->words);
    PyObject *found = py.PyList_New(game->c->cells);
    const rl_u64 *word = game->words;
    for (rl_i32 i = 0; found && i < game->c->cells; i++) {
        rl_i32 count = game->c->cell_words[i];
        PyObject *number = number_of(word, count);
        if (!number) {
            py.Py_DecRef(found);
            return 0;
        }
        py.PyList_SetItem(found, i, number);
        word += count ? count : 1;
    }
    return found;
}

/* Bring a list (or tuple) of cells into a state. AGAIN where the game has no such states: a cell outside its bounds. */
static int read_list(struct game *game, PyObject *cells, void *state)
{
    int is_list = is_a(cells, IS_LIST);
    if (!is_list && !is_a(cells, IS_TUPLE)) {
        wrong(known.TypeError, "a state of this game or a list of its cells is needed");
        return FAILED;
    }
    if ((is_list ? py.PyList_Size(cells) : py.PyTuple_Size(cells)) != game->c->cells) {
        wrong(known.ValueError, "a state of this game has another number of cells");
        return FAILED;
    }
    rl_u64 *word = game->words;
    for (rl_i32 i = 0; i < game->c->cells; i++) {
        rl_i32 count = game->c->cell_words[i];
        PyObject *number = is_list ? py.PyList_GetItem(cells, i) : py.PyTuple_GetItem(cells, i);
        int read = number ? cell_of(number, word, count) : FAILED;
        if (read != DONE) return read;
        word += count ? count : 1;
    }
    game->c->write(&game->ctx, state, game->words);
    return game->ctx.fault ? AGAIN : DONE;
}

/* Write a state into the list it was read off: the cells that have changed. */
static int write_list(struct game *game, PyObject *cells, const void *state)
{
    game->c->read(state, game->words);
    const rl_u64 *word = game->words, *old = game->old;
    for (rl_i32 i = 0; i < game->c->cells; i++) {
        rl_i32 count = game->c->cell_words[i], step = count ? count : 1;
        if (!same_words(word, old, 8 * step)) {
            PyObject *number = number_of(word, count);
            if (!number || py.PyList_SetItem(cells, i, number)) return FAILED;
        }
        word += step;
        old += step;
    }
    return DONE;
}

static PyObject *new_state(PyObject *game, const void *data)
{
    PyObject *made = py.PyType_GenericAlloc(game_of(game)->states, 0);
    if (!made) return 0;
    state_of(made)->game = with(game);
    state_of(made)->stamp = ++game_of(game)->stamps;
    copy_words(state_of(made)->data, data, whole_words(game_of(game)->c->state_size));
    return made;
}

static void state_gone(PyObject *self)
{
    PyObject *type = type_of(self), *game = state_of(self)->game;
    py.PyObject_Free(self);
    if (game) py.Py_DecRef(game);
    py.Py_DecRef(type);
}

static PyObject *state_list(PyObject *self)
{
    return list_of(game_of(state_of(self)->game), state_of(self)->data);
}

static PyObject *state_copy(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    PyObject *made = new_state(state_of(self)->game, state_of(self)->data);
    if (made) state_of(made)->stamp = state_of(self)->stamp;
    return made;
}

static PyObject *state_reduced(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    PyObject *cells = state_list(self), *given = py.PyTuple_New(1), *found = py.PyTuple_New(2);
    if (cells && given && found) {
        py.PyTuple_SetItem(given, 0, cells);
        py.PyTuple_SetItem(found, 0, with(known.list));
        py.PyTuple_SetItem(found, 1, given);
        return found;
    }
    if (cells) py.Py_DecRef(cells);
    if (given) py.Py_DecRef(given);
    if (found) py.Py_DecRef(found);
    return 0;
}

static PyObject *state_iter(PyObject *self)
{
    PyObject *cells = state_list(self), *found = cells ? py.PyObject_GetIter(cells) : 0;
    if (cells) py.Py_DecRef(cells);
    return found;
}

static Py_ssize_t state_length(PyObject *self) { return game_of(state_of(self)->game)->c->cells; }

static PyObject *state_item(PyObject *self, PyObject *key)
{
    PyObject *cells = state_list(self), *found = cells ? py.PyObject_GetItem(cells, key) : 0;
    if (cells) py.Py_DecRef(cells);
    return found;
}

static int state_change(PyObject *self, PyObject *key, PyObject *value)
{
    struct game *game = game_of(state_of(self)->game);
    if (!value) {
        wrong(known.TypeError, "the cells of a state cannot be deleted");
        return -1;
    }
    PyObject *cells = state_list(self);
    int done = cells && !py.PyObject_SetItem(cells, key, value) ? read_list(game, cells, game->taken) : FAILED;
    if (cells) py.Py_DecRef(cells);
    if (done == AGAIN) wrong(known.ValueError, "a cell of a state cannot have this value");
    if (done == DONE) {
        copy_words(state_of(self)->data, game->taken, whole_words(game->c->state_size));
        state_of(self)->stamp = ++game->stamps;
    }
    return done == DONE ? 0 : -1;
}

static PyObject *state_compare(PyObject *self, PyObject *other, int how)
{
    if (how != COMPARE_EQUAL && how != COMPARE_UNEQUAL) return with(known.NotImplemented);
    if (type_of(other) == type_of(self)) {
        rl_i64 size = whole_words(game_of(state_of(self)->game)->c->state_size);
        return truth(same_words(state_of(self)->data, state_of(other)->data, size) == (how == COMPARE_EQUAL));
    }
    if (!is_a(other, IS_LIST)) return with(known.NotImplemented);
    PyObject *cells = state_list(self), *found = cells ? py.PyObject_RichCompare(cells, other, how) : 0;
    if (cells) py.Py_DecRef(cells);
    return found;
}

static PyObject *state_shown(PyObject *self)
{
    PyObject *cells = state_list(self), *found = cells ? py.PyObject_Repr(cells) : 0;
    if (cells) py.Py_DecRef(cells);
    return found;
}

static struct rl_method state_methods[] = {
    {"copy", state_copy, METH_NOARGS, "The same state, on its own."},
    {"__copy__", state_copy, METH_NOARGS, 0},
    {"__deepcopy__", state_copy, METH_O, 0},
    {"__reduce__", state_reduced, METH_NOARGS, 0},
    {0, 0, 0, 0},
};

static PyObject *class_of_states(const struct rl_game *c)
{
    struct rl_slot slots[] = {
        {SLOT_DEALLOC, state_gone},   {SLOT_ITER, state_iter},         {SLOT_LENGTH, state_length},
        {SLOT_GET_ITEM, state_item},  {SLOT_SET_ITEM, state_change},   {SLOT_COMPARE, state_compare},
        {SLOT_REPR, state_shown},     {SLOT_METHODS, state_methods},   {SLOT_DOC, "The state of a game."},
        {0, 0},
    };
    rl_i64 size = head + (rl_i64)(sizeof(PyObject *) + sizeof(rl_u64)) + whole_words(c->state_size);
    struct rl_spec spec = {"interpreter.engine.native.State", (int)size, 0, NOT_MADE_BY_CALLING | NOT_CHANGED, slots};
    return py.PyType_FromSpec(&spec);
}
