"""Tests of lost permissions and deleted channels at each phase of a game. `cells.py` lists the cases."""
