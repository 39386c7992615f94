"""Tests of requests to Discord and the database: how many there are, in which order, and what happens if they fail."""
