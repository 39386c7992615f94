"""The part of Discord's own description of its API that covers the bot's requests."""
