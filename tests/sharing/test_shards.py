"""Tests of shards: how operators write them, and which process each shard and each server belongs to."""

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import Bot
from bot.running import ShardedBot
from bot.settings import ALL_SHARDS, CannotStart, Settings, Shards, dealt_out, read_shards
from bot.sharing import lease


@pytest.mark.parametrize(
    ("asked", "host", "shards"),
    [
        ("", "any", ALL_SHARDS),
        ("0-3/16", "any", Shards(0, 3, 16)),
        ("5/16", "any", Shards(5, 5, 16)),
        ("ordinal:4/16", "liars-dice-2", Shards(8, 11, 16)),
        ("ordinal:4/10", "liars-dice-2", Shards(8, 9, 10)),
    ],
)
def test_shards_are_given_by_number_or_by_the_number_in_the_host_name(asked: str, host: str, shards: Shards) -> None:
    assert read_shards(asked, host) == shards


@pytest.mark.parametrize("asked", ["3-1/16", "16/16", "0-16/16", "1", "a/b", "0-3/0", "ordinal:0/4", "ordinal:4/16"])
def test_an_invalid_setting_of_shards_is_refused_with_an_example(asked: str) -> None:
    with pytest.raises(ValueError, match="--shards"):
        read_shards(asked, "no-number-here")
    with pytest.raises(CannotStart, match="--shards"):
        Settings.from_environment({"SHARDS": "3-1/16"})


@pytest.mark.parametrize(
    ("shards", "ids", "one"),
    [
        (Shards(1, 2, 4), [1, 2], None),
        (Shards(0, 1, 2), [0, 1], None),
        (Shards(3, 3, 4), None, 3),
        (ALL_SHARDS, None, None),
    ],
)
async def test_a_process_connects_only_its_own_shards(shards: Shards, ids: list[int] | None, one: int | None) -> None:
    kind = ShardedBot if shards.last > shards.first else Bot
    async with kind(Settings(token="a.b.c", database_url="sqlite://", shards=shards)) as bot:
        assert (getattr(bot, "shard_ids", None), bot.shard_id) == (ids, one)
        assert bot.shard_count == (shards.of if shards.of > 1 else None)


def test_a_pod_beyond_the_last_shard_is_refused() -> None:
    with pytest.raises(ValueError, match="--shards"):
        read_shards("ordinal:4/16", "liars-dice-4")


@given(of=st.integers(1, 40), processes=st.integers(1, 40), guild=st.integers(1, 2**63 - 1))
def test_every_server_belongs_to_exactly_one_process(of: int, processes: int, guild: int) -> None:
    whole = Shards(0, of - 1, of)
    if processes > of:
        with pytest.raises(ValueError, match="--processes"):
            dealt_out(whole, processes)
        return
    shares = dealt_out(whole, processes)
    assert sum(share.have(guild) for share in shares) == 1
    assert not any(one.overlap(other) for one in shares for other in shares if one != other)
    assert max(len(share.numbers()) for share in shares) - min(len(share.numbers()) for share in shares) <= 1


def test_a_process_is_known_to_have_died_only_on_this_machine() -> None:
    """So a bot that was killed can start again at once on the same machine.

    The lease of a process on another machine has to expire first.
    """
    child = subprocess.Popen([sys.executable, "-c", ""])
    theirs = lease.process_name().replace(f":{os.getpid()} on ", f":{child.pid} on ")
    child.wait()
    assert lease.has_died(theirs)
    assert not lease.has_died(lease.process_name())
    assert not lease.has_died(theirs.replace(lease.here(), "0" * 36 + ":1"))
    assert not lease.has_died("somebody:1")
