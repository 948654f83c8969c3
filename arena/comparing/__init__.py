"""`arena compare`: whether one bot is better than another, told as soon as it can be (docs/comparing.md)."""
