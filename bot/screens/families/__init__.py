"""The words and cards of each family of games, and those that they share."""
