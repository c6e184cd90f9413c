/* Faults, memory, numbers, and sets of up to 64 elements. */

/* What is wrong first is what is told. */
static inline void rl_wrong(struct rl_ctx *c, rl_i32 fault, rl_i32 node, rl_i32 message, rl_i64 value)
{
    if (!c->fault) {
        c->fault = fault;
        c->node = node;
        c->message = message;
        c->value = value;
    }
}

/* The node is put in by whoever was called from outside. */
static inline void rl_outside(struct rl_ctx *c)
{
    rl_wrong(c, RL_OUTSIDE, -1, -1, 0);
}

static inline void rl_overflow(struct rl_ctx *c)
{
    rl_wrong(c, RL_OVERFLOW, -1, -1, 0);
}

/* What went wrong in a trial is no refusal, but for want of memory. */
static inline rl_i32 rl_forgiven(struct rl_ctx *c)
{
    if (!c->fault || c->fault == RL_NO_ROOM)
        return 0;
    c->fault = RL_FINE;
    return 1;
}

/* Scratch memory, released by setting `scratch_used` back. */
static inline void *rl_take(struct rl_ctx *c, rl_i64 size)
{
    rl_i64 at = c->scratch_used, end = at + ((size + 7) & ~(rl_i64)7);
    if (size < 0 || end > c->scratch_room) {
        rl_wrong(c, RL_NO_ROOM, -1, -1, 0);
        return 0;
    }
    c->scratch_used = end;
    return c->scratch + at;
}

/* Room for some numbers more in an arena. */
static inline rl_i64 *rl_more(struct rl_ctx *c, struct rl_arena *arena, rl_i64 count)
{
    rl_i64 *at;
    if (count < 0 || arena->used + count > arena->room) {
        if (count < 0 || !c->grow || !c->grow(c, arena, arena->used + count)
            || arena->used + count > arena->room) {
            rl_wrong(c, RL_NO_ROOM, -1, -1, 0);
            return 0;
        }
    }
    at = arena->at + arena->used;
    arena->used += count;
    return at;
}

static inline void rl_tell(struct rl_ctx *c, struct rl_arena *arena, rl_i64 value)
{
    rl_i64 *at = rl_more(c, arena, 1);
    if (at)
        *at = value;
}

static inline void rl_tell_number(struct rl_ctx *c, rl_i64 value)
{
    rl_tell(c, &c->log, 0);
    rl_tell(c, &c->log, value);
}

/* Is a legal move without a code to be listed, or is it only counted? */
static inline rl_i32 rl_is_wanted(struct rl_ctx *c)
{
    if (!c->only)
        return 1;
    return c->only == 1 ? (c->number++, 0) : !c->number--;
}

static inline void rl_offer(struct rl_ctx *c, rl_i64 code)
{
    if (c->found.used < c->found.room)
        c->found.at[c->found.used++] = code;
    else
        rl_tell(c, &c->found, code);
}

/* Codes into their order: they come in some rows that are in order each, and every row is moved in among those before
   it. What is long is made rough order of first, so that no row has far to go. */
#define RL_ROW 64
static inline void rl_sort_codes(rl_i64 *at, rl_i64 count)
{
    rl_i64 row[RL_ROW], gap, i, k, left, code;
    for (gap = 1; gap < count / 99; gap = 3 * gap + 1) {
    }
    for (; gap > 1; gap /= 3)
        for (i = gap; i < count; i++) {
            code = at[i];
            for (k = i; k >= gap && at[k - gap] > code; k -= gap)
                at[k] = at[k - gap];
            at[k] = code;
        }
    for (i = 1; i < count;) {
        if (at[i - 1] <= at[i]) {
            i++;
            continue;
        }
        k = i - 1;
        left = 0;
        do
            row[left++] = at[i++];
        while (i < count && left < RL_ROW && at[i - 1] <= at[i]);
        while (left) {
            code = k >= 0 && at[k] > row[left - 1] ? at[k--] : row[--left];
            at[k + 1 + left] = code;
        }
    }
}

