"""Liar's Dice as pure functions: no clock, no randomness, no input or output.

Read `variants.py` first (how the games differ), then `bids/play.py` (one turn).
The rule numbers in comments and docstrings are those of RULES.md beside this file.
"""
