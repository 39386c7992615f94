"""Tests in which the bot loses a permission or a channel at some phase of a game. `cells.py` lists the cases."""
