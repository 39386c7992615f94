"""The games of bids, in which every player has a cup.

`play.py` has one turn, and `evolve.py` the effects of events.
"""
