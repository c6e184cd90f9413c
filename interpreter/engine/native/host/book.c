/* Numbers of moves that have no code of their own: Python's book gives one to each when it first comes by, and from then
   on it is known here, by the move and by the number. A move is the node where it is made, and its record. */

struct known_move {
    rl_u64 hash;
    rl_i64 at, length; /* the node and the record, in `cells` */
    rl_i64 number;
    PyObject *object;  /* the number as Python has it */
    rl_i64 next;       /* the move that was listed behind it last, or -1 */
};

struct book {
    rl_i64 first; /* numbers begin here */
    struct known_move *moves;
    rl_i64 used, room;
    rl_i64 *slots; /* by the hash: a move, or -1; as many as a power of two, and more than moves */
    rl_i64 slot_count;
    rl_i64 *of_number; /* by the number: a move, or -1 */
    rl_i64 numbers, numbers_room;
    rl_i64 *cells;
    rl_i64 cells_used, cells_room;
};

/* So many moves are remembered at most, and so many numbers of theirs. */
enum { MOST_KNOWN_MOVES = 1 << 20, MOST_KNOWN_CELLS = 1 << 24 };

static rl_u64 hash_of_move(rl_i64 node, const rl_i64 *record, rl_i64 length)
{
    rl_u64 found = ((rl_u64)node + 1) * 0x9e3779b97f4a7c15ULL;
    for (rl_i64 i = 0; i < length; i++) {
        found = (found ^ (rl_u64)record[i]) * 0xff51afd7ed558ccdULL;
        found ^= found >> 32;
    }
    return found;
}

static int is_move(const struct book *book, const struct known_move *move, rl_i64 node, const rl_i64 *record, rl_i64 length)
{
    const rl_i64 *cells = book->cells + move->at;
    rl_i64 k = 0;
    if (move->length != length + 1 || cells[0] != node) return 0;
    while (k < length && cells[1 + k] == record[k]) k++;
    return k == length;
}

/* The slot of a move, or the free one where it belongs. */
static rl_i64 slot_of_move(const struct book *book, rl_u64 hash, rl_i64 node, const rl_i64 *record, rl_i64 length)
{
    rl_i64 slot = (rl_i64)(hash & (rl_u64)(book->slot_count - 1));
    for (; book->slots[slot] >= 0; slot = (slot + 1) & (book->slot_count - 1)) {
        const struct known_move *move = &book->moves[book->slots[slot]];
        if (move->hash == hash && is_move(book, move, node, record, length)) break;
    }
    return slot;
}

static const struct known_move *known_move(const struct book *book, rl_i64 node, const rl_i64 *record, rl_i64 length)
{
    if (!book->slot_count) return 0;
    rl_i64 slot = slot_of_move(book, hash_of_move(node, record, length), node, record, length);
    return book->slots[slot] < 0 ? 0 : &book->moves[book->slots[slot]];
}

/* The place of a move that is listed behind another (-1: it is the first), or -1. What came behind that one last mostly
   comes again. */
static rl_i64 place_after(const struct book *book, rl_i64 last, rl_i64 node, const rl_i64 *record, rl_i64 length)
{
    rl_i64 next = last < 0 ? -1 : book->moves[last].next;
    if (next >= 0 && is_move(book, &book->moves[next], node, record, length)) return next;
    const struct known_move *move = known_move(book, node, record, length);
    if (!move) return -1;
    if (last >= 0) book->moves[last].next = move - book->moves;
    return move - book->moves;
}

/* The move with a number; any that has it. */
static const struct known_move *move_with(const struct book *book, rl_i64 number)
{
    number -= book->first;
    if (number < 0 || number >= book->numbers || book->of_number[number] < 0) return 0;
    return &book->moves[book->of_number[number]];
}

/* Room for at least so many; what is new is not filled. */
static int has_room(void **memory, rl_i64 width, rl_i64 *room, rl_i64 wanted)
{
    rl_i64 more = *room ? *room : 256;
    while (more < wanted) more *= 2;
    void *made = more == *room ? *memory : py.PyMem_RawRealloc(*memory, (size_t_)(more * width));
    if (!made) return 0;
    *memory = made;
    *room = more;
    return 1;
}

static int more_slots(struct book *book)
{
    rl_i64 count = book->slot_count ? 2 * book->slot_count : 512;
    rl_i64 *made = py.PyMem_RawMalloc((size_t_)count * sizeof *made);
    if (!made) return 0;
    for (rl_i64 i = 0; i < count; i++) made[i] = -1;
    for (rl_i64 i = 0; i < book->used; i++) {
        rl_i64 slot = (rl_i64)(book->moves[i].hash & (rl_u64)(count - 1));
        while (made[slot] >= 0) slot = (slot + 1) & (count - 1);
        made[slot] = i;
    }
    py.PyMem_RawFree(book->slots);
    book->slots = made;
    book->slot_count = count;
    return 1;
}

/* Remember the number of a move. Where there is no room it stays unknown. */
static void remember(struct book *book, rl_i64 node, const rl_i64 *record, rl_i64 length, PyObject *object)
{
    rl_i64 number = py.PyLong_AsLongLong(object) - book->first;
    if (py.PyErr_Occurred()) py.PyErr_Clear();
    if (number < 0 || number >= MOST_KNOWN_MOVES || book->used >= MOST_KNOWN_MOVES ||
        book->cells_used + length + 1 > MOST_KNOWN_CELLS || known_move(book, node, record, length)) return;
    rl_i64 known = book->numbers;
    if (2 * book->used >= book->slot_count && !more_slots(book)) return;
    if (!has_room((void **)&book->moves, sizeof *book->moves, &book->room, book->used + 1) ||
        !has_room((void **)&book->cells, sizeof(rl_i64), &book->cells_room, book->cells_used + length + 1) ||
        !has_room((void **)&book->of_number, sizeof(rl_i64), &book->numbers_room, number + 1)) return;
    for (; known <= number; known++) book->of_number[known] = -1;
    book->numbers = known;
    rl_u64 hash = hash_of_move(node, record, length);
    book->slots[slot_of_move(book, hash, node, record, length)] = book->used;
    book->of_number[number] = book->used;
    book->moves[book->used++] =
        (struct known_move){hash, book->cells_used, length + 1, number + book->first, with(object), -1};
    book->cells[book->cells_used++] = node;
    for (rl_i64 k = 0; k < length; k++) book->cells[book->cells_used++] = record[k];
}

static void close_book(struct book *book)
{
    for (rl_i64 i = 0; i < book->used; i++) py.Py_DecRef(book->moves[i].object);
    void *memory[] = {book->moves, book->slots, book->of_number, book->cells};
    for (int i = 0; i < 4; i++) py.PyMem_RawFree(memory[i]);
}
