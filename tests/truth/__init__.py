"""Check that what screens say about the rules is true, by comparing it with the engine in random games.

Each sentence about rules has a check: a function that returns whether the sentence is true at one moment of a game.
"""
