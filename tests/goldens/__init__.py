"""Whole deals as readable text, kept: ``name.json`` is the record of a deal, ``name.txt`` what `show` makes of it.

A change of the text is a change of the rules or of `show`. To write the texts anew, after looking why they changed::

    .venv/bin/python -m tests.goldens.rewrite
"""
