"""RULES 2, 5–8 and what sections 10 and 12 change in them once more: slow, over texts of cards, sharing no code.

A card is a text, ``7C`` or ``BJ``, a trump ``7C`` or ``7N``; some cards are a list of texts. Where the core is clever
this is plain: it tries every choice of cards, every allocation and every split. Whoever doubts it can read it beside
the rules.
"""
