"""Report the bot's health over HTTP to operators and their monitoring. The reports have a port of their own."""

from bot.health.watch import Watch

__all__ = ["Watch"]
