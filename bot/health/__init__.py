"""Says how the bot is: what operators and their machines ask, on a port of its own."""

from bot.health.watch import Watch

__all__ = ["Watch"]
