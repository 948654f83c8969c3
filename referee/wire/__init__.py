"""The protocol as Python code: generated, checked in, never edited."""
