"""Test windows. A window is a private message with a player's dice, or the table in a DM.

The bot keeps a window up to date with the token of an interaction.
"""

from collections.abc import Callable
from typing import Any

import pytest
from simcord import ResponseMessage

from bot.outbox.answer_token import GOOD_FOR
from bot.presses.bids import PlaceBid
from bot.presses.codec import encode
from bot.presses.game import CallLie, LookIn, SettleForfeit, ShowDice, SurelyQuit
from bot.words.dice import bid_words
from engine.core.actions import How
from tests.bot.answers import Answer, words
from tests.bot.requests.test_races import pressed_at_once
from tests.bot.stage import Stage


def now(stage: Stage, window: ResponseMessage) -> ResponseMessage:
    """Return a window in its current state. The message that simcord returned earlier does not change."""
    stored = stage.env.backend.get_message(window.channel_id, window.id)
    return ResponseMessage(stage.env, stored)


def text(stage: Stage, window: ResponseMessage) -> str:
    return words(now(stage, window))


async def my_dice(stage: Stage, name: str) -> ResponseMessage:
    (window,) = (await stage.press(name, ShowDice)).ephemerals
    return window


def own(stage: Stage, name: str) -> ResponseMessage:
    """Return this person's window in the channel. In each round it is posted again below the panel."""
    opened = stage.bot.services.announcer.windows._open.items()
    (message,) = [
        message
        for message, window in opened
        if (window.by.user, window.by.channel) == (stage.people[name].id, stage.channel.id)
    ]
    return ResponseMessage(stage.env, stage.env.backend.get_message(stage.channel.id, message))


async def look_in(stage: Stage, name: str) -> ResponseMessage:
    """Press Show the table below this person's newest DM. Return the window that opens."""
    user = stage.people[name].user
    direct_message = stage.messages(user.dm_channel)[-1]
    answer = Answer(await user.click(direct_message, custom_id=encode(LookIn((await stage.table()).id))))
    (window,) = answer.ephemerals
    return window


async def in_window(stage: Stage, name: str, window: ResponseMessage, kind: type, **fields: Any) -> Answer:
    """Press a button in a window, in the channel or in a DM."""
    shown = now(stage, window)
    made = next(
        each
        for each in stage.presses(shown)
        if isinstance(each, kind) and all(getattr(each, key) == value for key, value in fields.items())
    )
    actor: Any = stage.people[name] if window.channel_id == stage.channel.id else stage.people[name].user
    return Answer(await actor.click(shown, custom_id=encode(made)))


@pytest.fixture
def at(stage: Stage) -> Callable[[float], None]:
    """Return a function that sets the clock for the expiry of tokens, in seconds. The clock begins at 0."""
    moment = [0.0]
    stage.bot.arrivals.clock = lambda: moment[0]

    def put(seconds: float) -> None:
        moment[0] = seconds

    return put


async def standing(stage: Stage) -> str:
    """Return the current bid in words."""
    bid = (await stage.view()).state.standing
    assert bid is not None
    return f"**{bid_words(bid)}**"


def digits(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, sorted(dice)))


async def test_the_window_my_dice_follows_the_bids_and_the_next_rounds_dice(stage: Stage) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", rounds="20")
    window = await my_dice(stage, "Ann")
    first = digits(await stage.dice("Ann"))
    assert first in text(stage, window)
    before = stage.requests()
    await stage.raise_once()
    assert await standing(stage) in text(stage, window)
    await stage.raise_once()
    last = await standing(stage)
    assert last in text(stage, window)
    assert stage.calls_since(before) == [], "a window costs nothing"
    assert own(stage, "Ann").id == window.id, "the panel is still above it"
    await stage.press(await stage.to_move(), CallLie)
    while (second := digits(await stage.dice("Ann"))) == first:  # one of 157 throws repeats the last one
        await stage.raise_once()
        await stage.press(await stage.to_move(), CallLie)
    window = own(stage, "Ann")
    assert second in text(stage, window)
    assert first not in text(stage, window)
    assert last not in text(stage, window)


