"""Carry out the duties of tables, such as ending a turn that runs out of time, when they are due."""

from bot.driver.clock import Clock
from bot.driver.driver import Driver

__all__ = ["Clock", "Driver"]
