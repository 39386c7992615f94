"""The game in which one cup goes round. `play.py` has one turn, and `evolve.py` the effects of events."""
