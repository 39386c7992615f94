"""What is said of the game of the cup. Its presenter is still to come: until then no table plays it."""
