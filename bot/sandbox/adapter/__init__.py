"""The only room that reaches into simcord: its backend as a Discord that lives, is watched and is saved.

simcord is made for tests inside one process: its clock stands still, its identifiers start anew, and it
keeps a log of everything. What is used of it, and how, is pinned by `tests/sandbox/test_adapter.py`.
"""

from __future__ import annotations

from simcord.backend.models import Channel, Interaction, Message, User
from simcord.backend.models.interaction import ResponseKind
from simcord.components import walk_components

from bot.sandbox.adapter.backing import THINKING
from bot.sandbox.adapter.kept import Frozen
from bot.sandbox.adapter.local import LocalDiscord
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