async def test_a_window_is_posted_again_below_the_panel_of_the_next_round(stage: Stage) -> None:
    """Its reader must not have to scroll up to their dice at the moment when they bid."""
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="20")
    for name in ("Ann", "Ben"):
        await my_dice(stage, name)
    before = stage.requests()
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    assert (await stage.view()).state.round == 2
    for name in ("Ann", "Ben"):
        assert own(stage, name).id > stage.panel().id
        assert digits(await stage.dice(name)) in stage.text(own(stage, name))
    private = [message for message in stage.messages() if message.ephemeral and "Round" in stage.text(message)]
    assert len(private) == 2, "the former ones are deleted"
    there = f"DELETE /channels/{stage.channel.id}/"
    assert not [call for call in stage.calls_since(before) if call.startswith(there)], "by their tokens"
    first = await stage.to_move()
    await in_window(stage, first, own(stage, first), PlaceBid)
    assert (await stage.view()).state.standing is not None


async def test_each_window_shows_its_readers_own_dice(stage: Stage) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="3")
    names = ("Ann", "Ben")
    for name in names:
        await my_dice(stage, name)
    for _round in range(2):
        hands = {name: digits(await stage.dice(name)) for name in names}
        for name in names:  # two hands may be equal by chance
            shown = stage.text(own(stage, name))
            assert {hand for hand in hands.values() if hand in shown} == {hands[name]}
        await stage.raise_once()
        await stage.press(await stage.to_move(), CallLie)


