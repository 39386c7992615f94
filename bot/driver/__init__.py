"""The clock and the driver: what has come due at the tables is carried out as ordinary moves."""

from bot.driver.clock import Clock
from bot.driver.driver import Driver

__all__ = ["Clock", "Driver"]
