"""People beyond one table: what they owe each other, whether a DM reaches them, and all that is kept of them."""

from bot.people.people import People
from bot.people.privacy import Privacy

__all__ = ["People", "Privacy"]
