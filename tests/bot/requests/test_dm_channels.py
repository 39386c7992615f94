"""Test how often the bot asks Discord for people's DM channels. discord.py itself keeps only 128 of them."""

from collections import Counter

from bot.presses.lobby import Start
from bot.storage import personal
from bot.tables.model import Who
from tests.bot.plays import play_round
from tests.bot.stage import Stage

TABLES, SEATS = 15, 20
"""Fifteen full tables: three hundred people."""


async def three_hundred_play(stage: Stage, evening: int) -> None:
    """Let everybody begin a game in a channel of this evening, so that everybody gets a DM."""
    people = iter(list(stage.people))
    for number in range(TABLES):
        channel = stage.guild.create_text_channel(f"table-{evening}-{number}")
        host, *others = (next(people) for _ in range(SEATS))
        await stage.slash(host, "play", channel=channel, game="common")
        table = await stage.bot.services.tables.queries.at(channel.id)
        assert table is not None
        for name in others:
            who = Who(stage.people[name].id, name)
            await stage.bot.services.tables.lobbies.join(table.id, who, f"{evening}:{name}")
        await stage.bot.services.announcer.show_again(table.id)
        await stage.press(host, Start, channel=channel)
        who = Who(stage.people[host].id, host)
        await stage.bot.services.tables.lobbies.end(table.id, who, f"{evening}:{number} ends", manager=True)


def asked_and_sent(stage: Stage, before: int) -> Counter[str]:
    """Count the requests for a DM channel, and the DMs, after the first `before` requests."""
    dms = {f"/channels/{person.user.dm_channel.id}/messages" for person in stage.people.values()}
    calls = ((entry.method, entry.path) for entry in stage.env.http_requests[before:])
    kinds = {("POST", "/users/@me/channels"): "asked", **{("POST", path): "sent" for path in dms}}
    return Counter(kinds[call] for call in calls if call in kinds)


async def test_discord_is_asked_once_for_the_dm_channel_of_each_of_three_hundred_people(english_stage: Stage) -> None:
    stage = english_stage
    stage.people.clear()
    stage.come(*(f"guest{number}" for number in range(TABLES * SEATS)))
    everybody = TABLES * SEATS
    before = stage.requests()
    await three_hundred_play(stage, 1)
    assert asked_and_sent(stage, before) == {"asked": everybody, "sent": everybody}
    before = stage.requests()
    await three_hundred_play(stage, 2)
    assert asked_and_sent(stage, before) == {"sent": everybody}


async def test_a_restarted_bot_does_not_ask_for_the_dm_channels_that_it_knows(stage: Stage) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="4")
    await stage.restart()
    before = stage.requests()
    await play_round(stage)
    assert asked_and_sent(stage, before) == {"sent": 2}


async def test_a_dm_channel_that_no_longer_exists_is_asked_for_again(stage: Stage) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="4")
    ann = stage.people["Ann"]
    assert stage.bot._store is not None
    await stage.bot._store.write(lambda c: personal.keep_dm_channel(c, ann.id, 4711))
    await stage.restart()
    assert stage.bot._store is not None
    before = stage.requests()
    await play_round(stage)
    assert asked_and_sent(stage, before) == {"asked": 1, "sent": 2}
    kept = await stage.bot._store.read(lambda c: personal.dm_channel(c, ann.id))
    assert kept == ann.user.dm_channel.id
