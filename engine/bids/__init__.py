"""Everyone has a cup: the games of bids. `play.py` is one turn, `evolve.py` what an event changes."""
