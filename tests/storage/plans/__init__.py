"""Tests of the database's query plans for each statement that the bot sends, with many rows stored."""
