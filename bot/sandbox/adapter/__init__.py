"""The only package that uses simcord's internals.

It turns simcord's backend into a Discord that keeps running, reports changes, and can be saved. simcord is made for
tests inside one process: its clock does not move, its identifiers begin again in each process, and it logs everything.
`tests/sandbox/test_adapter.py` checks the parts of simcord that this package depends on.
"""

from __future__ import annotations

from simcord.backend.models import Channel, Interaction, Message, User
from simcord.backend.models.interaction import ResponseKind
from simcord.components import walk_components

from bot.sandbox.adapter.backing import THINKING
from bot.sandbox.adapter.kept import Frozen
from bot.sandbox.adapter.local_discord import LocalDiscord
from bot.sandbox.adapter.wire import Request, Wire

__all__ = [
    "THINKING",
    "Channel",
    "Frozen",
    "Interaction",
    "LocalDiscord",
    "Message",
    "Request",
    "ResponseKind",
    "User",
    "Wire",
    "walk_components",
]
