"""Test the bot with ten people who press anything that they find, and forge presses.

`make swarm` does so for longer.
"""

from pathlib import Path

import pytest

from tests.effort import at_length
from tests.swarm.swarm import swarming
from tests.swarm.witness import runs

ACTIONS = at_length(200, 500)
SEED = 2026


async def test_a_swarm_of_random_actions_finds_no_fault(tmp_path: Path, database_url: str) -> None:
    async with swarming(tmp_path, database_url, SEED) as swarm:
        await swarm.swarm(ACTIONS, goodwill=0)
        while swarm.witness.looked_at <= ACTIONS / 10 and sum(swarm.done.values()) < 5 * ACTIONS:
            await swarm.swarm(ACTIONS // 4, goodwill=0)  # few games have begun, so go on until dice are shown
        assert not swarm.found, swarm.report()
        assert sum(swarm.done.values()) >= ACTIONS
        assert len(swarm.witness.waits) > ACTIONS / 2, "most actions get an answer"
        assert swarm.witness.looked_at > ACTIONS / 10, "and is shown dice"
        assert {what.split()[-1] for what in swarm.tables} - {"lobby"}, "and plays"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# ⚀ ⚀ ⚂ ⚃ ⚄", {(1, 1, 3, 4, 5)}),
        ("[⚀★] ⚁ [⚄] [⚄] ⚅", {(1, 2, 5, 5, 6)}),
        ("<:die6_ab12:1234> <:wild1_ab12:1235> <:counting5_ab12:1236>", {(1, 5, 6)}),
        ("you have 3 1 2", {(1, 2, 3)}),
        ("12256 Ann", {(1, 2, 2, 5, 6)}),
        ("103 lies in 132 bids; 3.44 on average over 351 dice", set()),
        ("⚀ 11 ones · ⚁×3 25% · <t:12345:R> · 🎲 4 of 5", set()),
    ],
)
def test_the_witness_reads_dice_in_every_form(text: str, found: set[tuple[int, ...]]) -> None:
    assert runs(text) == found
