"""People beyond one table: what they owe each other, what they are called, whether a DM reaches them."""

from bot.people.people import People

__all__ = ["People"]
