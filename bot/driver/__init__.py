"""Time at the tables: what has come due is carried out as ordinary moves."""

from bot.driver.clock import Clock

__all__ = ["Clock"]
