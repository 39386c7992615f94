"""Discord's own description of its API, as far as the bot sends anything to it."""
