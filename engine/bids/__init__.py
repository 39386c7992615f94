"""Games of bids, in which everyone has a cup. `play.py` is one turn, `evolve.py` the changes that an event makes."""
