"""How programs of strangers are kept apart: what the machine can do, and how each is started."""
