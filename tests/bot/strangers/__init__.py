"""Test that strangers learn nothing about games in private places, even with all commands, presses and forged ids."""
