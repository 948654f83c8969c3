"""`arena serve`: the pages of a cup while it is played, made on demand from its ledger and its records."""
