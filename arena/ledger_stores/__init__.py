"""Databases that can hold a ledger. What is in it, and what it means, is `arena.ledger`'s."""
