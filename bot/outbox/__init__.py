"""What is saved becomes what is seen: the only room that edits, posts and writes DMs."""

from bot.outbox.showing import Announcer

__all__ = ["Announcer"]
