/* Lists of numbers in scratch memory. */

struct rl_list {
    rl_i32 *at;
    rl_i32 used, room;
};

static inline void rl_push(struct rl_ctx *c, struct rl_list *list, rl_i64 value)
{
    if (list->used == list->room) {
        rl_i32 k, room = list->room ? 2 * list->room : 32, *at;
        if (room > (1 << 26) || !(at = rl_take(c, 4 * (rl_i64)room))) {
            rl_wrong(c, RL_NO_ROOM, -1, -1, 0);
            return;
        }
        for (k = 0; k < list->used; k++)
            at[k] = list->at[k];
        list->at = at;
        list->room = room;
    }
    if (value < -0x7fffffff || value > 0x7fffffff) {
        rl_overflow(c);
        value = 0;
    }
    list->at[list->used++] = (rl_i32)value;
}

static inline void rl_push_all(struct rl_ctx *c, struct rl_list *list, const struct rl_list *more)
{
    rl_i32 k;
    for (k = 0; k < more->used && !c->fault; k++)
        rl_push(c, list, more->at[k]);
}

static inline rl_i32 rl_in_list(const struct rl_list *list, rl_i64 value)
{
    rl_i32 k;
    for (k = 0; k < list->used; k++)
        if (list->at[k] == value)
            return 1;
    return 0;
}

static inline rl_i32 rl_item(struct rl_ctx *c, const struct rl_list *list, rl_i64 number)
{
    if (number < 0 || number >= list->used) {
        rl_outside(c);
        return 0;
    }
    return list->at[number];
}

/* Ascending, every number once. */
static inline void rl_order(struct rl_list *list)
{
    rl_i32 i, k, value, used = 0;
    for (i = 0; i < list->used; i++) {
        value = list->at[i];
        for (k = used; k > 0 && list->at[k - 1] > value; k--) {
        }
        if (k > 0 && list->at[k - 1] == value)
            continue;
        {
            rl_i32 end;
            for (end = used; end > k; end--)
                list->at[end] = list->at[end - 1];
        }
        list->at[k] = value;
        used++;
    }
    list->used = used;
}

/* By keys, lowest first, so many for each number; ties stay as they are. */
static inline void rl_sort(struct rl_list *list, rl_i64 *keys, rl_i32 count)
{
    rl_i32 i, k, j;
    for (i = 1; i < list->used; i++)
        for (k = i; k > 0; k--) {
            rl_i64 *mine = keys + (rl_i64)k * count, *other = mine - count, swapped;
            rl_i32 value;
            for (j = 0; j < count && mine[j] == other[j]; j++) {
            }
            if (j == count || mine[j] > other[j])
                break;
            for (j = 0; j < count; j++) {
                swapped = mine[j];
                mine[j] = other[j];
                other[j] = swapped;
            }
            value = list->at[k];
            list->at[k] = list->at[k - 1];
            list->at[k - 1] = value;
        }
}

/* The next value of a record of so many numbers. */
static inline rl_i64 rl_read_number(struct rl_ctx *c, const rl_i64 *move, rl_i64 length, rl_i64 *at, rl_i64 low,
                                    rl_i64 high)
{
    if (*at >= length || move[*at] < low || move[*at] > high) {
        rl_wrong(c, RL_ILLEGAL, -1, -1, 0);
        return low;
    }
    return move[(*at)++];
}

/* The next handful of a record. */
static inline void rl_read_list(struct rl_ctx *c, const rl_i64 *move, rl_i64 length, rl_i64 *at, struct rl_list *list)
{
    rl_i64 count;
    if (*at >= length || move[*at] < 0 || move[*at] >= length - *at) {
        rl_wrong(c, RL_ILLEGAL, -1, -1, 0);
        return;
    }
    for (count = move[(*at)++]; count > 0 && !c->fault; count--)
        rl_push(c, list, move[(*at)++]);
}

static inline rl_i32 rl_out_of(struct rl_ctx *c, rl_i64 value, rl_i64 low, rl_i64 high)
{
    if (value >= low && value <= high)
        return 0;
    rl_wrong(c, RL_ILLEGAL, -1, -1, 0);
    return 1;
}
