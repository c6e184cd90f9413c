/* Handfuls out of a pool in canonical order: ascending, a shorter one before those that extend it. */

#define RL_MOST_HANDFULS (1 << 24)

struct rl_handfuls {
    const struct rl_list *pool;
    struct rl_list chosen, positions, limits, left, lower;
    rl_i64 fewest, largest;
    rl_i32 begun, position, taken, is_done, left_to_try;
    /* Where they are counted: the class of look-alikes (or the pile of tokens) of each of the pool, how large each class
       is, how many of it are taken, and how many ways there are to take so many out of the classes from each one on. */
    rl_i32 classes, *class_of, *sizes, *taken_of;
    rl_i64 *ways;
};

/* May a handful be this far? Ascending, of what is there, no look-alike before one with a lower number. */
static inline rl_i32 rl_can_begin(
    const struct rl_list *handful, const struct rl_list *pool, const struct rl_list *limits, const struct rl_list *lower)
{
    rl_i32 k, position, last = 0, taken = 0;
    for (k = 0; k < handful->used; k++) {
        for (position = 0; position < pool->used && pool->at[position] != handful->at[k]; position++) {
        }
        if (position == pool->used)
            return 0;
        taken = position == last ? taken + 1 : 1;
        if (position < last || taken > limits->at[position])
            return 0;
        if (lower->at[position] >= 0 && !rl_in_list(handful, lower->at[position]))
            return 0;
        last = position;
    }
    return 1;
}

/* `limits`: how often each of the pool is there; `lower`: the look-alike that goes before it, or -1. The first handful
   is made by rl_handfuls_next. `most` below 0 with `is_limited` allows none. */
static inline void rl_handfuls_begin(
    struct rl_ctx *c, struct rl_handfuls *h, const struct rl_list *pool, rl_i64 fewest, rl_i64 most, rl_i32 is_limited,
    const struct rl_list *begun)
{
    rl_i64 sum = 0;
    rl_i32 k;
    h->pool = pool;
    h->chosen.used = h->positions.used = h->left.used = 0;
    h->fewest = fewest;
    h->position = h->taken = 0;
    h->is_done = 0;
    h->left_to_try = RL_MOST_HANDFULS;
    h->begun = -1;
    /* How many there are from each position on: written backwards, read from the other end. */
    rl_push(c, &h->left, 0);
    for (k = pool->used - 1; k >= 0 && !c->fault; k--) {
        sum += h->limits.at[k];
        rl_push(c, &h->left, sum);
    }
    h->largest = is_limited ? most : sum;
    if (c->fault || h->largest < (begun ? begun->used : 0)
        || (begun && !rl_can_begin(begun, pool, &h->limits, &h->lower))) {
        h->is_done = 1;
        return;
    }
    if (begun && begun->used) {
        rl_i32 last = begun->at[begun->used - 1];
        rl_push_all(c, &h->chosen, begun);
        while (pool->at[h->position] != last)
            h->position++;
        for (k = 0; k < begun->used; k++)
            h->taken += begun->at[k] == last;
    }
}

