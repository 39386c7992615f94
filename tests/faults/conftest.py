"""The fixture `wire`, which is a local Discord with the bot connected to it.

Changes to discord.py are undone after each test.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.faults.wire import Wire, discord_put_back


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[Wire]:
    with discord_put_back():
        opened = await Wire(tmp_path).open()
        try:
            yield opened
        finally:
            await opened.close()
