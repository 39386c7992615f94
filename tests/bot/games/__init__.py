"""Tests of whole games from the lobby to the result, and of the ways in which games end."""
