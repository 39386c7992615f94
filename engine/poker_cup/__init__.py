"""One cup goes round: source 002's own game. `play.py` is one turn, `evolve.py` what an event changes."""
