"""Permissions that are taken away and places that are closed, at each phase of a game (`cells.py` has the rows)."""
