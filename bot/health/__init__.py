"""Report the bot's health by HTTP to operators and their monitoring, on a port of its own."""

from bot.health.watch import Watch

__all__ = ["Watch"]
