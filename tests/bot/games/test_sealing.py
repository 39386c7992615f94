"""Test the line that seals a game before it begins, as FAIRNESS.md describes it.

A member of the channel can check its commitments. The tests include games without a valid line.
"""

import json
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
from simcord.backend import serializers

from bot.presses.game import ShowFairness
from bot.presses.lobby import Join, Start
from engine.fairness import FairDice, Seed, digest, salt, share
from engine.record import game_lines
from tests.bot.places.closed import without
from tests.bot.stage import Stage
from tests.clock import utc_now

Message = Mapping[str, Any]


LOCK = "🔒"


def the_line(seen: Sequence[Message], bot: int, lobby: int, panel: int, joins: Sequence[int] = ()) -> tuple[int, str]:
    """Return the id and the digits of the line that seals a game.

    `seen` are the channel's messages as a member receives them, oldest first. `lobby` and `panel` are the ids of the
    lobby and of the first panel, and `joins` the ids of the presses of Join. Raise `ValueError` if the line proves
    nothing, for example because the bot posted a second line.
    """
    between = [each for each in seen if lobby < int(each["id"]) < panel and int(each["author"]["id"]) == bot]
    tries = [each for each in between if LOCK in said(each) or (is_edited(each) and not is_answer(each))]
    if len(tries) != 1:
        raise ValueError(f"{len(tries)} messages that are or were a line")
    (line,) = tries
    if is_edited(line):
        raise ValueError("edited")
    if line["flags"] or line["type"] != 0 or is_answer(line) or line.get("message_reference"):
        raise ValueError("an answer to somebody, or deferred")
    if line["components"] or line["embeds"] or line["attachments"] or line["mentions"]:
        raise ValueError("not only plain words")
    if between[-1] is not line:
        raise ValueError("a message of the bot below the line")
    digits = re.findall(r"\b[0-9a-f]{32}\b", line["content"])
    if len(digits) != 1:
        raise ValueError("no digits")
    if not all(lobby < join < int(line["id"]) for join in joins):
        raise ValueError("a Join that was not pressed between lobby and line")
    return int(line["id"]), digits[0]


def said(message: Message) -> str:
    """Return all the words of a message, including those in its components."""
    return str(message["content"]) + json.dumps(message["components"], ensure_ascii=False)


def is_edited(message: Message) -> bool:
    return message["edited_timestamp"] is not None


def is_answer(message: Message) -> bool:
    """Return whether Discord shows a message as the answer to a command or button.

    The bot may have written the words of such a message after Discord had created its id.
    """
    return bool(message.get("interaction_metadata"))


def sent(stage: Stage) -> list[dict[str, Any]]:
    """Return the messages that Discord sends to a member who opens the channel, oldest first."""
    stored = sorted(stage.env.backend.messages[stage.channel.id].values(), key=lambda each: each.id)
    return [
        dict(serializers.message_payload(stage.env.backend, each, for_user=stage.people["Dan"].id))
        for each in stored
        if not each.is_ephemeral
    ]


async def begun(stage: Stage) -> tuple[int, int, int]:
    """Start a game of Ann and Ben. Return the ids of the bot, of the lobby and of the first panel."""
    await stage.sit("Ann", "Ben")
    lobby = stage.panel().id
    await stage.press("Ann", Start)
    return stage.env.backend.bot_user.id, lobby, stage.panel().id


async def test_a_member_can_check_all_commitments_of_the_sealing_line(stage: Stage) -> None:
    where = await begun(stage)
    table = await stage.table()
    joins = [int(seat.brought.join) for seat in table.seats if seat.brought.join]
    assert joins
    line, digits = the_line(sent(stage), *where, joins)
    game = game_lines(table.setup.variant, table.setup.options)
    assert digits == digest(table.commitment, game, [share(seat.brought.join, "") for seat in table.seats])
    assert [seat.salt for seat in table.seats] == [salt(seat.share, str(line)) for seat in table.seats]


def edited(line: dict[str, Any]) -> None:
    line["edited_timestamp"] = "2026-11-25T12:00:00+00:00"


def of_components(line: dict[str, Any]) -> None:
    line.update(content="", flags=1 << 15, components=[{"type": 10, "content": line["content"]}])


def filled_later(line: dict[str, Any]) -> None:
    line["interaction_metadata"] = {"id": "1", "type": 3}


def spoiled(line: dict[str, Any]) -> None:
    edited(line)
    line["content"] = "Hi!"


def left_alone(_: dict[str, Any]) -> None:
    pass


def a_reply(line: dict[str, Any]) -> None:
    line["type"] = 19


CHANGES = [edited, of_components, filled_later, a_reply]


