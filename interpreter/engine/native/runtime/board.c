//// reached @W
/* All that can be walked to from a set, inside another. */
static inline rl_s@W rl_reached@W(rl_s@W start, const rl_s@W *near, rl_i32 count, rl_s@W through)
{
    rl_s@W seen = rl_both@W(start, through), waiting = start, left = rl_without@W(through, seen), fresh;
    rl_i32 one;
    while ((one = rl_lowest@W(waiting)) >= 0) {
        waiting = rl_without@W(waiting, rl_single@W(one));
        if (one >= count)
            continue;
        fresh = rl_both@W(near[one], left);
        left = rl_without@W(left, fresh);
        seen = rl_either@W(seen, fresh);
        waiting = rl_either@W(waiting, fresh);
    }
    return seen;
}
//// meets @W
/* Does a walk from a set, inside another, come to one of the goals? */
static inline rl_i32 rl_meets@W(rl_s@W start, const rl_s@W *near, rl_i32 count, rl_s@W through, rl_s@W goals)
{
    rl_s@W waiting = start, left = rl_without@W(through, start), fresh;
    rl_i32 one;
    if (rl_any@W(rl_both@W(rl_both@W(start, through), goals)))
        return 1;
    while ((one = rl_lowest@W(waiting)) >= 0) {
        waiting = rl_without@W(waiting, rl_single@W(one));
        if (one >= count)
            continue;
        fresh = rl_both@W(near[one], left);
        if (rl_any@W(rl_both@W(fresh, goals)))
            return 1;
        left = rl_without@W(left, fresh);
        waiting = rl_either@W(waiting, fresh);
    }
    return 0;
}
//// touches @W
/* Does it come beside one of the goals? */
static inline rl_i32 rl_touches@W(rl_s@W start, const rl_s@W *near, rl_i32 count, rl_s@W through, rl_s@W goals)
{
    rl_s@W waiting = start, left = rl_without@W(through, start), fresh;
    rl_i32 one;
    while ((one = rl_lowest@W(waiting)) >= 0) {
        waiting = rl_without@W(waiting, rl_single@W(one));
        if (one >= count)
            continue;
        if (rl_has@W(through, one) && rl_any@W(rl_both@W(near[one], goals)))
            return 1;
        fresh = rl_both@W(near[one], left);
        left = rl_without@W(left, fresh);
        waiting = rl_either@W(waiting, fresh);
    }
    return 0;
}
//// rays @W
/* What lies on straight lines from a place, up to and with the first that is not in a set. Each ray is a set, and what is
   behind one of its places is the ray from there in the same direction. */
static inline rl_s@W rl_rays@W(rl_i64 origin, const rl_s@W *rays, rl_i64 count, rl_i32 directions, rl_i32 ascends,
                               rl_s@W through)
{
    rl_s@W seen = rl_none@W(), ray, stops;
    rl_i32 direction, first;
    if (origin < 0 || origin >= count)
        return seen;
    for (direction = 0; direction < directions; direction++) {
        ray = rays[origin * directions + direction];
        stops = rl_without@W(ray, through);
        if (rl_any@W(stops)) {
            first = ascends >> direction & 1 ? rl_lowest@W(stops) : rl_highest@W(stops);
            ray = rl_without@W(ray, rays[first * directions + direction]);
        }
        seen = rl_either@W(seen, ray);
    }
    return seen;
}
//// rays_beyond @W
/* Does anything lie there that is not in another set? */
static inline rl_i32 rl_rays_beyond@W(rl_i64 origin, const rl_s@W *rays, rl_i64 count, rl_i32 directions, rl_i32 ascends,
                                      rl_s@W through, rl_s@W spared)
{
    rl_s@W ray, stops;
    rl_i32 direction, first;
    if (origin < 0 || origin >= count)
        return 0;
    for (direction = 0; direction < directions; direction++) {
        ray = rays[origin * directions + direction];
        stops = rl_without@W(ray, through);
        if (rl_any@W(stops)) {
            first = ascends >> direction & 1 ? rl_lowest@W(stops) : rl_highest@W(stops);
            ray = rl_without@W(ray, rays[first * directions + direction]);
        }
        if (rl_any@W(rl_without@W(ray, spared)))
            return 1;
    }
    return 0;
}
//// in_line @W @V
/* What lies on straight lines from a place, up to and with the first that is not in a set. */
static inline rl_s@W rl_in_line@W_@V(rl_i64 origin, const rl_row *rows, const rl_i32 *from, rl_i64 count,
                                     rl_i64 directions, rl_s@V through)
{
    rl_s@W seen = rl_none@W();
    rl_i64 row, end = (origin + 1) * directions;
    rl_i32 k;
    if (origin < 0 || origin >= count)
        return seen;
    for (row = origin * directions; row < end && row < count; row++)
        for (k = from[row]; k < from[row + 1]; k++) {
            seen = rl_either@W(seen, rl_single@W(rows[k]));
            if (!rl_has@V(through, rows[k]))
                break;
        }
    return seen;
}
//// has_line @W
/* Is one of the lines inside a set? */
static inline rl_i32 rl_has_line@W(rl_s@W inside, const rl_s@W *lines, const rl_i32 *from)
{
    rl_i32 k;
    for (k = from[0]; k < from[1]; k++)
        if (!rl_any@W(rl_without@W(lines[k], inside)))
            return 1;
    return 0;
}
//// members @W
static inline rl_s@W rl_members@W(const struct rl_list *list)
{
    rl_s@W found = rl_none@W();
    rl_i32 k;
    for (k = 0; k < list->used; k++)
        found = rl_either@W(found, rl_single@W(list->at[k]));
    return found;
}
//// fingerprint
/* Numbers modulo a prime below 2**52. */
#define RL_MODULUS 3537118876014223ULL

static inline rl_u64 rl_residue(rl_i64 value)
{
    rl_i64 rest = value % (rl_i64)RL_MODULUS;
    return (rl_u64)(rest < 0 ? rest + (rl_i64)RL_MODULUS : rest);
}

static inline rl_u64 rl_plus(rl_u64 a, rl_u64 b)
{
    return (a + b) % RL_MODULUS;
}

static inline rl_u64 rl_times(rl_u64 a, rl_u64 b)
{
    rl_u64 found = 0;
    rl_i32 k;
    if (b < 4096 || a < 4096)
        return a * b % RL_MODULUS;
    for (k = 48; k >= 0; k -= 12)
        found = ((found << 12) % RL_MODULUS + a * (b >> k & 4095)) % RL_MODULUS;
    return found;
}

static inline rl_u64 rl_residue_of_word(rl_u64 word)
{
    return word % RL_MODULUS;
}
//// residue @W
static inline rl_u64 rl_residue@W(rl_s@W set)
{
    rl_u64 found = 0;
    rl_i32 k;
    for (k = @W - 1; k >= 0; k--)
        found = rl_plus(rl_times(rl_times(found, 1ULL << 32), 1ULL << 32), rl_residue_of_word(rl_word@W(set, k)));
    return found;
}
