"""The texts and cards of the game in which one cup goes round with claims of poker hands."""
