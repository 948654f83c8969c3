"""`referee rules`: the presets, and the rules of one game in plain words."""
