"""Test bids during which the connection to PostgreSQL is cut. Each bid counts once, and its player gets an answer."""

from collections.abc import AsyncIterator
from random import Random

import pytest

from tests.outages.bids import Bids, bidding

CUTS = 20
"""The number of cuts in each direction. `make faults WHAT=cuts` tries each byte."""
SEED = 2026


@pytest.fixture
async def bids(postgresql_url: str) -> AsyncIterator[Bids]:
    async with bidding(postgresql_url) as opened:
        yield opened


async def test_a_bid_counts_once_if_its_connection_is_cut_after_any_byte(bids: Bids) -> None:
    lengths, luck = await bids.length(), Random(SEED)
    for direction, length in lengths.items():
        assert length > (500 if direction == "asked" else 100), "a bid is some statements, and reads little"
        for after in sorted(luck.sample(range(length - 60), CUTS)):
            await bids.cut(direction, after)
    assert not bids.found, "\n".join(bids.found)
    assert bids.done == 2 * CUTS


async def test_a_bid_counts_once_if_its_commit_gets_no_answer(bids: Bids) -> None:
    """The bot tries again with the same request key, and finds that the bid was saved."""
    await bids.length()
    for _ in range(3):
        await bids.lose_the_answer_to_commit()
    assert not bids.found, "\n".join(bids.found)
    assert bids.done == 3
