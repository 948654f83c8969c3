"""The rules of the game as pure functions: no I/O, no clock, no randomness, no logging."""
