"""Who meets whom: rounds of tables for a field of entrants, and how balanced they are. Knows no names and no decks."""
