"""The bidding games, in which every player has a cup.

`play.py` carries out moves, and `evolve.py` applies events.
"""
