"""Tests of one person's screens, choices and DMs, and of the data that the bot keeps about the person."""
