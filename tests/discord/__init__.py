"""Code and data that check the bot's requests against Discord's own description of its API."""
