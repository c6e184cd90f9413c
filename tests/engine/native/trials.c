/* Plays random games of a printed game, which stands above this text, by listing and playing, and tells how much of it
   is trying. Routines that try count themselves (see `trials.py`), and a thousand times a second it is looked whether one
   is at work. Argument: seconds. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

static long long seen[2];

static void look(int signal)
{
    (void)signal;
    seen[rl_depth > 0]++;
}

static rl_u64 drawn = 1;

static rl_i64 below(rl_i64 bound)
{
    drawn = drawn * 6364136223846793005ULL + 1442695040888963407ULL;
    return (rl_i64)((drawn >> 33) % (rl_u64)bound);
}

static rl_i32 grow(struct rl_ctx *c, struct rl_arena *arena, rl_i64 wanted)
{
    (void)c;
    arena->room = 2 * wanted;
    arena->at = realloc(arena->at, 8 * (unsigned long)arena->room);
    return arena->at != 0;
}

static void take(struct rl_ctx *c, void *state, rl_i64 chosen)
{
    static rl_i64 move[4096];
    rl_i64 k, length, at = 0;
    if (rl_game.is_coded(state)) {
        rl_game.play(c, state, c->found.at[chosen]);
        return;
    }
    while (chosen--)
        at += 1 + c->found.at[at];
    length = c->found.at[at];
    for (k = 0; k < length && k < 4096; k++)
        move[k] = c->found.at[at + 1 + k];
    rl_game.play_move(c, state, move, length);
}

int main(int count, char **given)
{
    static struct rl_ctx context;
    static struct rl_random generator;
    struct rl_ctx *c = &context;
    void *state = malloc((unsigned long)rl_game.state_size);
    long long games = 0, moves = 0, options = 0, wanted = 1000 * (count > 1 ? atoi(given[1]) : 1);
    struct itimerval often = {{0, 1000}, {0, 1000}};
    c->scratch = malloc((unsigned long)rl_game.scratch_size);
    c->scratch_room = rl_game.scratch_size;
    c->grow = grow;
    c->random = &generator;
    c->trusted = 1;
    rl_game.seed(&generator, 1);
    signal(SIGPROF, look);
    setitimer(ITIMER_PROF, &often, 0);
    do {
        rl_game.start(c, state);
        while (!c->fault && rl_game.stands(state) != RL_END) {
            if (rl_game.stands(state) != RL_DECIDE) {
                rl_game.draw(c, state);
                continue;
            }
            rl_listing = 1;
            options += count = (int)rl_game.list(c, state);
            rl_listing = 0;
            moves++;
            if (!c->fault)
                take(c, state, below(count));
        }
        games++;
    } while (!c->fault && seen[0] + seen[1] < wanted);
    printf("%d %lld %lld %lld %lld %lld %lld %lld %lld %lld\n", c->fault, games, moves, options, rl_trials[1], rl_trials[0],
           rl_inner, rl_kept, seen[0], seen[1]);
    return 0;
}
