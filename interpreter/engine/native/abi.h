/* How a game that was compiled to C, and whoever drives it, meet. Freestanding C99: no headers are needed.

   A game library exports one object, `rl_game`. A state is plain data of `rl_game.state_size` bytes, aligned to 8: it
   may be copied byte by byte, compared byte by byte, and kept anywhere. A context belongs to one thread; there is
   nothing else that two calls share, so that games may be played on as many threads as there are contexts.

   Every function that is given a context first clears `fault`; if it is not RL_FINE afterwards, the result means
   nothing, and the state is spoilt if it was to be changed. */

#ifndef RL_ABI
#define RL_ABI 4

typedef signed char rl_i8;
typedef short rl_i16;
typedef int rl_i32;
typedef long long rl_i64;
typedef unsigned char rl_u8;
typedef unsigned short rl_u16;
typedef unsigned int rl_u32;
typedef unsigned long long rl_u64;

typedef char rl_widths_are_right[sizeof(rl_i16) == 2 && sizeof(rl_i32) == 4 && sizeof(rl_i64) == 8 ? 1 : -1];

/* What went wrong. The first two are the Fault and Stuck of the rules, with `node`, `message` (the position in the list
   of messages that was made with the text of the game) and `value` (for the `{}` in it). */
enum {
    RL_FINE = 0,
    RL_FAULT = 1,    /* the rules are wrong here */
    RL_STUCK = 2,    /* somebody has to decide, and nothing is legal */
    RL_OUTSIDE = 3,  /* a number leads outside a table, at `node` */
    RL_ENDLESS = 4,  /* the rules go on without end and without a decision, at `node` */
    RL_OVERFLOW = 5, /* a number is too large, at `node` */
    RL_NOTHING = 6,  /* chance has nothing to choose from, at `node` */
    RL_ILLEGAL = 7,  /* not a legal move, outcome or state */
    RL_NO_ROOM = 8,  /* an arena cannot grow, or the scratch memory is full: try again with more */
    RL_MISUSED = 9   /* nobody decides here, chance does not decide here, there is no such seat */
};

/* Where a game stands. */
enum { RL_ELSEWHERE = 0, RL_DECIDE = 1, RL_CHANCE = 2, RL_SHUFFLE = 3, RL_END = 4 };

/* Numbers that a call gives back, as many as there are. */
struct rl_arena {
    rl_i64 *at;
    rl_i64 used, room;
};

/* A generator of random numbers as Python keeps its `random.Random`: the same numbers come from the same state. */
struct rl_random {
    rl_i32 at;
    rl_u32 words[624];
};

struct rl_ctx {
    rl_i32 fault, node, message, depth;
    rl_i64 value;
    /* What was asked for: codes, moves, outcomes, values. Each call begins with an empty one. */
    struct rl_arena found;
    /* What the rules tell, if `logs` is not 0; only whoever drives empties it. Each event: its number, how many values
       it has, the values, the audience. A number is 0 and itself, a set the count of its words and the words; the
       audience is such a set. */
    struct rl_arena log;
    rl_i64 logs;
    /* Gives an arena room for `wanted` numbers in all and keeps what is in it; 0 if that cannot be. May be null. */
    rl_i32 (*grow)(struct rl_ctx *ctx, struct rl_arena *arena, rl_i64 wanted);
    /* Memory for looking ahead, aligned to 8, of `rl_game.scratch_size` bytes or more. */
    rl_u8 *scratch;
    rl_i64 scratch_used, scratch_room;
    /* What is drawn with; null where nothing is drawn. Of a call that has a fault it may have moved on. */
    struct rl_random *random;
    /* Not 0: moves are known to be legal (they were listed here), and are not looked at again. */
    rl_i64 trusted;
    /* Of moves without codes: are they listed (0), counted in `number` (1), or only the one with this number listed (2)?
       The functions of a game see to it. */
    rl_i64 only, number;
    /* Whoever drives may keep something here. */
    void *owner;
};

