"""What every family of games is made of."""
