"""The words and cards of each family of games, and what the families share."""
