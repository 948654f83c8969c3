"""The languages that readers are spoken to in."""
