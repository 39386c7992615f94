"""Run the whole bot on a virtual clock, against a simulated Discord in the same process.

A seed always gives the same story.
"""
