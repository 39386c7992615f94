"""The texts and cards of each family of games, and the parts that the families share."""
