"""Build the texts and cards of the games in which everybody has a cup and bids on all dice."""
