"""Run the whole bot on a virtual clock, against a simulated Discord in the same process.

What happens to the bot from outside is called a story. The same seed always gives the same story.
"""
