"""The game in which one cup goes round. `play.py` carries out moves, and `evolve.py` applies events."""
