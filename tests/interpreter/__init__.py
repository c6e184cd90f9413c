"""The public API of the interpreter, told by tests."""
