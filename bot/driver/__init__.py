"""Time at the tables: what has come due is carried out as ordinary moves."""

from bot.driver.clock import Clock
from bot.driver.driver import Driver

__all__ = ["Clock", "Driver"]
