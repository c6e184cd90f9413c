/* Handfuls out of a pool in canonical order: ascending, a shorter one before those that extend it. */

#define RL_MOST_HANDFULS (1 << 24)

struct rl_handfuls {
    const struct rl_list *pool;
    struct rl_list chosen, positions, limits, left, lower;
    rl_i64 fewest, largest;
    rl_i32 begun, position, taken, is_done, left_to_try, is_drawn;
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
   is made by rl_handfuls_next. `most` below 0 with `is_limited` allows none. `is_drawn`: where moves are drawn and not
   listed, one of the handfuls will do. */
static inline void rl_handfuls_begin(
    struct rl_ctx *c, struct rl_handfuls *h, const struct rl_list *pool, rl_i64 fewest, rl_i64 most, rl_i32 is_limited,
    const struct rl_list *begun, rl_i32 is_drawn)
{
    rl_i64 sum = 0;
    rl_i32 k;
    h->pool = pool;
    h->chosen.used = h->positions.used = h->left.used = 0;
    h->fewest = fewest;
    h->position = h->taken = 0;
    h->is_done = 0;
    h->is_drawn = is_drawn;
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

/* One handful instead of all, each equally likely: how many are taken of each class of look-alikes (or of each pile of
   tokens) is drawn by the ways there are to go on from there. */
static rl_i32 rl_draw_handful(struct rl_ctx *c, struct rl_handfuls *h)
{
    rl_i64 mark = c->scratch_used, largest = h->largest, fewest = h->fewest > 0 ? h->fewest : 0, k, size, wanted;
    rl_i32 count = h->pool->used, position, other, classes = 0, many;
    rl_i32 *class_of = rl_take(c, 4 * (rl_i64)count), *sizes = rl_take(c, 4 * (rl_i64)count);
    double *ways, left;
    h->is_done = 1;
    if (largest > h->left.at[count])
        largest = h->left.at[count];
    if (c->fault || largest < fewest)
        return 0;
    for (position = 0; position < count; position++) {
        for (other = position - 1; other >= 0 && h->pool->at[other] != h->lower.at[position]; other--) {
        }
        class_of[position] = h->lower.at[position] >= 0 && other >= 0 ? class_of[other] : classes;
        if (class_of[position] == classes)
            sizes[classes++] = 0;
        sizes[class_of[position]] += h->limits.at[position];
    }
    ways = rl_take(c, 8 * (classes + 1) * (largest + 1));
    if (c->fault)
        return 0;
    for (size = 0; size <= largest; size++)
        ways[classes * (largest + 1) + size] = size == 0;
    for (other = classes - 1; other >= 0; other--)
        for (size = 0; size <= largest; size++) {
            ways[other * (largest + 1) + size] = 0;
            for (k = 0; k <= sizes[other] && k <= size; k++)
                ways[other * (largest + 1) + size] += ways[(other + 1) * (largest + 1) + size - k];
        }
    for (left = 0, size = fewest; size <= largest; size++)
        left += ways[size];
    left *= (double)(rl_random(c) >> 11) / 9007199254740992.0;
    for (wanted = fewest; wanted < largest && left >= ways[wanted]; wanted++)
        left -= ways[wanted];
    for (other = 0; other < classes; other++) {
        const double *after = ways + (other + 1) * (largest + 1);
        for (k = 0; k < sizes[other] && k < wanted && left >= after[wanted - k]; k++)
            left -= after[wanted - k];
        sizes[other] = (rl_i32)k;
        wanted -= k;
    }
    c->scratch_used = mark;
    h->chosen.used = 0;
    for (position = 0; position < count; position++) {
        many = sizes[class_of[position]] < h->limits.at[position] ? sizes[class_of[position]] : h->limits.at[position];
        sizes[class_of[position]] -= many;
        h->limits.at[position] = many;
    }
    for (position = 0; position < count; position++)
        for (k = 0; k < h->limits.at[position]; k++)
            rl_push(c, &h->chosen, h->pool->at[position]);
    return !c->fault && h->chosen.used >= fewest;
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
    if (h->is_drawn && c->trusted == RL_DRAWING)
        return rl_draw_handful(c, h);
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
