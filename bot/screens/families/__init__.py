"""What is said and shown of each family of games, and what all of them share."""
