static inline rl_s@V rl_@W_to_@V(rl_s@W set)
{
    rl_i32 k;
    rl_s@V found = rl_none@V();
    for (k = 0; k < @W && k < @V; k++)
        found = rl_put_word@V(found, k, rl_word@W(set, k));
    return found;
}
