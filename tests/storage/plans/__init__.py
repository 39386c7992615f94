"""Tests of the query plans of the bot's statements in a database with many rows."""