struct rl_game {
    rl_i32 abi;         /* RL_ABI */
    rl_i32 players;
    const char *digest; /* of the program that was printed */
    rl_i64 state_size;
    rl_i64 scratch_size;
    rl_i64 codes;       /* codes are 0 and more, and less than this */
    rl_i32 criteria;    /* lines of the ranking */
    /* The list form of a state: so many cells, each a number in one word (0 here), or a set of so many words. */
    rl_i32 cells;
    const rl_i32 *cell_words;
    rl_i32 words;       /* of all cells together */

    /* A new game, run forward to where somebody or something decides. */
    void (*start)(struct rl_ctx *ctx, void *state);
    /* Forward from the node that a state made by hand names. */
    void (*run)(struct rl_ctx *ctx, void *state);
    rl_i64 (*node)(const void *state);
    rl_i64 (*stands)(const void *state);    /* RL_DECIDE ... */
    rl_i64 (*is_coded)(const void *state);  /* have all moves here codes? */
    rl_i64 (*actor)(struct rl_ctx *ctx, const void *state); /* -1 where nobody decides */

    /* The list form, `words` words: read gives it, write takes it, and looks at every cell (RL_ILLEGAL). */
    void (*read)(const void *state, rl_u64 *words);
    void (*write)(struct rl_ctx *ctx, void *state, const rl_u64 *words);
    rl_u64 (*hash)(const void *state);

    /* Legal moves into `found`, in canonical order; how many there are. Where all have codes, the codes; elsewhere
       records: how many numbers follow, the option, then each value: a number, or of a handful how many and they. */
    rl_i64 (*list)(struct rl_ctx *ctx, const void *state);
    /* The same as records everywhere. */
    rl_i64 (*list_moves)(struct rl_ctx *ctx, const void *state);
    /* How many there are; and only one of them, into `found`, by its number (0 if there is none): a code, or a record.
       Where `is_counted`, nothing else is listed for that: handfuls are counted by what they are taken from. */
    rl_i64 (*is_counted)(const void *state);
    rl_i64 (*count)(struct rl_ctx *ctx, const void *state);
    rl_i64 (*kth)(struct rl_ctx *ctx, const void *state, rl_i64 number);
    /* One of them? `move` is a record without the first number: `length` numbers. */
    rl_i64 (*is_legal)(struct rl_ctx *ctx, const void *state, rl_i64 code);
    rl_i64 (*is_legal_move)(struct rl_ctx *ctx, const void *state, const rl_i64 *move, rl_i64 length);
    /* Take a legal move, and run forward. An illegal one is RL_ILLEGAL or spoils the state, and no more than that. */
    void (*play)(struct rl_ctx *ctx, void *state, rl_i64 code);
    void (*play_move)(struct rl_ctx *ctx, void *state, const rl_i64 *move, rl_i64 length);

    /* What may come next in a joint move, into `found`, after `length` numbers of a record, of which the last `inside`
       are members of a handful that is not finished (its count is left out); whether it may end there. */
    rl_i64 (*stage)(struct rl_ctx *ctx, const void *state, const rl_i64 *move, rl_i64 length, rl_i64 inside);

    /* Chance: outcomes and weights in turn (how many outcomes), or the pieces in their order (how many pieces). */
    rl_i64 (*outcomes)(struct rl_ctx *ctx, const void *state);
    rl_i64 (*shuffled)(struct rl_ctx *ctx, const void *state);
    void (*happen)(struct rl_ctx *ctx, void *state, rl_i64 outcome);
    void (*happen_shuffled)(struct rl_ctx *ctx, void *state, const rl_i64 *order, rl_i64 length);
    /* Chance decides, by the generator, as long as nobody else does. */
    void (*draw)(struct rl_ctx *ctx, void *state);

    /* May a seat win, and what do its criteria give for it (into `found`)? */
    rl_i64 (*standing)(struct rl_ctx *ctx, const void *state, rl_i64 seat);

    /* A generator from the beginning, as `Random(seed)` is. */
    void (*seed)(struct rl_random *random, rl_u64 seed);
    /* Random moves, each legal one equally likely, and outcomes up to the end, or up to `most` moves (-1: no limit); how
       many moves there were. The same numbers are drawn, and the same game played, as by `random_playout` in Python. */
    rl_i64 (*playout)(struct rl_ctx *ctx, void *state, rl_i64 most);
};

#endif
