"""Build the texts and cards of each family of games, and the parts that all families share."""
