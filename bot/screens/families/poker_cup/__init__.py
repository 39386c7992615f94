"""Build the texts and cards of the poker cup, in which one cup is passed around with claims of poker hands."""
