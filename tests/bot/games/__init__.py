"""Whole games, from the lobby to the result, and how they end."""
