"""A local Discord in the browser, to try the bot without an account.

The bot in it is the ordinary one: it talks HTTP and WebSocket to this machine instead of to discord.com, with no other
difference.
"""

from __future__ import annotations

from bot.sandbox.supervisor import main

__all__ = ["main"]
