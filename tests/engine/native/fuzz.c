/* Drives a printed game, which stands above this text, through states that no game ever comes to: cells of real states
   changed at random, illegal moves and outcomes, memory that runs out. Built with sanitizers it stops where something
   outside memory is touched or something undefined is done. Arguments: a seed, how many states. */

int printf(const char *, ...);
void *malloc(unsigned long);
void *realloc(void *, unsigned long);
void free(void *);
long strtol(const char *, char **, int);

static rl_u64 seed;

static rl_u64 any(void)
{
    seed += 0x9e3779b97f4a7c15ULL;
    {
        rl_u64 mixed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 31);
    }
}

static rl_i64 below(rl_i64 bound)
{
    return bound > 0 ? (rl_i64)(any() % (rl_u64)bound) : 0;
}

static rl_i32 grow(struct rl_ctx *c, struct rl_arena *arena, rl_i64 wanted)
{
    rl_i64 room = 2 * wanted;
    rl_i64 *at;
    (void)c;
    if (room > 1 << 20)
        return 0;
    at = realloc(arena->at, 8 * (unsigned long)room);
    if (!at)
        return 0;
    arena->at = at;
    arena->room = room;
    return 1;
}

/* A number such as lies at the border of something. */
static rl_u64 hostile(rl_u64 real)
{
    switch (below(9)) {
    case 0: return real + 1;
    case 1: return real - 1;
    case 2: return (rl_u64)-1;
    case 3: return 0;
    case 4: return (rl_u64)below(256);
    case 5: return any();
    case 6: return (rl_u64)1 << below(64);
    case 7: return (rl_u64)below(16);
    default: return real ^ (rl_u64)1 << below(64);
    }
}

static rl_i64 moves[64];

static rl_i64 any_move(void)
{
    rl_i64 k, length = below(12);
    for (k = 0; k < length; k++)
        moves[k] = below(4) ? below(below(2) ? 8 : 200) : (rl_i64)hostile((rl_u64)below(50));
    return length;
}

static void ask(struct rl_ctx *c, unsigned char *state, unsigned char *spare, rl_u64 *words)
{
    const struct rl_game *g = &rl_game;
    rl_i64 k, count, length, at;
#define AGAIN for (k = 0; k < g->state_size; k++) spare[k] = state[k]
    g->actor(c, state);
    for (k = -1; k <= g->players; k++)
        g->standing(c, state, k);
    g->hash(state);
    g->read(state, words);
    count = g->list(c, state);
    if (!c->fault && count && g->is_coded(state)) {
        rl_i64 code = c->found.at[below(count)];
        g->is_legal(c, state, code);
        AGAIN;
        g->play(c, spare, code);
    } else if (!c->fault && count) {
        for (at = 0, k = below(count); k > 0; k--)
            at += 1 + c->found.at[at];
        length = c->found.at[at];
        for (k = 0; k < length && k < 64; k++)
            moves[k] = c->found.at[at + 1 + k];
        length = length < 64 ? length : 64;
        g->is_legal_move(c, state, moves, length);
        AGAIN;
        g->play_move(c, spare, moves, length);
    }
    g->list_moves(c, state);
    count = g->count(c, state);
    g->kth(c, state, below(count + 2) - 1);
    g->kth(c, state, (rl_i64)hostile((rl_u64)below(20)));
    for (count = 0; count < 3; count++) {
        rl_i64 code = below(4) ? below(g->codes) : (rl_i64)hostile((rl_u64)below(g->codes));
        g->is_legal(c, state, code);
        AGAIN;
        g->play(c, spare, code);
        length = any_move();
        g->is_legal_move(c, state, moves, length);
        AGAIN;
        g->play_move(c, spare, moves, length);
    }
    if (!g->outcomes(c, state) || c->fault)
        g->shuffled(c, state);
    AGAIN;
    g->happen(c, spare, (rl_i64)hostile((rl_u64)below(20)));
    count = g->shuffled(c, state);
    for (k = 0; k < count && k < 64; k++)
        moves[k] = c->found.at[k];
    AGAIN;
    g->happen_shuffled(c, spare, moves, count < 64 ? count : 64);
    length = any_move();
    AGAIN;
    g->happen_shuffled(c, spare, moves, length);
    AGAIN;
    g->draw(c, spare);
    AGAIN;
    g->run(c, spare);
    AGAIN;
    g->playout(c, spare, 12);
}

int main(int count, char **given)
{
    const struct rl_game *g = &rl_game;
    static struct rl_ctx context;
    static struct rl_random generator;
    struct rl_ctx *c = &context;
    rl_i64 rounds = count > 2 ? strtol(given[2], 0, 10) : 100, round, k;
    rl_i64 faults[10] = {0};
    unsigned char *state = malloc((unsigned long)g->state_size), *spare = malloc((unsigned long)g->state_size);
    rl_u64 *words = malloc(8 * (unsigned long)g->words), *again = malloc(8 * (unsigned long)g->words);
    seed = count > 1 ? (rl_u64)strtol(given[1], 0, 10) : 1;
    c->scratch = malloc((unsigned long)g->scratch_size);
    c->grow = grow;
    for (round = 0; round < rounds; round++) {
        c->scratch_room = below(10) ? g->scratch_size : below(g->scratch_size);
        g->seed(&generator, any());
        generator.at = below(8) ? generator.at : (rl_i32)any();
        c->random = below(20) ? &generator : 0;
        c->log.used = 0;
        c->logs = below(2);
        g->start(c, state);
        g->playout(c, state, below(60));
        faults[c->fault]++;
        g->read(state, words);
        for (k = below(12); k > 0; k--) {
            rl_i64 cell = below(g->words);
            words[cell] = hostile(words[cell]);
        }
        /* What is refused is made into something allowed. */
        g->write(c, state, words);
        faults[c->fault]++;
        g->read(state, words);
        g->write(c, state, words);
        if (c->fault)
            return printf("a state that was read is not taken back\n"), 1;
        g->read(state, again);
        for (k = 0; k < g->words; k++)
            if (words[k] != again[k])
                return printf("word %lld changes\n", k), 1;
        ask(c, state, spare, again);
        faults[c->fault]++;
    }
    for (k = 0; k < 10; k++)
        printf("%lld ", faults[k]);
    printf("\n");
    free(state);
    free(spare);
    free(words);
    free(again);
    free(c->scratch);
    free(c->found.at);
    free(c->log.at);
    return 0;
}
