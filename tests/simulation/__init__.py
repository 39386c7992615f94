"""The whole bot on a virtual clock against a Discord in process: one seed, one story, to the letter."""
