"""The database's plans for each statement that the bot sends, with many rows stored."""
