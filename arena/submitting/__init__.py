"""Bots submitted: copied, built, checked and kept, and listed."""