def at_the_line(seen: Sequence[Message], where: tuple[int, int, int]) -> int:
    return next(at for at, each in enumerate(seen) if where[1] < int(each["id"]) < where[2])


@pytest.mark.parametrize("change", CHANGES)
async def test_a_sealing_line_that_proves_nothing_is_refused(
    stage: Stage, change: Callable[[dict[str, Any]], None]
) -> None:
    where = await begun(stage)
    seen = sent(stage)
    change(seen[at_the_line(seen, where)])
    with pytest.raises(ValueError, match=r"edited|answer|plain|digits"):
        the_line(seen, *where)


@pytest.mark.parametrize("change", [*CHANGES, left_alone, spoiled])
async def test_a_second_sealing_line_is_refused_even_if_the_first_was_changed(
    stage: Stage, change: Callable[[dict[str, Any]], None]
) -> None:
    """Otherwise a dishonest bot could post lines until one suits it, and edit the earlier ones."""
    where = await begun(stage)
    seen = sent(stage)
    at = at_the_line(seen, where)
    seen.insert(at + 1, {**seen[at], "id": str(int(seen[at]["id"]) + 1)})
    change(seen[at])
    with pytest.raises(ValueError, match="2 messages"):
        the_line(seen, *where)


async def test_the_bot_may_answer_people_before_the_sealing_line_but_not_after_it(stage: Stage) -> None:
    where = await begun(stage)
    seen = sent(stage)
    at = at_the_line(seen, where)
    answer = {**seen[at], "content": "🏆", "interaction_metadata": {"id": "1", "type": 2}, "edited_timestamp": "2026"}
    before, after = {**answer, "id": str(int(seen[at]["id"]) - 1)}, {**answer, "id": str(int(seen[at]["id"]) + 1)}
    assert the_line([*seen[:at], before, *seen[at:]], *where)
    with pytest.raises(ValueError, match="below the line"):
        the_line([*seen[: at + 1], after, *seen[at + 1 :]], *where)


async def test_a_join_before_the_lobby_or_after_the_sealing_line_is_refused(stage: Stage) -> None:
    where = await begun(stage)
    seen = sent(stage)
    line, _ = the_line(seen, *where)
    for join in (where[1], where[1] - 1, line, line + 1):
        with pytest.raises(ValueError, match="Join"):
            the_line(seen, *where, (join,))


async def test_members_cannot_see_a_deleted_sealing_line_or_an_ignored_start(stage: Stage) -> None:
    """FAIRNESS.md says that neither a deleted line nor an ignored start leaves a trace in the channel."""
    await stage.sit("Ann", "Ben")
    lobby = stage.panel().id
    before = sent(stage)
    await stage.people["Ben"].send(stage.channel, "Start!")  # as if Ann had pressed it and the bot had not answered
    tried = stage.env.backend.messages[stage.channel.id]
    tried.pop(max(tried))
    assert sent(stage) == before
    await stage.press("Ann", Start)
    assert the_line(sent(stage), stage.env.backend.bot_user.id, lobby, stage.panel().id)


SEED = Seed(bytes(range(32)))
JOIN, LINE = 1_300_000_000_000_000_001, 1_300_000_000_000_000_003
TRIES = 100_000


def five_sixes(salts: dict[int, str]) -> bool:
    return FairDice(SEED, salts).roll(2, 1, 5) == (6,) * 5


@pytest.mark.own_salts
@pytest.mark.parametrize("chosen", ["words", "ids"])
def test_an_accomplice_who_knows_the_seed_cannot_choose_dice_after_the_line(chosen: str) -> None:
    """The accomplice's words and ids would have to match the digits of the line, which was posted earlier.

    Without the line the attack works.
    """
    game = ("@variant bar", "@option seating joined")
    host, honest = share("", ""), share(str(JOIN), "")
    digits, found, free = digest(SEED.commitment(), game, (host, honest)), 0, 0
    for number in range(TRIES):
        brought = share(str(JOIN), f"word {number}") if chosen == "words" else share(str(JOIN + 1 + number), "")
        if not five_sixes({0: salt(host, str(LINE)), 1: salt(brought, str(LINE))}):
            continue
        free += 1
        found += digest(SEED.commitment(), game, (host, brought)) == digits
    assert found == 0
    assert free > 0, "without the line the attack works, so this test can fail"


def lines(stage: Stage) -> list[int]:
    """Return the ids of all sealing lines in the channel."""
    return [int(each["id"]) for each in sent(stage) if each["content"]]


async def test_a_sealing_line_whose_answer_was_lost_is_posted_only_once(stage: Stage) -> None:
    """The bot sends the line again, and Discord recognizes it by its nonce."""
    await stage.sit("Ann", "Ben")
    stage.transit.lose(f"POST /channels/{stage.channel.id}/messages")
    await stage.press("Ann", Start)
    (line,) = lines(stage)
    sealing = (await stage.table()).annotations.sealing
    assert sealing is not None
    assert sealing.line == line
    assert await stage.raise_once()