/* How many handfuls there are, without listing them. */
static inline rl_i64 rl_count_handfuls(struct rl_ctx *c, struct rl_handfuls *h, const struct rl_list *pool, rl_i64 fewest,
                                       rl_i64 most, rl_i32 is_limited)
{
    rl_i64 size, k, width, found = 0, available = 0;
    rl_i32 position, other, count = pool->used;
    for (position = 0; position < count; position++)
        available += h->limits.at[position];
    h->pool = pool;
    h->fewest = fewest > 0 ? fewest : 0;
    h->largest = is_limited && most < available ? most : available;
    h->classes = 0;
    if (h->largest < h->fewest)
        return 0;
    h->class_of = rl_take(c, 4 * (rl_i64)count);
    h->sizes = rl_take(c, 4 * (rl_i64)count);
    h->taken_of = rl_take(c, 4 * (rl_i64)count);
    if (c->fault)
        return 0;
    for (position = 0; position < count; position++) {
        for (other = position - 1; other >= 0 && h->pool->at[other] != h->lower.at[position]; other--) {
        }
        h->class_of[position] = h->lower.at[position] >= 0 && other >= 0 ? h->class_of[other] : h->classes;
        if (h->class_of[position] == h->classes)
            h->sizes[h->classes++] = 0;
        h->sizes[h->class_of[position]] += h->limits.at[position];
    }
    width = h->largest + 1;
    h->ways = rl_take(c, 8 * (h->classes + 1) * width);
    if (c->fault)
        return 0;
    for (size = 0; size < width; size++)
        h->ways[h->classes * width + size] = size == 0;
    for (other = h->classes - 1; other >= 0; other--)
        for (size = 0; size < width; size++) {
            h->ways[other * width + size] = 0;
            for (k = 0; k <= h->sizes[other] && k <= size; k++)
                h->ways[other * width + size] =
                    rl_add(c, h->ways[other * width + size], h->ways[(other + 1) * width + size - k]);
        }
    for (size = h->fewest; size < width; size++)
        found = rl_add(c, found, h->ways[size]);
    return found;
}

/* The handful with a number below the count, in `chosen`. */
static inline void rl_nth_handful(struct rl_ctx *c, struct rl_handfuls *h, rl_i64 number)
{
    rl_i64 width = h->largest + 1, wanted, k;
    rl_i32 position, one, many;
    h->chosen.used = 0;
    if (c->fault || !h->classes)
        return;
    for (wanted = h->fewest; wanted < h->largest && number >= h->ways[wanted]; wanted++)
        number -= h->ways[wanted];
    for (one = 0; one < h->classes; one++) {
        const rl_i64 *after = h->ways + (one + 1) * width;
        for (k = 0; k < h->sizes[one] && k < wanted && number >= after[wanted - k]; k++)
            number -= after[wanted - k];
        h->taken_of[one] = (rl_i32)k;
        wanted -= k;
    }
    for (position = 0; position < h->pool->used; position++) {
        rl_i32 *left = &h->taken_of[h->class_of[position]];
        many = *left < h->limits.at[position] ? *left : h->limits.at[position];
        *left -= many;
        for (; many > 0; many--)
            rl_push(c, &h->chosen, h->pool->at[position]);
    }
}

/* In how many ways a handful that has its last member at a position can be finished: each class gives what is left of it
   behind, unless one of it was passed over that has to go first. */
static inline rl_i64 rl_finishes(struct rl_ctx *c, struct rl_handfuls *h, rl_i32 last)
{
    rl_i64 width = h->largest - h->chosen.used + 1, least = h->fewest - h->chosen.used, size, k, found = 0;
    rl_i64 *ways = h->ways;
    rl_i32 position, one;
    for (one = 0; one < h->classes; one++)
        h->sizes[one] = 0;
    for (position = h->pool->used - 1; position >= 0; position--) {
        one = h->class_of[position];
        if (position >= last)
            h->sizes[one] += h->limits.at[position] - h->taken_of[position];
        else if (h->taken_of[position] < h->limits.at[position])
            h->sizes[one] = 0;
    }
    for (size = 0; size < width; size++)
        ways[size] = size == 0;
    for (one = 0; one < h->classes; one++)
        for (size = width - 1; size > 0 && h->sizes[one]; size--)
            for (k = 1; k <= h->sizes[one] && k <= size; k++)
                ways[size] = rl_add(c, ways[size], ways[size - k]);
    for (size = least > 0 ? least : 0; size < width; size++)
        found = rl_add(c, found, ways[size]);
    return found;
}

