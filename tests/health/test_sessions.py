"""Test that the sessions at Discord's gateway are counted for each shard."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.app import Bot
from bot.metrics import REGISTRY
from bot.running import ShardedBot
from bot.settings import ALL_SHARDS, Settings, Shards
from tests.clock import utc_now
from tests.faults.wire import TOKEN, Wire, discord_put_back

pytestmark = pytest.mark.real_clock


def counted(event: str, shards: Shards) -> Callable[[], list[float]]:
    """Return a function that returns how often each shard had this event since now."""

    def now() -> list[float]:
        labels = [{"event": event, "shard": str(shard)} for shard in shards.numbers()]
        return [REGISTRY.get_sample_value("liars_dice_gateway_events_total", each) or 0.0 for each in labels]

    before = now()
    return lambda: [late - early for early, late in zip(before, now(), strict=True)]


class OnShards(Wire):
    """A bot that serves these shards as one process."""

    def __init__(self, folder: Path, shards: Shards) -> None:
        self.shards = shards
        super().__init__(folder)

    def new_bot(self) -> Bot:
        kind = ShardedBot if len(self.shards.numbers()) > 1 else Bot
        return kind(Settings(token=TOKEN, database_url=self.url, shards=self.shards), now=utc_now, pace=self.pace)


@pytest.mark.parametrize("shards", [ALL_SHARDS, Shards(0, 1, 2)], ids=str)
async def test_each_new_session_and_each_resumed_one_is_counted_for_its_shard(shards: Shards, tmp_path: Path) -> None:
    """discord.py says only once that a process with several shards is ready, and not when one has a later session."""
    ready, resumed, lost = (counted(event, shards) for event in ("ready", "resumed", "lost"))
    once, twice = ([times] * len(shards.numbers()) for times in (1.0, 2.0))
    with discord_put_back():
        wire = OnShards(tmp_path, shards)
        await wire.open()
        assert (ready(), resumed()) == (once, [0.0 for _ in once])
        await wire.server.gateway.close(4000)
        await wire.until(lambda: resumed() == once)
        if len(once) > 1:  # one shard needs no other way, and five seconds
            await wire.server.gateway.close(4000, forget=True)
            await wire.until(lambda: ready() == twice, patience=60)
        assert resumed() == once
        assert min(lost()) >= 1
        await wire.close()
