"""Test how many requests of each round count towards Discord's limit of 50 a second for a bot."""

import asyncio
import logging
from collections import Counter
from typing import Any

import pytest

from bot.outbox.answer_token import GOOD_FOR
from bot.outbox.waiting import in_background
from bot.presses.base import Press
from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, ShowDice
from bot.presses.learning import HowTo, ShowRules
from bot.presses.lobby import Start
from bot.storage.schema import metadata
from bot.tables.model import Status
from tests.bot.rounds.test_pauses import stage_pace
from tests.bot.stage import Stage
from tests.clock import stand_still


def counted(stage: Stage, before: int) -> Counter[str]:
    """Count the requests after the first `before` requests that count towards Discord's limit for a bot.

    Each key is a method and a place. The place is "panel" for the channel, "DM", or the path of any other request.
    """
    dms = {person.user.dm_channel.id for person in stage.people.values()}
    kinds: Counter[str] = Counter()
    for call in stage.calls_since(before):
        method, path = call.split()
        channel = int(path.split("/")[2]) if path.startswith("/channels/") else 0
        where = "DM" if channel in dms else "panel" if channel == stage.channel.id else path
        kinds[f"{method} {where}"] += 1
    return kinds


async def test_a_press_on_the_panel_costs_none_of_the_bots_own_requests(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    before = stage.requests()
    for _bid in range(3):
        await stage.raise_once()
    for name in ("Ann", "Dan"):
        for kind in (ShowDice, ShowRules):
            await stage.press(name, kind)
    await stage.slash("Ann", "dice")
    await stage.slash("Dan", "leaderboard")
    await stage.slash("Dan", "help")
    await stage.forge("Ann", HowTo("common"))
    assert stage.calls_since(before) == []


async def test_a_round_costs_one_post_and_a_dm_with_its_deletion_for_each_player(stage: Stage) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", rounds="4")
    for _round in range(2):
        before = stage.requests()
        for _bid in range(3):
            await stage.raise_once()
        await stage.press(await stage.to_move(), CallLie)
        assert counted(stage, before) == {"POST panel": 1, "POST DM": 3, "DELETE DM": 3}


@pytest.mark.parametrize(
    ("kind", "at", "costs"),
    [
        (PlaceBid, "POST /interactions/*", {}),
        (CallLie, "POST /channels/*/messages", {"POST panel": 1, "POST DM": 3, "DELETE DM": 3}),
    ],
)
async def test_a_machine_that_stands_still_for_five_seconds_sends_no_other_requests(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, kind: type[Press], at: str, costs: dict[str, int]
) -> None:
    """Once the bot edited the panel without a token: it believed that Discord did not answer, or that it was late."""
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", rounds="4")
    await stage.raise_once()
    before, held = stage.requests(), stage.transit.hold(at)
    press = in_background(stage.press(await stage.to_move(), kind))
    await held.arrived.wait()
    stand_still(5)
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "time", lambda before=loop.time: before() + 5)
    await asyncio.sleep(0.01)
    held.let_go()
    await press
    assert counted(stage, before) == costs


async def test_computers_moves_are_shown_with_the_token_of_the_last_press(stage: Stage) -> None:
    """However many moves the computers make, the token of the person's last press edits the panel for each of them."""
    await stage.start("Ann", computers=3, rounds="20")
    seen = 0
    while seen < 5 and (await stage.table()).status is Status.PLAYING:
        before, number = stage.requests(), (await stage.view()).state.round
        version = (await stage.table()).version
        await stage.raise_once() if PlaceBid in stage.kinds() else await stage.press("Ann", CallLie)
        if (await stage.table()).status is not Status.PLAYING or (await stage.view()).state.round != number:
            continue
        assert (await stage.table()).version >= version + 1
        assert counted(stage, before) == {}
        seen += 1