async def test_a_window_shows_moves_only_during_its_readers_turn(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    first = await stage.to_move()
    (other,) = await stage.others(first)
    mine, theirs = await my_dice(stage, first), await my_dice(stage, other)
    assert PlaceBid in stage.kinds(now(stage, mine))
    assert PlaceBid not in stage.kinds(now(stage, theirs))
    await in_window(stage, first, mine, PlaceBid)
    assert PlaceBid not in stage.kinds(now(stage, mine))
    assert CallLie in stage.kinds(now(stage, theirs))
    await in_window(stage, other, theirs, PlaceBid)
    assert CallLie in stage.kinds(now(stage, mine))


async def test_a_window_is_not_updated_more_than_fourteen_minutes_after_its_press(
    stage: Stage, at: Callable[[float], None]
) -> None:
    await stage.start("Ann", "Ben")
    first = await stage.to_move()
    window = await my_dice(stage, first)
    at(GOOD_FOR)
    await stage.raise_once()
    assert await standing(stage) in text(stage, window)
    shown = text(stage, window)
    at(GOOD_FOR + 1)
    before = stage.requests()
    await stage.press(await stage.to_move(), PlaceBid, face=6)
    assert text(stage, window) == shown
    assert not any("/webhooks/" in entry.path for entry in stage.env.http_requests[before:])
    window = await my_dice(stage, first)
    assert await standing(stage) in text(stage, window)


async def test_a_press_keeps_a_window_up_to_date_for_another_quarter_of_an_hour(
    stage: Stage, at: Callable[[float], None]
) -> None:
    await stage.start("Ann", "Ben")
    first = await stage.to_move()
    window = await my_dice(stage, first)
    at(GOOD_FOR - 1)
    await in_window(stage, first, window, PlaceBid)
    at(2 * GOOD_FOR - 2)
    await stage.press(await stage.to_move(), PlaceBid, face=6)
    assert await standing(stage) in text(stage, window)


async def test_a_window_of_a_finished_table_is_deleted(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    windows = [await my_dice(stage, "Ann"), await my_dice(stage, "Ben")]
    table = (await stage.table()).id
    for name in ("Ann", "Ben"):
        await stage.forge(name, SurelyQuit(table))
    assert not {window.id for window in windows} & {message.id for message in stage.messages()}
    assert not stage.bot.services.announcer.windows._open


async def test_pressing_my_dice_again_replaces_the_older_window(stage: Stage) -> None:
    """A player has at most one such window in the channel. The table in a DM is a second window."""
    await stage.start("Ann", "Ben")
    direct_message, before, theirs = (
        await look_in(stage, "Ann"),
        await my_dice(stage, "Ann"),
        await my_dice(stage, "Ben"),
    )
    window = await my_dice(stage, "Ann")
    kept = stage.env.backend.messages[stage.channel.id]
    assert (before.id in kept, window.id in kept) == (False, True)
    await stage.raise_once()
    for each in (direct_message, window, theirs):
        assert await standing(stage) in text(stage, each)


async def test_a_dismissed_window_is_no_longer_updated(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    window = await my_dice(stage, "Ann")
    stage.env.inject_error("PATCH", "/webhooks/*", status=404, code=10008, message="Unknown Message", times=1)
    await stage.raise_once()
    assert not stage.bot.services.announcer.windows.is_open(window.id)
    await stage.raise_once()


async def test_after_a_restart_a_move_in_a_window_counts_and_updates_it_again(both: Stage) -> None:
    await both.start("Ann", "Ben")
    first = await both.to_move()
    (other,) = await both.others(first)
    mine = await my_dice(both, first)
    await both.restart()
    await in_window(both, first, mine, PlaceBid)
    assert await standing(both) in text(both, mine)
    assert await both.to_move() == other
    await both.press(other, PlaceBid, face=6)
    assert await standing(both) in text(both, mine)
    assert CallLie in both.kinds(now(both, mine))


async def test_after_a_restart_a_stale_move_in_a_window_updates_it_again(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    first = await stage.to_move()
    mine = await my_dice(stage, first)
    await stage.restart()
    await stage.press(first, PlaceBid)
    await in_window(stage, first, mine, PlaceBid)
    assert (await stage.view()).state.standing is not None
    assert await standing(stage) in text(stage, mine)
    assert PlaceBid not in stage.kinds(now(stage, mine))


async def test_a_move_from_a_dm_is_shown_in_the_channel_and_in_both_windows(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    first = await stage.to_move()
    (other,) = await stage.others(first)
    here, there = await look_in(stage, first), await look_in(stage, other)
    assert PlaceBid in stage.kinds(now(stage, here))
    before = stage.requests()
    await in_window(stage, first, here, PlaceBid)
    assert "×1" in stage.text()
    assert await standing(stage) in text(stage, here)
    assert PlaceBid not in stage.kinds(now(stage, here))
    assert CallLie in stage.kinds(now(stage, there))
    where = f"PATCH /channels/{stage.channel.id}/messages/{stage.panel().id}"
    assert stage.calls_since(before) in ([], [where]), "only the channel's panel may need a request of the bot's own"


async def test_the_outcome_of_a_round_played_from_a_dm_is_shown_there(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="2", forfeit="sing a song")
    bidder = await stage.raise_once()
    doubter = await stage.to_move()
    here, there = await look_in(stage, doubter), await look_in(stage, bidder)
    await in_window(stage, doubter, here, CallLie)
    for window in (here, there):
        said = text(stage, window)
        assert f"{doubter} doubts {bidder}:" in said
        assert "There " in said
        assert "sing a song" in said
    debtor = (await stage.table()).seats[(await stage.view()).state.debtors[0]].name
    await stage.press(debtor, SettleForfeit, how=How.PAID)
    assert "There " in text(stage, here), "it stays until the next round ends"
    assert "Round 2" in text(stage, here)
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    assert "There " in text(stage, here), "the last round's outcome is shown too"
    assert PlaceBid not in stage.kinds(now(stage, here))


async def test_a_double_press_in_a_window_counts_once(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    first = await stage.to_move()
    window = await my_dice(stage, first)
    version = (await stage.table()).version
    press = encode(next(each for each in stage.presses(now(stage, window)) if isinstance(each, PlaceBid)))
    await pressed_at_once(stage, [(first, press), (first, press)], now(stage, window))
    assert (await stage.table()).version == version + 1
    assert PlaceBid not in stage.kinds(now(stage, window))
    await stage.press(await stage.to_move(), PlaceBid, face=6)
    assert await standing(stage) in text(stage, window)


async def test_a_forged_press_opens_no_window_with_another_players_dice(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await my_dice(stage, "Ann")
    table = (await stage.table()).id
    for press in (ShowDice(table), LookIn(table)):
        answer = await stage.forge("Dan", press)
        said = answer.words
        assert all(digits(dice) not in said for dice in (await stage.dice("Ann"), await stage.dice("Ben")))
    assert len(stage.bot.services.announcer.windows._open) == 1


async def test_no_repr_of_a_window_shows_its_dice_or_token(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await my_dice(stage, "Ann")
    announcer = stage.bot.services.announcer
    (window,) = announcer.windows._open.values()
    shown = repr(window) + repr(announcer.windows) + repr(announcer.messages._tokens)
    assert window.by.token._webhook.token is not None
    assert window.by.token._webhook.token not in shown
    assert digits(await stage.dice("Ann")) not in shown
