"""Run the whole bot on a virtual clock against a Discord in its process: a seed always gives the same story."""
