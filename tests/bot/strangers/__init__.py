"""Strangers learn nothing of games in private places, whatever commands, presses and forged ids they try."""
