"""Discord's own description of its API, limited to what the bot sends."""
