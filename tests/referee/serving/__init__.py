"""Tests of the referee at work."""
