"""The clock and the driver, which carry out the due duties of tables as ordinary moves."""

from bot.driver.clock import Clock
from bot.driver.driver import Driver

__all__ = ["Clock", "Driver"]
