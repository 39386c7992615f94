"""Tests of everything before the first round: lobbies, options, house rules, seats, and a server's settings."""
