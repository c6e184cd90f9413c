/* Sets of up to 64 * @W elements. Nothing loops: so compilers keep sets in registers, and write functions out where they
   are called. */

typedef struct {
    rl_u64 w[@W];
} rl_s@W;

static inline rl_s@W rl_none@W(void)
{
    rl_s@W none = {{0}};
    return none;
}

static inline rl_i32 rl_size@W(rl_s@W set)
{
    rl_i32 size = 0;
    @each size += rl_size1(set.w[#]);
    return size;
}

static inline rl_i32 rl_has@W(rl_s@W set, rl_i64 element)
{
    rl_u64 word = 0;
    @each word = element >> 6 == # ? set.w[#] : word;
    return word >> (element & 63) & 1;
}

static inline rl_s@W rl_single@W(rl_i64 element)
{
    rl_s@W set;
    @each set.w[#] = (rl_u64)(element >> 6 == #) << (element & 63);
    return set;
}

static inline rl_i32 rl_lowest@W(rl_s@W set)
{
    @each if (set.w[#]) return 64 * # + rl_low(set.w[#]);
    return -1;
}

static inline rl_i32 rl_highest@W(rl_s@W set)
{
    @back if (set.w[#]) return 64 * # + rl_high(set.w[#]);
    return -1;
}

static inline rl_i32 rl_kth@W(rl_s@W set, rl_i64 number)
{
    rl_i32 k, size;
    for (k = 0; k < @W; k++) {
        size = rl_size1(set.w[k]);
        if (number < size)
            return 64 * k + rl_kth1(set.w[k], number);
        number -= size;
    }
    return 0;
}

static inline rl_i32 rl_any@W(rl_s@W set)
{
    rl_u64 all = 0;
    @each all |= set.w[#];
    return all != 0;
}

static inline rl_i32 rl_same@W(rl_s@W a, rl_s@W b)
{
    rl_u64 all = 0;
    @each all |= a.w[#] ^ b.w[#];
    return all == 0;
}

static inline rl_s@W rl_both@W(rl_s@W a, rl_s@W b)
{
    @each a.w[#] &= b.w[#];
    return a;
}

static inline rl_s@W rl_either@W(rl_s@W a, rl_s@W b)
{
    @each a.w[#] |= b.w[#];
    return a;
}

static inline rl_s@W rl_without@W(rl_s@W a, rl_s@W b)
{
    @each a.w[#] &= ~b.w[#];
    return a;
}

static inline rl_s@W rl_up@W(rl_s@W a, rl_i32 by)
{
    rl_i32 k, far = by >> 6, near = by & 63;
    rl_s@W b = {{0}};
    for (k = @W - 1; k >= far; k--) {
        b.w[k] = a.w[k - far] << near;
        if (near && k > far)
            b.w[k] |= a.w[k - far - 1] >> (64 - near);
    }
    return b;
}

static inline rl_s@W rl_down@W(rl_s@W a, rl_i32 by)
{
    rl_i32 k, far = by >> 6, near = by & 63;
    rl_s@W b = {{0}};
    for (k = 0; k + far < @W; k++) {
        b.w[k] = a.w[k + far] >> near;
        if (near && k + far + 1 < @W)
            b.w[k] |= a.w[k + far + 1] << (64 - near);
    }
    return b;
}

static inline rl_u64 rl_word@W(rl_s@W a, rl_i32 word)
{
    return word < @W ? a.w[word] : 0;
}

static inline rl_s@W rl_put_word@W(rl_s@W a, rl_i32 word, rl_u64 value)
{
    if (word < @W)
        a.w[word] = value;
    return a;
}

static inline void rl_tell_set@W(struct rl_ctx *c, rl_s@W set)
{
    rl_i32 k;
    rl_tell(c, &c->log, @W);
    for (k = 0; k < @W; k++)
        rl_tell(c, &c->log, (rl_i64)set.w[k]);
}