/* An index from 0 to length - 1. */
static inline rl_i64 rl_at(struct rl_ctx *c, rl_i64 index, rl_i64 length)
{
    if (index < 0 || index >= length) {
        rl_outside(c);
        return 0;
    }
    return index;
}

/* An index from -1 to length - 1. */
static inline rl_i64 rl_in(struct rl_ctx *c, rl_i64 index, rl_i64 length)
{
    if (index < -1 || index >= length) {
        rl_outside(c);
        return -1;
    }
    return index;
}

/* A value from low to high. */
static inline rl_i64 rl_fit(struct rl_ctx *c, rl_i64 value, rl_i64 low, rl_i64 high)
{
    if (value < low || value > high) {
        rl_outside(c);
        return low;
    }
    return value;
}

#define RL_MOST 0x7fffffffffffffffLL

static inline rl_i64 rl_add(struct rl_ctx *c, rl_i64 a, rl_i64 b)
{
    if (b > 0 ? a > RL_MOST - b : a < -RL_MOST - 1 - b) {
        rl_overflow(c);
        return 0;
    }
    return a + b;
}

static inline rl_i64 rl_subtract(struct rl_ctx *c, rl_i64 a, rl_i64 b)
{
    if (b < 0 ? a > RL_MOST + b : a < -RL_MOST - 1 + b) {
        rl_overflow(c);
        return 0;
    }
    return a - b;
}

static inline rl_i64 rl_multiply(struct rl_ctx *c, rl_i64 a, rl_i64 b)
{
    rl_u64 x = a < 0 ? 0 - (rl_u64)a : (rl_u64)a, y = b < 0 ? 0 - (rl_u64)b : (rl_u64)b;
    if (x && y > (rl_u64)RL_MOST / x) {
        rl_overflow(c);
        return 0;
    }
    return (a < 0) == (b < 0) ? (rl_i64)(x * y) : -(rl_i64)(x * y);
}

/* Rounds down; by zero it gives 0. */
static inline rl_i64 rl_divide(struct rl_ctx *c, rl_i64 a, rl_i64 b)
{
    rl_i64 q;
    if (!b)
        return 0;
    if (b == -1)
        return rl_subtract(c, 0, a);
    q = a / b;
    return a % b && (a < 0) != (b < 0) ? q - 1 : q;
}

/* Rounds up; by zero it gives 0. */
static inline rl_i64 rl_divide_up(struct rl_ctx *c, rl_i64 a, rl_i64 b)
{
    rl_i64 q;
    if (!b)
        return 0;
    if (b == -1)
        return rl_subtract(c, 0, a);
    q = a / b;
    return a % b && (a < 0) == (b < 0) ? q + 1 : q;
}

/* Of a divisor above 0; never negative. */
static inline rl_i64 rl_remainder(rl_i64 a, rl_i64 b)
{
    rl_i64 r;
    if (b <= 0)
        return 0;
    r = a % b;
    return r < 0 ? r + b : r;
}

static inline rl_i64 rl_min(rl_i64 a, rl_i64 b)
{
    return a < b ? a : b;
}

static inline rl_i64 rl_max(rl_i64 a, rl_i64 b)
{
    return a > b ? a : b;
}

static const rl_i8 rl_places_of_bits[64] = {
    0, 1, 2, 53, 3, 7, 54, 27, 4, 38, 41, 8, 34, 55, 48, 28, 62, 5, 39, 46, 44, 42, 22, 9, 24, 35, 59, 56, 49, 18, 29,
    11, 63, 52, 6, 26, 37, 40, 33, 47, 61, 45, 43, 21, 23, 58, 17, 10, 51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15,
    30, 14, 13, 12};

