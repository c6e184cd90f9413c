//// tokens
/* Tokens: `rl_counted` tells for each variety and place which count it is (-1: none), `rl_stored` which set a variety
   has, and `rl_stored_places` which places are in it. */
static inline rl_i32 rl_count_at(rl_i64 variety, rl_i64 place)
{
    return place < RL_PLACES ? rl_counted[variety * RL_PLACES + place] : -1;
}

static inline rl_i32 rl_token_count(struct rl_ctx *c, const struct state *s, rl_i64 variety, rl_i64 place)
{
    rl_i32 at;
    (void)s;
    if (variety < 0 || place < 0)
        return 0;
    if (variety >= RL_VARIETIES) {
        rl_outside(c);
        return 0;
    }
#if RL_HAS_SETS
    if (rl_has@S(rl_stored_places[variety], place))
        return rl_has@S(s->token_sets[rl_stored[variety]], place);
#endif
    at = rl_count_at(variety, place);
#if RL_HAS_COUNTS
    if (at >= 0)
        return (rl_i32)s->token_counts[at];
#endif
    return (void)at, 0;
}

static inline rl_i32 rl_can_hold(struct rl_ctx *c, const struct state *s, rl_i64 variety, rl_i64 place, rl_i64 count)
{
    (void)s;
    if (!count)
        return 1;
    if (variety < 0 || variety >= RL_VARIETIES) {
        rl_outside(c);
        return 0;
    }
    if (place < 0)
        return 0;
#if RL_HAS_SETS
    if (rl_has@S(rl_stored_places[variety], place))
        return count == -1 || (count == 1 && !rl_has@S(s->token_sets[rl_stored[variety]], place));
#endif
    return rl_count_at(variety, place) >= 0;
}

/* A place that can hold them gets so many more, or fewer. */
static inline void rl_add_tokens(struct rl_ctx *c, struct state *s, rl_i64 variety, rl_i64 place, rl_i64 count)
{
    rl_i32 at;
    if (!count)
        return;
    if (variety < 0 || variety >= RL_VARIETIES || place < 0) {
        rl_outside(c);
        return;
    }
#if RL_HAS_SETS
    if (rl_has@S(rl_stored_places[variety], place)) {
        rl_s@S *places = &s->token_sets[rl_stored[variety]], one = rl_single@S(place);
        *places = count > 0 ? rl_either@S(*places, one) : rl_without@S(*places, one);
        return;
    }
#endif
    at = rl_count_at(variety, place);
    if (at < 0) {
        rl_outside(c);
        return;
    }
#if RL_HAS_COUNTS
    if (count < -RL_MOST_COUNT || count > RL_MOST_COUNT) {
        rl_outside(c);
        return;
    }
    s->token_counts[at] = (RL_COUNT)rl_fit(c, s->token_counts[at] + count, RL_LEAST_COUNT, RL_MOST_COUNT);
#endif
}
//// token_places @W
/* The places, of those stored as a set, that hold one of some varieties. */
static inline rl_s@S rl_token_places@W(struct rl_ctx *c, const struct state *s, rl_s@W varieties)
{
    rl_s@S found = rl_none@S();
    rl_i32 variety;
    (void)s;
    for (variety = 0; variety < RL_VARIETIES; variety++)
        if (rl_has@W(varieties, variety)) {
#if RL_HAS_SETS
            if (rl_any@S(rl_stored_places[variety]))
                found = rl_either@S(found, s->token_sets[rl_stored[variety]]);
#endif
        }
    (void)c;
    return found;
}
//// each_token @W
/* The tokens there are of some varieties in some places, one after the other, ascending. */
struct rl_tokens@W {
    rl_i32 kinds[RL_VARIETIES], count, one, place, k;
    rl_u64 here;
    rl_s@P places;
};

static inline void rl_tokens_begin@W(struct rl_tokens@W *run, rl_s@W varieties, rl_s@P places)
{
    rl_i32 variety;
    run->count = run->one = run->place = 0;
    for (variety = 0; variety < RL_VARIETIES; variety++)
        if (rl_has@W(varieties, variety))
            run->kinds[run->count++] = variety;
    run->one = run->count;
    run->k = -1;
    run->here = 0;
    run->places = places;
}

/* Where tokens of a variety may lie: those stored as a set lie in it. */
static inline rl_u64 rl_lying@W(const struct state *s, rl_i32 variety, rl_i32 k)
{
    rl_u64 homes = rl_word@P(rl_token_homes[variety], k);
    (void)s;
#if RL_HAS_SETS
    if (k < @S)
        homes &= ~rl_word@S(rl_stored_places[variety], k) | rl_word@S(s->token_sets[rl_stored[variety]], k);
#endif
    return homes;
}

/* -1 behind the last. */
static inline rl_i32 rl_next_token@W(struct rl_ctx *c, const struct state *s, struct rl_tokens@W *run)
{
    rl_i32 variety, one;
    for (;;) {
        while (run->one < run->count) {
            variety = run->kinds[run->one++];
            if (rl_token_count(c, s, variety, run->place))
                return variety + RL_VARIETIES * run->place;
        }
        while (!run->here) {
            if (++run->k >= @P)
                return -1;
            for (one = 0; one < run->count; one++)
                run->here |= rl_lying@W(s, run->kinds[one], run->k);
            run->here &= rl_word@P(run->places, run->k);
        }
        run->place = 64 * run->k + rl_low(run->here);
        run->here &= run->here - 1;
        run->one = 0;
    }
}
//// list_tokens @W
/* The same, added to a list. */
static void rl_list_tokens@W(struct rl_ctx *c, const struct state *s, struct rl_list *list, rl_s@W varieties,
                             rl_s@P places)
{
    struct rl_tokens@W run;
    rl_i32 token;
    rl_tokens_begin@W(&run, varieties, places);
    while ((token = rl_next_token@W(c, s, &run)) >= 0)
        rl_push(c, list, token);
}
