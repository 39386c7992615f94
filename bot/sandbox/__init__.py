"""A local Discord in the browser, in which the bot can be tried without an account.

The bot in it is the ordinary one. Its only difference is that it talks HTTP and WebSocket to this machine instead of
to discord.com.
"""

from __future__ import annotations

from bot.sandbox.supervisor import main

__all__ = ["main"]