/* The lowest element of a set that is not empty. */
static inline rl_i32 rl_low(rl_u64 set)
{
    return rl_places_of_bits[((set & (0 - set)) * 0x022fdd63cc95386dULL) >> 58];
}

/* The highest element of a set that is not empty. */
static inline rl_i32 rl_high(rl_u64 set)
{
    set |= set >> 1;
    set |= set >> 2;
    set |= set >> 4;
    set |= set >> 8;
    set |= set >> 16;
    set |= set >> 32;
    return rl_low(set ^ (set >> 1));
}

typedef rl_u64 rl_s1;

static inline rl_i32 rl_size1(rl_u64 set)
{
    set -= (set >> 1) & 0x5555555555555555ULL;
    set = (set & 0x3333333333333333ULL) + ((set >> 2) & 0x3333333333333333ULL);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (rl_i32)((set * 0x0101010101010101ULL) >> 56);
}

static inline rl_i32 rl_has1(rl_u64 set, rl_i64 element)
{
    return (rl_u64)element < 64 && (set >> element & 1);
}

static inline rl_u64 rl_single1(rl_i64 element)
{
    return (rl_u64)element < 64 ? (rl_u64)1 << element : 0;
}

static inline rl_i32 rl_lowest1(rl_u64 set)
{
    return set ? rl_low(set) : -1;
}

static inline rl_i32 rl_highest1(rl_u64 set)
{
    return set ? rl_high(set) : -1;
}

/* The element with so many smaller ones; any number where there are not that many. Without a loop: first the byte it is
   in (how many bytes have no more elements up to their ends than are wanted?), then its half, its pair, its bit. */
static inline rl_i32 rl_kth1(rl_u64 set, rl_i64 number)
{
    rl_u64 pairs = set - ((set >> 1) & 0x5555555555555555ULL);
    rl_u64 fours = (pairs & 0x3333333333333333ULL) + ((pairs >> 2) & 0x3333333333333333ULL);
    rl_u64 upto = ((fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL;
    rl_u64 before, left = (rl_u64)number & 63;
    rl_i32 place, more;
    before = ((left * 0x0101010101010101ULL | 0x8080808080808080ULL) - upto) & 0x8080808080808080ULL;
    place = (rl_i32)((before >> 7) * 0x0101010101010101ULL >> 53) & 56;
    left -= (upto << 8 >> place) & 255;
    more = left >= (fours >> place & 15);
    left -= more ? fours >> place & 15 : 0;
    place += 4 * more;
    more = left >= (pairs >> place & 3);
    left -= more ? pairs >> place & 3 : 0;
    place += 2 * more;
    return (place + (left >= (set >> place & 1))) & 63;
}

static inline rl_i32 rl_any1(rl_u64 set)
{
    return set != 0;
}

static inline rl_i32 rl_same1(rl_u64 a, rl_u64 b)
{
    return a == b;
}

static inline rl_u64 rl_both1(rl_u64 a, rl_u64 b)
{
    return a & b;
}

static inline rl_u64 rl_either1(rl_u64 a, rl_u64 b)
{
    return a | b;
}

static inline rl_u64 rl_without1(rl_u64 a, rl_u64 b)
{
    return a & ~b;
}

static inline rl_u64 rl_up1(rl_u64 a, rl_i32 by)
{
    return by < 64 ? a << by : 0;
}

static inline rl_u64 rl_down1(rl_u64 a, rl_i32 by)
{
    return by < 64 ? a >> by : 0;
}

static inline rl_u64 rl_word1(rl_u64 a, rl_i32 word)
{
    return word ? 0 : a;
}

static inline rl_u64 rl_put_word1(rl_u64 a, rl_i32 word, rl_u64 value)
{
    return word ? a : value;
}

static inline rl_u64 rl_none1(void)
{
    return 0;
}

static inline void rl_tell_set1(struct rl_ctx *c, rl_u64 set)
{
    rl_tell(c, &c->log, 1);
    rl_tell(c, &c->log, (rl_i64)set);
}
