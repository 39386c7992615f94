"""A wire for each test; what it changed in discord.py is put back."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from tests.faults.wire import Wire


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[Wire]:
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    opened = await Wire(tmp_path).open()
    try:
        yield opened
    finally:
        await opened.close()
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
