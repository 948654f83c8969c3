"""The pages of cups that were really played, read in a real browser."""
