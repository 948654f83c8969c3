"""The command `arena rate`: anybody's results, fitted as those of a cup are (docs/results.md)."""
