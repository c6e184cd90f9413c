/* The numbers of Python's `random.Random`: the same, in the same order, from the same state (Mersenne Twister). */

#define RL_TWISTED 624

static inline rl_u32 rl_twisted(rl_u32 high, rl_u32 low, rl_u32 other)
{
    rl_u32 mixed = (high & 0x80000000U) | (low & 0x7fffffffU);
    return other ^ (mixed >> 1) ^ (0x9908b0dfU & (0U - (mixed & 1)));
}

static void rl_twist(struct rl_random *random)
{
    rl_u32 *words = random->words;
    rl_i32 k;
    for (k = 0; k < 227; k++)
        words[k] = rl_twisted(words[k], words[k + 1], words[k + 397]);
    for (; k < RL_TWISTED - 1; k++)
        words[k] = rl_twisted(words[k], words[k + 1], words[k - 227]);
    words[k] = rl_twisted(words[k], words[0], words[k - 227]);
    random->at = 0;
}

static inline rl_u32 rl_word_drawn(struct rl_random *random)
{
    rl_u32 found;
    if ((rl_u32)random->at >= RL_TWISTED)
        rl_twist(random);
    found = random->words[random->at++];
    found ^= found >> 11;
    found ^= (found << 7) & 0x9d2c5680U;
    found ^= (found << 15) & 0xefc60000U;
    return found ^ (found >> 18);
}

/* int(random() * bound) */
static inline rl_i64 rl_draw(struct rl_ctx *c, rl_i64 bound)
{
    rl_u32 high = rl_word_drawn(c->random) >> 5, low = rl_word_drawn(c->random) >> 6;
    double found = ((double)high * 67108864.0 + (double)low) * (1.0 / 9007199254740992.0);
    return bound > 0 ? (rl_i64)(found * (double)bound) : 0;
}

/* A number below a bound by as many bits as the bound has, drawn again until it is: as `interpreter.engine.luck` does. */
static inline rl_i32 rl_draw_bits(struct rl_ctx *c, rl_i32 bound)
{
    rl_i32 bits = rl_high((rl_u64)(rl_u32)bound) + 1;
    rl_u32 found = rl_word_drawn(c->random) >> (32 - bits);
    while (found >= (rl_u32)bound)
        found = rl_word_drawn(c->random) >> (32 - bits);
    return (rl_i32)found;
}

/* Random(seed) of a whole number. */
static void rl_e_seed(struct rl_random *random, rl_u64 seed)
{
    rl_u32 *words = random->words, key[2];
    rl_i32 length = seed >> 32 ? 2 : 1, i, k;
    key[0] = (rl_u32)seed;
    key[1] = (rl_u32)(seed >> 32);
    words[0] = 19650218U;
    for (i = 1; i < RL_TWISTED; i++)
        words[i] = 1812433253U * (words[i - 1] ^ (words[i - 1] >> 30)) + (rl_u32)i;
    for (i = 1, k = 0; k < RL_TWISTED; k++) {
        words[i] = (words[i] ^ ((words[i - 1] ^ (words[i - 1] >> 30)) * 1664525U)) + key[k % length]
                   + (rl_u32)(k % length);
        if (++i == RL_TWISTED) {
            words[0] = words[RL_TWISTED - 1];
            i = 1;
        }
    }
    for (k = 1; k < RL_TWISTED; k++) {
        words[i] = (words[i] ^ ((words[i - 1] ^ (words[i - 1] >> 30)) * 1566083941U)) - (rl_u32)i;
        if (++i == RL_TWISTED) {
            words[0] = words[RL_TWISTED - 1];
            i = 1;
        }
    }
    words[0] = 0x80000000U;
    random->at = RL_TWISTED;
}
