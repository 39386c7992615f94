"""The clock and the driver: they carry out due duties at the tables as ordinary moves."""

from bot.driver.clock import Clock
from bot.driver.driver import Driver

__all__ = ["Clock", "Driver"]
