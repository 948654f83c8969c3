"""Drawings of a leaderboard as SVG: pure functions from numbers to markup, coloured by the style sheet."""
