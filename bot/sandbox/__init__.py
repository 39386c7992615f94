"""A local Discord in the browser, to try the bot without an account.

The bot that runs here is the ordinary one: it talks HTTP and WebSocket to this machine
instead of to discord.com, and nothing else about it differs.
"""

from __future__ import annotations

from bot.sandbox.supervisor import main

__all__ = ["main"]
