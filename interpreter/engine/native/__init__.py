"""Games as C: printed from the lowered form, compiled, and driven from Python. `abi.h` tells how the two sides meet."""
