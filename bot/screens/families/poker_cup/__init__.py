"""What is said and shown of the game in which one cup goes round with claims of poker hands."""
