"""The plans of the database for each statement that the bot sends, with many rows stored."""
