"""Tests of the engine and the bot, and the programs that check and measure them."""
