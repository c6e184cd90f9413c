//// takers tokens
/* Tokens are there as often as they are counted. */
static inline rl_i32 rl_ready_tokens(struct rl_ctx *c, const struct state *s, struct rl_handfuls *h,
                                     const struct rl_list *pool)
{
    rl_i32 k;
    h->limits.used = h->lower.used = 0;
    for (k = 0; k < pool->used && !c->fault; k++) {
        rl_i32 token = pool->at[k];
        rl_push(c, &h->limits, token < 0 ? 0 : rl_token_count(c, s, token % RL_VARIETIES, token / RL_VARIETIES));
        rl_push(c, &h->lower, -1);
    }
    return !c->fault;
}
//// takers twins
/* Of look-alikes the one with the next lower number goes first. */
static inline rl_i32 rl_ready_pieces(struct rl_ctx *c, const struct state *s, struct rl_handfuls *h,
                                     const struct rl_list *pool)
{
    rl_i32 k, other;
    h->limits.used = h->lower.used = 0;
    for (k = 0; k < pool->used && !c->fault; k++) {
        rl_i32 piece = (rl_i32)rl_fit(c, pool->at[k], 0, RL_PIECES - 1);
        rl_push(c, &h->limits, 1);
        other = -1;
        if (rl_has_twin[piece])
            for (other = k - 1; other >= 0 && !rl_alike(s, pool->at[other], piece); other--) {
            }
        rl_push(c, &h->lower, other >= 0 ? pool->at[other] : -1);
    }
    return !c->fault;
}