/* The handful with a number below the count, in canonical order, in `chosen`. They were counted. */
static inline void rl_kth_handful(struct rl_ctx *c, struct rl_handfuls *h, rl_i64 number)
{
    rl_i32 position = 0, count = h->pool->used, k;
    rl_i64 ways;
    h->chosen.used = 0;
    for (k = 0; k < count; k++)
        h->taken_of[k] = 0;
    while (!c->fault && (h->chosen.used < h->fewest || number--)) {
        for (; position < count; position++) {
            if (h->taken_of[position] >= h->limits.at[position]
                || (h->lower.at[position] >= 0 && !rl_in_list(&h->chosen, h->lower.at[position])))
                continue;
            h->taken_of[position]++;
            rl_push(c, &h->chosen, h->pool->at[position]);
            ways = rl_finishes(c, h, position);
            if (number < ways)
                break;
            number -= ways;
            h->taken_of[position]--;
            h->chosen.used--;
        }
        if (position == count)
            rl_outside(c);
    }
}

/* Where moves are counted, or one of them is wanted: is it one of these handfuls? Then it is in `chosen`. */
static inline rl_i32 rl_wanted_handful(struct rl_ctx *c, struct rl_handfuls *h, const struct rl_list *pool, rl_i64 fewest,
                                       rl_i64 most, rl_i32 is_limited)
{
    rl_i64 count = rl_count_handfuls(c, h, pool, fewest, most, is_limited), number = c->number;
    if (c->fault)
        return 0;
    c->number = c->only == 1 ? rl_add(c, number, count) : number - count;
    if (c->only == 1 || number < 0 || number >= count)
        return 0;
    rl_kth_handful(c, h, number);
    c->number = 0;
    return !c->fault;
}

/* The next handful, in `chosen`; 0 when there is none. */
static inline rl_i32 rl_handfuls_next(struct rl_ctx *c, struct rl_handfuls *h)
{
    if (h->is_done || c->fault)
        return 0;
    if (!h->left_to_try--) {
        rl_wrong(c, RL_NO_ROOM, -1, -1, 0);
        return 0;
    }
    if (h->begun < 0) {
        h->begun = h->chosen.used;
        if (h->chosen.used >= h->fewest)
            return 1;
    }
    for (;;) {
        while (h->chosen.used < h->largest && h->position < h->pool->used
               && h->chosen.used + (rl_i64)h->left.at[h->pool->used - h->position] - h->taken >= h->fewest) {
            rl_i32 value = h->pool->at[h->position], lower = h->lower.at[h->position];
            if (h->taken < h->limits.at[h->position] && (lower < 0 || rl_in_list(&h->chosen, lower))) {
                rl_push(c, &h->chosen, value);
                rl_push(c, &h->positions, h->position);
                h->taken++;
                if (c->fault)
                    return 0;
                if (h->chosen.used >= h->fewest)
                    return 1;
            } else {
                h->position++;
                h->taken = 0;
            }
        }
        if (!h->positions.used) {
            h->is_done = 1;
            return 0;
        }
        /* Without the last member, and whatever comes after it. */
        h->position = h->positions.at[--h->positions.used] + 1;
        h->taken = 0;
        h->chosen.used--;
    }
}

/* Is a list one of the handfuls? */
static inline rl_i32 rl_is_handful(const struct rl_handfuls *h, const struct rl_list *handful, const struct rl_list *pool,
                                   rl_i64 fewest, rl_i64 most, rl_i32 is_limited)
{
    if (handful->used < fewest || (is_limited && (most < 0 || handful->used > most)))
        return 0;
    return rl_can_begin(handful, pool, &h->limits, &h->lower);
}

static inline rl_i32 rl_ready_plain(struct rl_ctx *c, const struct state *s, struct rl_handfuls *h,
                                    const struct rl_list *pool)
{
    rl_i32 k;
    (void)s;
    h->limits.used = h->lower.used = 0;
    for (k = 0; k < pool->used && !c->fault; k++) {
        rl_push(c, &h->limits, 1);
        rl_push(c, &h->lower, -1);
    }
    return !c->fault;
}
