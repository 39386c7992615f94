"""Fixtures: two processes on one PostgreSQL database, with short waits.

Changes to discord.py are undone after each test.
"""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.sharing import lease
from bot.storage import processes
from tests.databases import postgresql_server, postgresql_url
from tests.faults.wire import discord_put_back
from tests.sharing.wires import Several

__all__ = ["postgresql_server", "postgresql_url"]


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten a lease to two seconds, and the pause between shards to a tenth of a second."""
    monkeypatch.setattr(processes, "LEASE", timedelta(seconds=2))
    monkeypatch.setattr(processes, "IDENTIFY", timedelta(seconds=0.1))
    monkeypatch.setattr(lease, "EVERY", 0.5)
    monkeypatch.setattr(lease, "LOOKS", 0.2)
    monkeypatch.setattr(lease, "SURE", 1.6)


@pytest.fixture(params=["listening", "looking"])
async def several(request: pytest.FixtureRequest, tmp_path: Path, postgresql_url: str) -> AsyncIterator[Several]:
    with discord_put_back():
        opened = await Several(tmp_path, postgresql_url, listens=request.param == "listening").open()
        try:
            yield opened
        finally:
            await opened.close()
