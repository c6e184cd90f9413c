/* What compilers call without being asked, for systems where nobody else brings it: a library that is linked with
   nothing finds it in libc elsewhere, which is always loaded, but not on Windows. */

#if defined(_WIN32)
typedef unsigned long long rl_bytes;

__attribute__((used)) void *memcpy(void *to, const void *from, rl_bytes count)
{
    volatile unsigned char *target = to;
    const unsigned char *source = from;
    for (rl_bytes i = 0; i < count; i++) target[i] = source[i];
    return to;
}

__attribute__((used)) void *memmove(void *to, const void *from, rl_bytes count)
{
    volatile unsigned char *target = to;
    const unsigned char *source = from;
    if (target <= source) return memcpy(to, from, count);
    while (count--) target[count] = source[count];
    return to;
}

__attribute__((used)) void *memset(void *to, int value, rl_bytes count)
{
    volatile unsigned char *target = to;
    for (rl_bytes i = 0; i < count; i++) target[i] = (unsigned char)value;
    return to;
}

__attribute__((used)) int memcmp(const void *one, const void *other, rl_bytes count)
{
    const volatile unsigned char *first = one, *second = other;
    for (rl_bytes i = 0; i < count; i++)
        if (first[i] != second[i]) return first[i] < second[i] ? -1 : 1;
    return 0;
}

int DllMainCRTStartup(void *a, unsigned b, void *c) { (void)a; (void)b; (void)c; return 1; }
#endif
