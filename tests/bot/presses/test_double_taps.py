"""Test that the second half of a double tap never does what nobody chose.

After the first half, Discord shows the message again, perhaps with another button under the finger.
"""

from datetime import timedelta

from bot.inbox.memory import A_LOOK, MOST_TAPS, Taps
from bot.presses.base import Press
from bot.presses.bids import PlaceBid, TurnBids
from bot.presses.game import CallLie, OpenMore, ShowDice
from bot.presses.lobby import AddComputer, Cancel, Join, SurelyCancel
from bot.presses.poker_cup import KeepAndShake, MakeClaim, MarkDice, OpenBlind, PeekUnder, ShakeCup
from bot.tables.model import Status
from tests.bot.cups import opened
from tests.bot.presses.test_no_way_back import CONFIRMED
from tests.bot.stage import Stage
from tests.clock import utc_now


def as_on_discord(stage: Stage) -> None:
    """Ignore second halves of double taps, which counts in other tests because they press without a pause."""
    stage.bot.services.taps.look = A_LOOK
    stage.freeze_time()


async def test_a_second_tap_on_peek_does_not_shake_the_cup(stage: Stage) -> None:
    """The row of shakes is at the end of the message, where Peek was. Only a chosen shake counts (K7)."""
    name = await opened(stage)
    (page,) = (await stage.press(name, ShowDice)).ephemerals
    as_on_discord(stage)
    await stage.press(name, PeekUnder, page)
    version = (await stage.table()).version
    await stage.press(name, ShakeCup, page, looks=False)
    assert (await stage.table()).version == version
    assert ShakeCup in stage.kinds(page)
    await stage.time_passes(seconds=A_LOOK.total_seconds())
    await stage.press(name, ShakeCup, page, looks=False)
    assert (await stage.table()).version > version


async def test_a_second_tap_on_the_button_for_a_blind_claim_claims_nothing(stage: Stage) -> None:
    """The first tap shows the claims (K3). The button that leads back is not Liar! at once, either (K2)."""
    name = await opened(stage)
    (page,) = (await stage.press(name, ShowDice)).ephemerals
    as_on_discord(stage)
    version = (await stage.table()).version
    await stage.press(name, OpenBlind, page)
    await stage.press(name, MakeClaim, page)
    await stage.press(name, MarkDice, page)
    await stage.press(name, CallLie, page)
    assert (await stage.table()).version == version


async def test_a_player_may_shake_right_after_marking_a_die(stage: Stage) -> None:
    name = await opened(stage)
    (page,) = (await stage.press(name, PeekUnder)).ephemerals
    as_on_discord(stage)
    await stage.press(name, MarkDice, page, marks=1)
    version = (await stage.table()).version
    await stage.press(name, KeepAndShake, page)
    assert (await stage.table()).version > version


async def test_a_double_tap_adds_one_computer(stage: Stage) -> None:
    await stage.slash("Ann", "play", game="common")
    as_on_discord(stage)
    for _ in range(2):
        assert (await stage.press("Ann", AddComputer)).words == ""
    assert len((await stage.table()).seats) == 2
    await stage.time_passes(seconds=A_LOOK.total_seconds())
    await stage.press("Ann", AddComputer)
    assert len((await stage.table()).seats) == 3


async def test_a_computer_can_be_added_right_after_joining(stage: Stage) -> None:
    await stage.slash("Ann", "play", game="common")
    as_on_discord(stage)
    await stage.press("Ben", Join)
    await stage.press("Ann", AddComputer)
    await stage.press("Ben", AddComputer)
    assert len((await stage.table()).seats) == 4


async def test_a_double_tap_does_not_confirm_the_question_that_it_opens(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    (more,) = (await stage.press("Ann", OpenMore)).ephemerals
    as_on_discord(stage)
    await stage.press("Ann", Cancel, more)
    await stage.press("Ann", SurelyCancel, more)
    assert (await stage.table()).status is Status.LOBBY


def test_every_press_that_confirms_another_must_be_chosen() -> None:
    assert [kind.__name__ for kind in CONFIRMED.values() if not kind.deliberate] == []


def test_a_bid_right_after_marking_dice_to_show_is_no_second_tap() -> None:
    taps = Taps(utc_now)
    taps.note(1, 5, TurnBids(1, 2, marks=1))
    assert not taps.is_second(1, 5, PlaceBid(1, 2, 3, 4), is_private=True)


def test_the_number_of_remembered_presses_is_limited() -> None:
    now = utc_now()
    taps = Taps(lambda: now)
    press: Press = AddComputer(1)
    for user in range(MOST_TAPS + 1):
        taps.note(user, 5, press)
    assert not taps.is_second(0, 5, press, is_private=False)
    assert taps.is_second(MOST_TAPS, 5, press, is_private=False)
    assert not taps.is_second(MOST_TAPS, 6, press, is_private=False)
    now += timedelta(seconds=A_LOOK.total_seconds())
    assert not taps.is_second(MOST_TAPS, 5, press, is_private=False)
