//// pieces
/* Pieces in ordered places: `rl_order_at` tells where the sequence of a place begins (-1: it has none), and
   `rl_order_room` how many pieces it has room for. */
static inline rl_i64 rl_order_length(struct rl_ctx *c, const struct state *s, rl_i64 place)
{
    rl_i64 length = s->RL_ORDER[rl_order_at[place]];
    if (length < 0 || length > rl_order_room[place]) {
        rl_outside(c);
        return 0;
    }
    return length;
}

static inline void rl_move_piece(struct rl_ctx *c, struct state *s, rl_i64 piece, rl_i64 place, rl_i64 to_top)
{
    rl_i64 old, start, length, k, at;
    if (piece < 0 || piece >= RL_PIECES || place < 0 || place >= RL_PLACES) {
        rl_outside(c);
        return;
    }
    old = rl_at(c, s->RL_AT[piece], RL_PLACES);
    s->RL_CONTENTS[old] = rl_without@Q(s->RL_CONTENTS[old], rl_single@Q(piece));
    start = rl_order_at[old];
    if (start >= 0) {
        length = rl_order_length(c, s, old);
        for (at = 0; at < length && s->RL_ORDER[start + 1 + at] != piece; at++) {
        }
        if (at == length) {
            rl_outside(c);
            return;
        }
        for (k = at; k + 1 < length; k++)
            s->RL_ORDER[start + 1 + k] = s->RL_ORDER[start + 2 + k];
        s->RL_ORDER[start + length] = 0;
        s->RL_ORDER[start]--;
    }
    s->RL_AT[piece] = (RL_AT_TYPE)place;
    s->RL_CONTENTS[place] = rl_either@Q(s->RL_CONTENTS[place], rl_single@Q(piece));
    start = rl_order_at[place];
    if (start >= 0) {
        length = rl_order_length(c, s, place);
        if (length >= rl_order_room[place]) {
            rl_outside(c);
            return;
        }
        at = to_top ? length : 0;
        for (k = length; k > at; k--)
            s->RL_ORDER[start + 1 + k] = s->RL_ORDER[start + k];
        s->RL_ORDER[start + 1 + at] = (RL_ORDER_TYPE)piece;
        s->RL_ORDER[start]++;
    }
}

/* The pieces of a place: in its order, or ascending where it has none. */
static inline void rl_order_of(struct rl_ctx *c, const struct state *s, rl_i64 place, struct rl_list *order)
{
    rl_i64 k, start, count;
    rl_s@Q left;
    order->used = 0;
    place = rl_at(c, place, RL_PLACES);
    start = rl_order_at[place];
    if (start < 0) {
        for (left = s->RL_CONTENTS[place]; (k = rl_lowest@Q(left)) >= 0; left = rl_without@Q(left, rl_single@Q(k)))
            rl_push(c, order, k);
        return;
    }
    count = rl_order_length(c, s, place);
    for (k = 0; k < count; k++)
        rl_push(c, order, s->RL_ORDER[start + 1 + k]);
}

static inline void rl_tell_order(struct rl_ctx *c, const struct state *s, rl_i64 place)
{
    struct rl_list order = {0};
    rl_i32 k;
    rl_order_of(c, s, place, &order);
    for (k = 0; k < order.used; k++)
        rl_tell(c, &c->found, order.at[k]);
}

/* An ordered place gets a new order of its pieces. */
static inline void rl_rearrange(struct rl_ctx *c, struct state *s, rl_i64 place, const struct rl_list *order)
{
    rl_i64 start;
    rl_i32 k;
    if (place < 0 || place >= RL_PLACES) {
        rl_outside(c);
        return;
    }
    start = rl_order_at[place];
    if (start < 0)
        return;
    if (order->used != rl_order_length(c, s, place)) {
        rl_outside(c);
        return;
    }
    for (k = 0; k < order->used; k++)
        s->RL_ORDER[start + 1 + k] = (RL_ORDER_TYPE)rl_fit(c, order->at[k], 0, RL_PIECES - 1);
}

static inline void rl_shuffle(struct rl_ctx *c, struct state *s, rl_i64 place)
{
    struct rl_list order = {0};
    rl_i64 mark = c->scratch_used;
    rl_i32 last, other, kept;
    rl_order_of(c, s, place, &order);
    for (last = order.used - 1; last > 0 && !c->fault; last--) {
        other = rl_draw_bits(c, last + 1);
        kept = order.at[last];
        order.at[last] = order.at[other];
        order.at[other] = kept;
    }
    if (!c->fault)
        rl_rearrange(c, s, place, &order);
    c->scratch_used = mark;
}
//// twins
/* Of look-alike pieces only the one with the lowest number stays. The list is ascending. */
static inline void rl_lowest_alike(struct rl_ctx *c, const struct state *s, struct rl_list *list)
{
    rl_i32 i, k, used = 0;
    for (i = 0; i < list->used; i++) {
        rl_i32 piece = (rl_i32)rl_fit(c, list->at[i], 0, RL_PIECES - 1);
        if (rl_has_twin[piece]) {
            for (k = 0; k < used && !rl_alike(s, list->at[k], piece); k++) {
            }
            if (k < used)
                continue;
        }
        list->at[used++] = piece;
    }
    list->used = used;
}
