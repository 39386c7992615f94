"""Report the bot's health to operators and their machines, on a port of its own."""

from bot.health.watch import Watch

__all__ = ["Watch"]
