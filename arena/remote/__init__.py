"""Bots that dial in from elsewhere: their tokens, the gateway's certificates and command, and how cups reach it."""
