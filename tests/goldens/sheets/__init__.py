"""The rule sheet of every preset, and the list of presets, as `referee rules` prints them, kept as text files.

They change only with the rules or with how they are told. ``python -m tests.goldens.sheets.rewrite`` writes them anew.
"""
