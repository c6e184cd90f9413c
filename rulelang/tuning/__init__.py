"""What makes Python itself quicker here. Each module says what it gains and keeps the protocol it replaces."""
