"""Shows what is saved: the only room that posts and edits messages and writes direct messages."""

from bot.outbox.announcer import Announcer

__all__ = ["Announcer"]