async def test_a_game_costs_one_post_for_each_round_and_one_dm_for_each_hand(stage: Stage) -> None:
    """The bot posts the line that seals the dice, each round after the first, and the result.

    Each person gets a DM in each round. The bot deletes all of these except for the last one. It also asks Discord
    once for each person's DM channel.
    """
    await stage.nobody_owes()
    await stage.sit("Ann", "Ben", "Cleo", rounds="5")
    before = stage.requests()
    await stage.press("Ann", Start)
    while (await stage.table()).status is Status.PLAYING:
        for _bid in range(3):
            await stage.raise_once()
        await stage.press(await stage.to_move(), CallLie)
    assert counted(stage, before) == {
        "POST panel": 6,  # the line that seals the dice, later rounds, the result
        "POST DM": 15,
        "DELETE DM": 12,
        "PATCH DM": 3,  # the last DMs say that the game is over
        "POST /users/@me/channels": 3,
    }


async def test_a_ping_costs_a_post_and_its_deletion(stage: Stage) -> None:
    stage_pace(stage, calls=True)
    await stage.start("Ann", "Ben", clock="180")
    await stage.raise_once()
    before = stage.requests()
    await stage.time_passes(seconds=31)
    assert counted(stage, before) == {"POST panel": 1}
    before = stage.requests()
    await stage.raise_once()
    assert counted(stage, before) == {"DELETE panel": 1}


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10008)])
async def test_a_refused_token_is_forgotten_and_the_bot_edits_by_itself(stage: Stage, status: int, code: int) -> None:
    await stage.start("Ann", "Ben")
    await stage.raise_once()
    announcer, panel = stage.bot.services.announcer, stage.panel()
    known = announcer.messages._tokens._known  # read them without using the bot's clock
    assert panel.id in known
    stage.env.inject_error("PATCH", "/webhooks/*", status=status, code=code, message="refused", times=2)
    before = stage.requests()
    await by_direct_message(stage)
    edit = f"PATCH /channels/{stage.channel.id}/messages/{panel.id}"
    assert stage.calls_since(before) == [edit]
    assert panel.id not in known
    before = stage.requests()
    await by_direct_message(stage)
    assert stage.calls_since(before) == [edit], "it is not tried again"
    await stage.raise_once()
    before = stage.requests()
    await by_direct_message(stage)
    assert stage.calls_since(before) == [], "the next press brings a new token"


async def by_direct_message(stage: Stage) -> None:
    """Let the player whose turn it is bid with a command in their DM, so that nobody presses a button of the panel."""
    name = await stage.to_move()
    least = (await stage.view(name)).legal.bids
    await stage.people[name].user.slash("bid", what=str(least[-1]))


async def test_a_token_older_than_fourteen_minutes_is_not_used(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    tokens, moment = stage.bot.services.announcer.messages._tokens, [0.0]
    stage.bot.arrivals.clock = lambda: moment[0]
    await stage.raise_once()
    panel = stage.panel()
    edit = f"PATCH /channels/{stage.channel.id}/messages/{panel.id}"
    for seconds, calls in ((GOOD_FOR, []), (GOOD_FOR + 1, [edit])):
        moment[0] = seconds
        before = stage.requests()
        await by_direct_message(stage)
        assert stage.calls_since(before) == calls
    assert tokens.of(panel.id) is None


async def test_tokens_appear_in_no_log_database_or_repr(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", rounds="2")
    announcer = stage.bot.services.announcer
    for name in ("Ann", "Ben"):
        await stage.press(name, ShowDice)
    stage.env.inject_error("PATCH", "/webhooks/*", status=401, code=50027, message="refused", times=2)
    for _bid in range(4):
        await stage.raise_once()
    await by_direct_message(stage)
    known = [
        *(each for known in announcer.messages._tokens._known.values() for each in known),
        *(each.by for each in announcer.windows._open.values()),
    ]
    tokens = {str(each.token._webhook.token) for each in known}
    assert tokens
    own = [record for record in caplog.records if record.name.startswith("bot")]
    values = [announcer, announcer.messages, announcer.messages._tokens, announcer.windows, stage.bot.services]
    sinks = [
        *(f"{record.getMessage()} {record.exc_text}" for record in own),
        *map(repr, values),
        await everything(stage),
    ]
    assert not [token for token in tokens for sink in sinks if token in sink]


async def everything(stage: Stage) -> str:
    """Return all values in the database as one text."""
    store = stage.bot._store
    assert store is not None

    def read(connection: Any) -> str:
        return " ".join(
            str(value.decode(errors="replace") if isinstance(value, bytes) else value)
            for table in metadata.sorted_tables
            for row in connection.execute(table.select())
            for value in row
        )

    return await store.read(read)
