"""Bots that misbehave, and the cups in which they do."""
