"""The referee: enforces the rules, talks to bots, runs the clocks, writes the record of a match."""
