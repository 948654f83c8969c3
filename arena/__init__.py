"""The arena: who plays whom on which deals, the ledger, the ratings and the published leaderboard."""
