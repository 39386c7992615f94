"""The game of source 002, in which one cup goes round. `play.py` is one turn, `evolve.py` the changes by an event."""
