"""Whole games from the lobby to the result, and the ways in which they end."""
