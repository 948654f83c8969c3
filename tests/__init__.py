"""Tests of the arena, the referee, the sample bots and the way that they hang together."""
