"""A local Discord in the browser, for trying the bot without an account.

It runs the usual bot. The only difference is that the bot sends its HTTP and WebSocket traffic to this machine instead
of to discord.com.
"""

from __future__ import annotations

from bot.sandbox.supervisor import main

__all__ = ["main"]
