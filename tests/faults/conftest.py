"""Give each test a wire, and undo its changes to discord.py afterwards."""

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
