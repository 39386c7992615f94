"""Test that strangers who try all commands, presses and forged ids learn nothing about games in private places."""