async def test_a_lobby_whose_sealing_line_is_refused_opens_again_and_says_why(
    english_stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage = english_stage
    await stage.sit("Ann", "Ben")
    caplog.clear()
    where = f"/channels/{stage.channel.id}/messages"
    stage.env.inject_error("POST", where, status=403, code=50013, message="Missing Permissions")
    await stage.press("Ann", Start)
    table = await stage.table()
    assert (table.status, table.game, lines(stage)) == ("lobby", None, [])
    assert "No game yet" in stage.text()
    assert "Ask a server manager to give me: **View Channel** and **Send Messages**" in stage.text()
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING] == [
        f"Table {table.id} cannot be shown (403 50013): View Channel, Send Messages."
    ]
    await stage.press("Cleo", Join)
    await stage.press("Ann", Start)
    assert len(lines(stage)) == 1
    assert len((await stage.table()).seats) == 3
    assert await stage.raise_once()


async def test_the_lobby_stops_asking_for_a_permission_once_it_is_back(english_stage: Stage) -> None:
    """The lobby changes without a press."""
    stage, closed = english_stage, without("send_messages")
    await stage.sit("Ann", "Ben")
    closed.take(stage)
    await stage.env.settle()
    await stage.press("Ann", Start)
    assert "Ask a server manager to give me: **Send Messages**" in stage.text()
    closed.give(stage)
    await stage.env.settle()
    assert "Ask a server manager" not in stage.text()
    assert "No game yet" not in stage.text()
    await stage.press("Ann", Start)
    assert await stage.raise_once()


async def test_the_lobby_stops_asking_for_a_permission_that_is_back_after_a_restart(english_stage: Stage) -> None:
    """The new process has not seen Discord's refusal. It learns of the missing permission from the stored lobby."""
    stage, closed = english_stage, without("send_messages")
    await stage.sit("Ann", "Ben")
    closed.take(stage)
    await stage.env.settle()
    await stage.press("Ann", Start)
    await stage.restart()
    await stage.env.settle()
    assert "Ask a server manager to give me: **Send Messages**" in stage.text()
    closed.give(stage)
    await stage.env.settle()
    assert "Ask a server manager" not in stage.text()
    await stage.press("Ann", Start)
    assert await stage.raise_once()


async def lost(stage: Stage) -> None:
    """Have Ann press Start. The line that seals the game is posted, but the bot does not learn that."""
    await stage.sit("Ann", "Ben")
    for _ in range(3):
        stage.transit.lose(f"POST /channels/{stage.channel.id}/messages")
    await stage.press("Ann", Start)
    assert len(lines(stage)) == 1
    assert (await stage.table()).is_being_sealed()


async def restarted(stage: Stage, minutes: int) -> None:
    """Restart the bot this many minutes later."""
    stage.bot.driver.halt()
    stage.bot.now = lambda: utc_now() + timedelta(minutes=minutes)
    await stage.restart()
    await stage.time_passes(minutes=minutes, seconds=5)


@pytest.mark.parametrize("minutes", [1, 10])
async def test_after_a_crash_the_sealing_line_is_found_by_its_nonce_or_digits(stage: Stage, minutes: int) -> None:
    await lost(stage)
    await restarted(stage, minutes)
    (line,) = lines(stage)
    table = await stage.table()
    assert table.status == "playing"
    assert [seat.salt for seat in table.seats] == [salt(seat.share, str(line)) for seat in table.seats]
    assert await stage.raise_once()


@pytest.mark.parametrize("minutes", [1, 10])
async def test_a_sealing_line_deleted_before_the_bot_knew_it_is_posted_again(stage: Stage, minutes: int) -> None:
    await lost(stage)
    (line,) = lines(stage)
    stage.env.backend.delete_message(stage.channel.id, line)
    await restarted(stage, minutes)
    (other,) = lines(stage)
    assert other != line
    assert (await stage.table()).status == "playing"


async def test_a_table_closes_and_reveals_its_seed_if_its_line_cannot_be_found(english_stage: Stage) -> None:
    stage = english_stage
    await lost(stage)
    where = f"/channels/{stage.channel.id}/messages"
    stage.env.inject_error("GET", where, status=403, code=50001, message="Missing Access")
    await restarted(stage, 10)
    table = await stage.table()
    assert (table.status, table.game) == ("closed", None)
    assert "can’t tell whether the dice were sealed" in stage.text()
    assert table.seed is not None
    assert table.seed in (await stage.press("Ben", ShowFairness)).words
